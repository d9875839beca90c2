import type { Reason } from './model/decision.ts'
import { directorOf } from './model/door.ts'
import type { Event } from './model/event.ts'
import { foreignFields } from './model/json.ts'
import type { Outcome } from './model/outcome.ts'
import { isReleasing, type Role, type RolesFact, type RolesState, type Waiver } from './model/plane.ts'
import type { Policy } from './model/policy.ts'
import type { Hold, State } from './model/state.ts'
import type { ToolCall } from './model/tool.ts'
import { holderOf, ownerOf } from './protocols/anchor/owner.ts'
import type { CallJudge, CallToJudge, Deciding, Listener, OtherEvent } from './protocols/contract.ts'
import { liveHolds, whichHold } from './protocols/edge/holds.ts'
import { hasDirector, roleOf, roleOfType } from './protocols/plane/role-of.ts'
import { DIRECTOR } from './words/plane.ts'

/**
 * ANCHOR-59, C45: what the operator trusts the agent with, lowered by the role it bound itself to. What it was bound with
 * already counts a role that the operator granted, so here it is taken as it stands.
 */
export function trustedRole({ state, event, policy }: Omit<CallToJudge, 'assessment'>): Role {
  const bound = holderOf(state.anchor, ownerOf(event))?.bound
  if (bound === undefined) return roleOf(event, policy)
  return bound.trust === 'director' ? 'director' : 'worker'
}

const WAIVER_MS = 10 * 60_000

/**
 * PLANE-L15c, C49: a director decides about a hold of one of its workers. Who calls is the runtime's word at this very doorway; the
 * tool itself does nothing. A skip is final for the session; a release counts only where a fresh copy covers the whole target. The
 * hold of what was released stays until the worker used it, so that the person never loses sight of it.
 */
export const judgeWaiver: CallJudge = (call) => {
  const asked = waiverIn(call.event.tool)
  if (!asked) return undefined
  const { state, event } = call
  const hold = whichHold(state, { verb: 'skip', hold: asked.hold, session: event.session, atMs: event.atMs })
  const why = objection(call, hold)
  if (hold === undefined || why !== undefined) return refuse(asked.hold, why ?? DIRECTOR.noHold(asked.hold))
  const { number, fingerprint, session, agentType } = hold
  const by = directorOf(event.agent?.type)
  if (asked.act === 'skip') return pass([{ kind: 'junction.skipped', junction: hold, door: by }])
  const waiver: Waiver = {
    number,
    fingerprint,
    session,
    ...(agentType !== undefined && { agentType }),
    expiresAtMs: event.atMs + WAIVER_MS,
  }
  return pass([{ kind: 'junction.waived', waiver, by }])
}

interface AskedWaiver {
  readonly hold: number
  readonly act: 'skip' | 'release'
}

function waiverIn(tool: ToolCall): AskedWaiver | undefined {
  if (tool.kind !== 'mcp' || tool.server !== 'fairlead' || tool.tool !== 'waive') return undefined
  const { hold, act } = foreignFields(tool.input)
  return { hold: typeof hold === 'number' ? hold : 0, act: act === 'release' ? 'release' : 'skip' }
}

function objection(call: CallToJudge, hold: Hold | undefined): string | undefined {
  const { state, event, policy } = call
  if (!hasDirector(policy)) return DIRECTOR.nobody
  if (trustedRole(call) !== 'director') return DIRECTOR.another
  if (!hold) return undefined
  const { number } = hold
  if (!isWorkers(hold, policy) || hold.session !== event.session) return DIRECTOR.notWorkers(number)
  if (hold.override !== 'any-door') return DIRECTOR.tooGrave(number)
  if (isVoid(hold, state.roles)) return DIRECTOR.uncovered(number)
  return isLate(hold, event.atMs, policy) ? DIRECTOR.late(number) : undefined
}

function refuse(hold: number, why: string): Outcome {
  const reasons: readonly [Reason] = [{ ruleId: 'PLANE-L15c', text: why }]
  return { decision: { kind: 'block', reasons }, facts: [{ kind: 'waiver.refused', hold, why }], effects: [] }
}

function pass(facts: Outcome['facts']): Outcome {
  return { decision: { kind: 'allow' }, facts, effects: [] }
}

const MAX_TOLD = 3
const MAX_REASON_CHARS = 100

/** PLANE-L15c: holds of its workers go to the director first, when it begins, or when a worker has come back to it. */
export const tellDirector: Listener = (state, event, policy) => {
  if (!hasDirector(policy) || !isItsTurn(event) || roleOf(event, policy) !== 'director') return undefined
  const { session, atMs } = event
  const waiting = liveHolds(state.edge, atMs).filter(
    (hold) =>
      hold.session === session &&
      hold.override === 'any-door' &&
      isWorkers(hold, policy) &&
      !state.roles.waivers.some(({ number }) => number === hold.number) &&
      !isPersons(hold, state, atMs, policy),
  )
  if (waiting.length === 0) return undefined
  const named = waiting
    .slice(0, MAX_TOLD)
    .map(({ number, reason }) => `#${number} (${reason.slice(0, MAX_REASON_CHARS)})`)
  const steer = DIRECTOR.waiting(named.join(', '), policy.roles.directorSeconds)
  return { decision: { kind: 'allow', steer }, facts: [], effects: [] }
}

const isItsTurn = (event: OtherEvent): boolean =>
  event.kind === 'agent.start' || (event.kind === 'tool.after' && event.tool.kind === 'delegate')

/** Where every runtime shows a notice. What happens inside a subagent is out of the person's sight. */
const SHOWS: ReadonlySet<Event['kind']> = new Set([
  'session.start',
  'prompt',
  'command',
  'tool.before',
  'tool.after',
  'stop',
])

/** PLANE-L15c: a hold that the director let pass by is the person's, and the person is told so once, where it is seen. */
export function escalate(outcome: Outcome, { state, event, policy }: Deciding): Outcome {
  const { decision } = outcome
  if (!hasDirector(policy) || event.agent !== undefined || !SHOWS.has(event.kind) || decision.kind === 'answer')
    return outcome
  const due = state.edge.holds.filter(
    (hold) =>
      isWorkers(hold, policy) &&
      !state.roles.escalated.includes(hold.number) &&
      isPersons(hold, state, event.atMs, policy),
  )
  if (due.length === 0) return outcome
  const facts = due.map(({ number }): RolesFact => ({ kind: 'hold.escalated', number }))
  const told = due.map(({ number, reason }) => DIRECTOR.escalated(number, reason))
  const notice = [...('notice' in decision ? [decision.notice] : []), ...told].join('\n')
  return { ...outcome, decision: { ...decision, notice }, facts: [...outcome.facts, ...facts] }
}

const isWorkers = (hold: Hold, policy: Policy): boolean => roleOfType(hold.agentType, policy) === 'worker'

/** PLANE-L15c: worker, director, human, each with its time. What was released waits for its worker, and for nobody else. */
function isPersons(hold: Hold, { roles }: State, atMs: number, policy: Policy): boolean {
  if (isVoid(hold, roles)) return true
  const isReleased = roles.waivers.some((waiver) => waiver.number === hold.number && isReleasing(waiver, atMs))
  return !isReleased && isLate(hold, atMs, policy)
}

const isLate = (hold: Hold, atMs: number, { roles }: Policy): boolean =>
  atMs - hold.createdAtMs > roles.directorSeconds * 1_000

/** It was released, and then no copy covered it: a second release would be as empty. */
const isVoid = (hold: Hold, { waivers }: RolesState): boolean =>
  waivers.some(({ number, isVoid }) => number === hold.number && isVoid === true)
