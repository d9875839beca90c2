import type { Stamp } from '../../../model/event.ts'
import { type LedgerDecision, type LedgerEntry, type LedgerRecord, ROOT_MARK } from '../../../model/ledger.ts'
import { decisionId } from './decision-id.ts'

const MAX_FILES = 8

/** The title under which the Decision Log has it. */
export const DELTA_TITLE = 'Delta synthesis'

type Delta = Extract<LedgerEntry, { readonly phase: 'delta_sync' }>

/** LEDGER-73 to LEDGER-75: what was seen since the last synthesis and stands nowhere in the log yet. */
export function deltaEntry(record: LedgerRecord, stamp: Stamp, tokens: number): Delta {
  const sinceMs = record.checkpointMs ?? 0
  return {
    phase: 'delta_sync',
    tokens,
    decisions_persisted: record.decisions.filter(({ atMs }) => atMs > sinceMs).length,
    bead_updated: record.bead !== '',
    notes_updated: true,
    decision_id: decisionId(stamp, 'delta'),
    findings: findingsSince(record, sinceMs),
  }
}

function findingsSince({ reasoning, intentMs, identifiers, search }: LedgerRecord, sinceMs: number): readonly string[] {
  const changed = identifiers.filter(({ atMs }) => atMs > sinceMs).map(({ path }) => path.replace(`${ROOT_MARK}/`, ''))
  const more = changed.length > MAX_FILES ? ` and ${changed.length - MAX_FILES} more` : ''
  return [
    ...(intentMs > sinceMs && reasoning !== '' ? [`asked: ${reasoning}`] : []),
    ...(changed.length === 0 ? [] : [`changed ${changed.slice(-MAX_FILES).join(', ')}${more}`]),
    ...(search === null ? [] : [`searched ${search.query}: ${search.count} results, no pivot yet`]),
  ]
}

type Placed = Pick<LedgerDecision, 'atMs' | 'session'>

/** As the Decision Log has it: seen, not claimed. The record itself does not keep it, so it crowds out no decision. */
export function loggedDelta({ decision_id, findings }: Delta, { atMs, session }: Placed): readonly LedgerDecision[] {
  if (findings.length === 0 || decision_id === '') return []
  const said = { title: DELTA_TITLE, decision: findings.join('; '), rationale: '', bead: '' }
  return [{ id: decision_id, atMs, session, ...said, grounding: 'observed', evidence: [], superseded: false }]
}
