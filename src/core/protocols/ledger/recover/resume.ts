import type { Decision } from '../../../model/decision.ts'
import type { EventOf } from '../../../model/event.ts'
import type { Fact } from '../../../model/fact.ts'
import type { GatheredLedger, LedgerEntry, LedgerRecord, LedgerState, NotesContent } from '../../../model/ledger.ts'
import type { Effect, Outcome } from '../../../model/outcome.ts'
import type { Policy } from '../../../model/policy.ts'
import { redactedPreview } from '../../../rules/text/preview.ts'
import { START_NOTICE } from '../../../words/ledger.ts'
import { forksBetween } from '../record/authority.ts'
import { intentEntry, reasoningOf, shownReasoning } from '../record/record.ts'
import { added, foldedBy } from '../record/write.ts'
import { packetFor } from './packet.ts'
import { cutToTokens } from './tokens.ts'

type LedgerPolicy = Policy['ledger']

const MAX_EDITED = 300
const DEBT_TOKENS = 40
/** NOTES.md shows some more, so these are among them. */
const LOGGED_DECISIONS = 3
/** After these the context is empty, or as good as; a resumed one still holds what it held. */
const EMPTY_AFTER: ReadonlySet<string> = new Set(['startup', 'clear', 'compact'])

/** LEDGER-23 to LEDGER-30: a session begins with a packet of what the ledgers say. */
export function resumeWithPacket(before: LedgerState, event: EventOf<'session.start'>, policy: LedgerPolicy): Outcome {
  const gathered = event.around.ledger
  const { adopted } = gathered
  const ledger: LedgerState = adopted ? { ...before, record: adopted } : before
  const changes = changesSince(ledger.record, gathered, event)
  // What was found at this start was not done at this start: the files changed before still belong to the last intent.
  const record = { ...foldedBy(ledger.record, event, changes), intentMs: ledger.record.intentMs }
  const packet = policy.recovery && EMPTY_AFTER.has(event.source) ? packetFor(record, gathered, policy) : undefined
  const debt = event.source === 'clear' ? debtOf(ledger.record) : ''
  const adoption: readonly Fact[] = adopted ? [{ kind: 'ledger.adopted', record: adopted }] : []
  const sent: readonly LedgerEntry[] = packet
    ? [{ phase: 'recovery', level: 1, tokens: packet.tokens, measured: false }]
    : []
  const measure: readonly Effect[] = packet
    ? [{ kind: 'ledger.measure', session: event.session, text: packet.text }]
    : []
  const hasRecord = ledger.record.n > 0
  return added(ledger, event, {
    entries: [...changes, ...sent],
    decision: allowWith([packet?.text ?? '', debt], noticesOf(ledger, gathered, debt)),
    facts: adoption,
    effects: measure,
    redo: hasRecord,
    notes: hasRecord && (changes.length > 0 || lacks(gathered.notes, ledger.record)),
  })
}

/** What happened to the ledgers while no session was looking, as lines of the trajectory. */
function changesSince(
  record: LedgerRecord,
  { malformed, notes, bead }: GatheredLedger,
  event: EventOf<'session.start'>,
): readonly LedgerEntry[] {
  // LEDGER-21: dropped, counted, logged.
  const dropped: readonly LedgerEntry[] =
    malformed === undefined
      ? []
      : [
          {
            phase: 'self_heal',
            what: 'trajectory',
            source: 'nothing',
            detail: `${malformed} malformed lines were left out`,
          },
        ]
  return [...dropped, ...editedNotes(record, notes), ...forksBetween(record, bead, event)]
}

/** C31: a person may write Active Context; what stands there and is not ours is taken over, and the old value kept. */
function editedNotes(record: LedgerRecord, notes: NotesContent | undefined): readonly LedgerEntry[] {
  const written = redactedPreview(notes?.reasoning ?? '', MAX_EDITED)
  const isKnown = notes?.isOurs === true || written === '' || written === 'none' || written === reasoningOf(record)
  return isKnown ? [] : [intentEntry(record, written)]
}

/** A writer that was killed may have left NOTES.md a step behind the trajectory. */
function lacks(notes: NotesContent | undefined, record: LedgerRecord): boolean {
  if (notes === undefined) return true
  const logged = new Set(notes.decisions.map(({ id }) => id))
  const newest = record.decisions.slice(-LOGGED_DECISIONS)
  return notes.reasoning !== shownReasoning(record) || newest.some(({ id }) => !logged.has(id))
}

/** LEDGER-37: what the last clear left unmet is the first thing the next session hears of. */
function debtOf({ debt }: LedgerRecord): string {
  return debt.length === 0 ? '' : cutToTokens(START_NOTICE.unmet(debt), DEBT_TOKENS)
}

function noticesOf({ trouble }: LedgerState, { problem, malformed }: GatheredLedger, debt: string): readonly string[] {
  return [
    trouble === null ? '' : START_NOTICE.unwritten(trouble),
    problem ?? '',
    malformed === undefined ? '' : START_NOTICE.malformed(malformed),
    debt,
  ]
}

function allowWith(steers: readonly string[], notices: readonly string[]): Decision {
  const steer = steers.filter((text) => text !== '').join('\n')
  const notice = notices.flatMap((text) => (text === '' ? [] : [`fairlead: ${text}`])).join('\n')
  return { kind: 'allow', ...(steer !== '' && { steer }), ...(notice !== '' && { notice }) }
}
