import type { LedgerDecision, LedgerRecord, NotesChange } from '../../../model/ledger.ts'
import { reasoningOf } from '../record/reasoning.ts'

/** What NOTES.md shall show of the record, and of decisions that the record does not hold any more. */
export function notesChange(record: LedgerRecord, others: readonly LedgerDecision[]): NotesChange {
  const { bead, beadTitle, checkpointMs, identifiers, decisions, scenarios, lists } = record
  const known = new Set(decisions.map(({ id }) => id))
  const earlier = others.filter(({ id }) => !known.has(id))
  return {
    bead: bead === '' || beadTitle === '' ? bead : `${bead} (${beadTitle})`,
    checkpointMs,
    reasoning: reasoningOf(record),
    identifiers,
    decisions: [...earlier, ...decisions].toSorted((left, right) => left.atMs - right.atMs),
    scenarios,
    lists,
  }
}
