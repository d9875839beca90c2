import type { Event } from '../../../model/event.ts'
import type { LedgerState } from '../../../model/ledger.ts'
import type { Outcome } from '../../../model/outcome.ts'
import type { Policy } from '../../../model/policy.ts'
import { evolveLedger } from '../evolve.ts'
import { reasoningOf } from './reasoning.ts'
import { added } from './write.ts'

interface Scene {
  readonly state: { readonly ledger: LedgerState }
  readonly event: Event
  readonly policy: Policy
}

/** LEDGER-37: where the work changes, what is new is written down, whoever noticed the change. */
export function persistAtBoundary(outcome: Outcome, { state, event, policy }: Scene): Outcome {
  if (!policy.ledger.record || !outcome.facts.some(({ kind }) => kind === 'boundary.detected')) return outcome
  const { id, atMs, runtime, session } = event
  const ledger = outcome.facts.reduce(
    (known, fact) => evolveLedger(known, { eventId: id, atMs, runtime, session, fact }),
    state.ledger,
  )
  if (!isBehind(ledger)) return outcome
  const { facts, effects } = added(ledger, event, { entries: [], notes: true })
  return { ...outcome, facts: [...outcome.facts, ...facts], effects: [...outcome.effects, ...effects] }
}

/** NOTES.md does not show yet where the work stands. */
export function isBehind({ record, shown }: LedgerState): boolean {
  return record.n > 0 && reasoningOf(record) !== shown
}
