import type { Decision } from '../../../model/decision.ts'
import type { Effect } from '../../../model/effect.ts'
import type { EventOf } from '../../../model/event.ts'
import type { Fact } from '../../../model/fact.ts'
import type { LedgerEntry, LedgerRecord, LedgerSight, LedgerState, NotesSight } from '../../../model/ledger.ts'
import type { Outcome } from '../../../model/outcome.ts'
import type { Policy } from '../../../model/policy.ts'
import { redactedPreview } from '../../../rules/text/preview.ts'
import { forksBetween } from '../record/authority.ts'
import { groundingEntries } from '../record/grounding-entry.ts'
import { reasoningOf, shownReasoning } from '../record/reasoning.ts'
import { foldEntry } from '../record/record.ts'
import { added } from '../record/write.ts'
import { level1Packet, wholePacket } from './packet.ts'
import { cutToTokens } from './tokens.ts'

type LedgerPolicy = Policy['ledger']

const MAX_EDITED = 300
const DEBT_TOKENS = 40
/** NOTES.md shows some more, so these are among them. */
const LOGGED_DECISIONS = 3
/** After these the context is empty, or as good as; a resumed one still holds what it held. */
const EMPTY_AFTER: ReadonlySet<string> = new Set(['startup', 'clear', 'compact'])

/** LEDGER-23 to LEDGER-30: a session begins with what the ledgers say, at the price of a packet. */
export function startLedger(before: LedgerState, event: EventOf<'session.start'>, policy: LedgerPolicy): Outcome {
  const sight = event.around.ledger
  const adopted: readonly Fact[] = sight.adopted ? [{ kind: 'ledger.adopted', record: sight.adopted }] : []
  const ledger: LedgerState = sight.adopted ? { ...before, record: sight.adopted } : before
  const found = [
    ...leftOut(sight),
    ...editedNotes(ledger, sight),
    ...forksBetween(ledger.record, sight.bead, event),
    ...reopened(sight, policy),
  ]
  const told =
    policy.recovery && EMPTY_AFTER.has(event.source) ? packetFor(ledger, { sight, found, event }, policy) : undefined
  const recovery: readonly LedgerEntry[] = told
    ? [{ phase: 'recovery', level: 1, tokens: told.tokens, measured: false }]
    : []
  const measure: readonly Effect[] = told ? [{ kind: 'ledger.measure', session: event.session, text: told.text }] : []
  const debt = event.source === 'clear' ? debtOf(ledger) : ''
  const steer = [told?.text ?? '', debt].filter((part) => part !== '').join('\n')
  const notice = noticeOf(ledger, sight, debt)
  const decision: Decision = { kind: 'allow', ...(steer !== '' && { steer }), ...(notice !== '' && { notice }) }
  const hasRecord = ledger.record.n > 0
  return added(ledger, event, {
    entries: [...found, ...recovery],
    decision,
    facts: adopted,
    effects: measure,
    redo: hasRecord,
    notes: hasRecord && (found.length > 0 || lacks(sight.notes, ledger.record)),
  })
}

/** LEDGER-21: dropped, counted, logged. */
function leftOut({ malformed }: LedgerSight): readonly LedgerEntry[] {
  if (malformed === undefined) return []
  const detail = `${malformed} malformed lines were left out`
  return [{ phase: 'self_heal', what: 'trajectory', source: 'nothing', detail }]
}

/** LEDGER-63, LEDGER-66: what the packet tells of was compared with the files once more. */
function reopened({ reopened: seen }: LedgerSight, policy: LedgerPolicy): readonly LedgerEntry[] {
  if (seen === undefined) return []
  return groundingEntries({ total: seen.decisions, grounded: seen.standing, assumptions: 0 }, policy)
}

/** C31: a person may write Active Context; what stands there and is not ours is taken over, and the old value kept. */
function editedNotes({ record }: LedgerState, { notes }: LedgerSight): readonly LedgerEntry[] {
  const said = redactedPreview(notes?.reasoning ?? '', MAX_EDITED)
  const previous = reasoningOf(record)
  if (notes?.isOurs === true || said === '' || said === 'none' || said === previous) return []
  return [{ phase: 'intent', intent: said, bead_id: record.bead, bead_title: record.beadTitle, previous }]
}

/** A writer that was killed may have left NOTES.md a step behind the trajectory. */
function lacks(notes: NotesSight | undefined, record: LedgerRecord): boolean {
  if (notes === undefined) return true
  const logged = new Set(notes.decisions.map(({ id }) => id))
  const newest = record.decisions.slice(-LOGGED_DECISIONS)
  return notes.reasoning !== shownReasoning(record) || newest.some(({ id }) => !logged.has(id))
}

interface Telling {
  readonly sight: LedgerSight
  readonly found: readonly LedgerEntry[]
  readonly event: EventOf<'session.start'>
}

function packetFor(ledger: LedgerState, { sight, found, event }: Telling, policy: LedgerPolicy) {
  const { atMs, session } = event
  const record = found.reduce(
    (known, entry) => foldEntry(known, { n: known.n + 1, atMs, session, agent: '', entry }),
    ledger.record,
  )
  // What was found at this start was not done at this start: the files changed before still belong to it.
  const asKnown = { ...record, intentMs: ledger.record.intentMs }
  return policy.tieredRecovery
    ? level1Packet(asKnown, sight, policy.level1Tokens)
    : wholePacket(asKnown, sight, policy.level2Tokens)
}

/** LEDGER-37: what the last clear left unmet is the first thing the next session hears of. */
function debtOf({ record }: LedgerState): string {
  return record.debt.length === 0
    ? ''
    : cutToTokens(`Cleared with unmet checklist: ${record.debt.join('; ')}`, DEBT_TOKENS)
}

function noticeOf({ trouble }: LedgerState, { problem, malformed }: LedgerSight, debt: string): string {
  const behind =
    trouble === null
      ? []
      : [`the ledger could not be written: ${trouble}; what was recorded is kept and written as soon as it can be`]
  const unread = problem === undefined ? [] : [problem]
  const dropped = malformed === undefined ? [] : [`${malformed} malformed lines of the trajectory were left out`]
  return [...behind, ...unread, ...dropped, ...(debt === '' ? [] : [debt])]
    .map((line) => `fairlead: ${line}`)
    .join('\n')
}
