import { EMPTY_RECORD, type LedgerDecision, type NumberedEntry } from '../../../model/ledger.ts'
import { loggedDelta } from './delta.ts'
import { foldEntry } from './record.ts'

/** What one line adds to the Decision Log, whatever the record has room for. */
export function decisionsOf(line: NumberedEntry): readonly LedgerDecision[] {
  const { n, entry } = line
  if (entry.phase === 'delta_sync') return loggedDelta(entry, line)
  return entry.phase === 'snapshot' ? [] : foldEntry({ ...EMPTY_RECORD, n: n - 1 }, line).decisions
}
