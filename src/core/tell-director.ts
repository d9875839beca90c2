import type { Policy } from './model/policy.ts'
import type { State } from './model/state.ts'
import { liveHolds } from './protocols/edge/holds.ts'
import type { Heard, Listener } from './protocols/listener.ts'
import { hasDirector, roleOf } from './protocols/plane/role-of.ts'
import { isPersons, isWorkers } from './waive.ts'

const MAX_TOLD = 3
const MAX_REASON_CHARS = 100

/** PLANE-L15c: holds of its workers go to the director first, when it begins, or when a worker has come back to it. */
export const tellDirector: Listener = (state, event, policy) => {
  if (!hasDirector(policy) || !isItsTurn(event) || roleOf(event, policy) !== 'director') return undefined
  const waiting = liveHolds(state.edge, event.atMs).filter(
    (hold) =>
      hold.session === event.session &&
      hold.override === 'any-door' &&
      isWorkers(hold, policy) &&
      !isTaken(hold.number, state) &&
      !isPersons(hold, { state, atMs: event.atMs, policy }),
  )
  if (waiting.length === 0) return undefined
  const named = waiting
    .slice(0, MAX_TOLD)
    .map(({ number, reason }) => `#${number} (${reason.slice(0, MAX_REASON_CHARS)})`)
  const steer = `holds of your workers wait for you: ${named.join(', ')}; say no or let it pass where a backup covers it, with the tool \`waive\`, \`act\` skip or release, ${limit(policy)}`
  return { decision: { kind: 'allow', steer }, facts: [], effects: [] }
}

const isItsTurn = (event: Heard): boolean =>
  event.kind === 'agent.start' || (event.kind === 'tool.after' && event.tool.kind === 'delegate')

const isTaken = (hold: number, { roles }: State): boolean => roles.waivers.some(({ number }) => number === hold)

const limit = ({ roles }: Policy): string =>
  `within ${roles.directorSeconds} seconds of the hold; after that it is the person's`
