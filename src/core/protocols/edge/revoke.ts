import type { EventOf } from '../../model/event.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { State } from '../../model/state.ts'
import { answer, refusal } from './say.ts'
import { grantsText } from './status-text.ts'

/** A person takes back what was granted under this number and not used yet. */
export function revokeGrant(state: State, event: EventOf<'edge'>, door: string): Outcome {
  const { allowances, dismissals, overrides } = state.edge
  const open = [
    ...allowances.filter((one) => !one.consumed),
    ...dismissals.filter((one) => event.atMs < one.expiresAtMs),
    ...overrides,
  ].filter((one) => one.number === event.hold)
  if (open.length === 0) {
    return refusal(`nothing is granted under #${event.hold ?? 0}; ${grantsText(state, event.atMs)}`)
  }
  return answer(
    `what was granted under #${event.hold} is taken back`,
    open.map((one) => ({ kind: 'grant.revoked', grant: one.id, door })),
  )
}
