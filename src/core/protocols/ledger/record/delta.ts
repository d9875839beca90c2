import { ROOT_PREFIX } from '../../../model/citation.ts'
import type { LedgerAct, Stamp } from '../../../model/event.ts'
import {
  EMPTY_RECORD,
  type LedgerDecision,
  type LedgerEntry,
  type LedgerRecord,
  type NumberedEntry,
} from '../../../model/ledger.ts'
import { decisionId, foldEntry } from './record.ts'

const MAX_FILES = 8

/** The title under which the Decision Log has it. */
export const DELTA_TITLE = 'Delta synthesis'

type Delta = Extract<LedgerEntry, { readonly phase: 'delta_sync' }>

/** LEDGER-73 to LEDGER-75: what was seen since the last synthesis and stands nowhere in the log yet. */
export function deltaEntry(
  record: LedgerRecord,
  stamp: Stamp,
  { tokens, beadUpdated, notesUpdated }: Extract<LedgerAct, { readonly do: 'synced' }>,
): Delta {
  const sinceMs = record.checkpointMs ?? 0
  return {
    phase: 'delta_sync',
    tokens,
    decisions_persisted: record.decisions.filter(({ atMs }) => atMs > sinceMs).length,
    bead_updated: beadUpdated,
    notes_updated: notesUpdated,
    decision_id: decisionId(stamp, 'delta'),
    findings: findingsSince(record, sinceMs),
  }
}

function findingsSince({ reasoning, intentMs, identifiers, search }: LedgerRecord, sinceMs: number): readonly string[] {
  const changed = identifiers.filter(({ atMs }) => atMs > sinceMs).map(({ path }) => path.replace(ROOT_PREFIX, ''))
  const more = changed.length > MAX_FILES ? ` and ${changed.length - MAX_FILES} more` : ''
  return [
    ...(intentMs > sinceMs && reasoning !== '' ? [`asked: ${reasoning}`] : []),
    ...(changed.length === 0 ? [] : [`changed ${changed.slice(-MAX_FILES).join(', ')}${more}`]),
    ...(search === null ? [] : [`searched ${search.query}: ${search.count} results, no pivot yet`]),
  ]
}

type Placed = Pick<LedgerDecision, 'atMs' | 'session'>

/** As the Decision Log has it: seen, not claimed. The record itself does not keep it, so it crowds out no decision. */
function loggedDelta({ decision_id, findings }: Delta, { atMs, session }: Placed): readonly LedgerDecision[] {
  if (findings.length === 0 || decision_id === '') return []
  const said = { title: DELTA_TITLE, decision: findings.join('; '), rationale: '', bead: '' }
  return [{ id: decision_id, atMs, session, ...said, grounding: 'observed', evidence: [], superseded: false }]
}

/** What one line adds to the Decision Log, whatever the record has room for. */
export function decisionsOf(line: NumberedEntry): readonly LedgerDecision[] {
  const { n, entry } = line
  if (entry.phase === 'delta_sync') return loggedDelta(entry, line)
  return entry.phase === 'snapshot' ? [] : foldEntry({ ...EMPTY_RECORD, n: n - 1 }, line).decisions
}
