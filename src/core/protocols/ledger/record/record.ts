import { ROOT_PREFIX } from '../../../model/citation.ts'
import type { Stamp } from '../../../model/event.ts'
import { unreachable } from '../../../model/language.ts'
import type { LedgerDecision, LedgerEntry, LedgerRecord, ListName, NumberedEntry } from '../../../model/ledger.ts'
import { keyPoints, MAX_POINTS_CHARS } from './key-points.ts'

/** Older ones are in the Decision Log and in the trajectory; a packet shows three. What was seen crowds out no ruling. */
export const MAX_RULINGS = 9
export const MAX_OBSERVED = 3
export const MAX_IDENTIFIERS = 16
const MAX_SCENARIOS = 12
const MAX_LISTED = 8
const MAX_GHOSTS = 16

type Of<Phase extends LedgerEntry['phase']> = Extract<LedgerEntry, { readonly phase: Phase }>

/** The record after one more line. Lines are numbered without a gap; one that was folded before changes nothing. */
export function foldEntry(record: LedgerRecord, numbered: NumberedEntry): LedgerRecord {
  if (numbered.n <= record.n) return record
  return { ...folded(record, numbered), n: numbered.n }
}

function folded(record: LedgerRecord, { n, atMs, session, entry }: NumberedEntry): LedgerRecord {
  switch (entry.phase) {
    case 'intent':
      return withFocus(record, entry, atMs)
    case 'execute':
      // What tests said was said of the files as they were.
      return { ...record, identifiers: withIdentifier(record, entry, atMs), tests: null }
    case 'result':
      return withResult(tested(record, entry, atMs), entry, { atMs, session })
    case 'search':
      return { ...record, search: { query: entry.query, count: entry.result_count, session } }
    case 'pivot':
      return { ...record, search: null }
    case 'cite':
      return withDecision(withClaim(record, entry), claimed(entry, { atMs, session }), entry.supersedes)
    case 'test_scenario':
      return { ...record, scenarios: withScenario(record, entry) }
    case 'note':
      return withNote(record, entry)
    case 'negative_ground':
      return { ...record, ghosts: withGhost(record, entry) }
    case 'session_handoff':
      return handedOff(record, entry, { atMs, session })
    case 'bead':
      return withTask(record, entry)
    case 'supersede':
      return superseded(record, entry, atMs)
    case 'delta_sync':
      return { ...record, checkpointMs: atMs }
    case 'savings':
      return withSavings(record, entry)
    case 'snapshot':
      return { ...entry.record, n }
    case 'grounding_check':
    case 'fork_detected':
    case 'self_heal':
    case 'recovery':
      return record
    default:
      return unreachable(entry)
  }
}

function withTask(record: LedgerRecord, { bead_id, change }: Of<'bead'>): LedgerRecord {
  return bead_id === record.bead && change.title !== undefined ? { ...record, beadTitle: change.title } : record
}

/** Scenarios belong to a task: another bead begins without any. */
function withFocus(record: LedgerRecord, entry: Of<'intent'>, atMs: number): LedgerRecord {
  const scenarios = entry.bead_id === record.bead ? record.scenarios : []
  const { intent: reasoning, bead_id: bead, bead_title: beadTitle } = entry
  return { ...record, reasoning, intentMs: atMs, bead, beadTitle, scenarios }
}

function withIdentifier({ identifiers }: LedgerRecord, { path, purpose, lines }: Of<'execute'>, atMs: number) {
  return [...identifiers.filter((one) => one.path !== path), { path, lines, purpose, atMs }].slice(-MAX_IDENTIFIERS)
}

function tested(record: LedgerRecord, { what, ok, detail }: Of<'result'>, atMs: number): LedgerRecord {
  return what === 'tests' ? { ...record, tests: { ok, detail, atMs } } : record
}

/** The same outcome again is no second entry of the log. */
function withResult(record: LedgerRecord, entry: Of<'result'>, when: When): LedgerRecord {
  return entry.decision_id === '' ? record : withDecision(record, observed(entry, when), entry.supersedes)
}

type When = Pick<LedgerDecision, 'atMs' | 'session'>

function observed({ decision_id, title, detail }: Of<'result'>, when: When): LedgerDecision {
  const said = { title, decision: detail, rationale: '', grounding: 'observed', evidence: [], bead: '' } as const
  return { id: decision_id, ...when, ...said, superseded: false }
}

function claimed(entry: Of<'cite'>, when: When): LedgerDecision {
  const { decision_id, title, claim, rationale, grounding, evidence, bead_id } = entry
  const points = { decision: keyPoints(claim, MAX_POINTS_CHARS), rationale: keyPoints(rationale, MAX_POINTS_CHARS) }
  const said = { title, ...points, grounding, evidence, bead: bead_id }
  return { id: decision_id, ...when, ...said, superseded: false }
}

function withDecision(record: LedgerRecord, decision: LedgerDecision, replaces = ''): LedgerRecord {
  const before = record.decisions.map((one) => (one.id === replaces ? { ...one, superseded: true } : one))
  const isSeen = ({ grounding }: LedgerDecision) => grounding === 'observed'
  const all = [...before, decision]
  const kept = new Set([
    ...all.filter((one) => !isSeen(one)).slice(-MAX_RULINGS),
    ...all.filter(isSeen).slice(-MAX_OBSERVED),
  ])
  return { ...record, decisions: all.filter((one) => kept.has(one)), decisionCount: record.decisionCount + 1 }
}

export const GROUNDED: ReadonlySet<string> = new Set(['citation', 'code_reference', 'user_input'])

function withClaim(record: LedgerRecord, { grounding }: Of<'cite'>): LedgerRecord {
  const { total, grounded, assumptions } = record.claims
  const claims = {
    total: total + 1,
    grounded: grounded + (GROUNDED.has(grounding) ? 1 : 0),
    assumptions: assumptions + (grounding === 'assumption' ? 1 : 0),
  }
  return { ...record, claims }
}

function withSavings(record: LedgerRecord, { phase: _, ...savings }: Of<'savings'>): LedgerRecord {
  return { ...record, savings }
}

function withScenario({ scenarios }: LedgerRecord, { name, type, expected, decision_id }: Of<'test_scenario'>) {
  const scenario = { name, type, expected, decision: decision_id }
  return [...scenarios.filter((one) => one.name !== name), scenario].slice(-MAX_SCENARIOS)
}

function withNote(record: LedgerRecord, { list, text, done }: Of<'note'>): LedgerRecord {
  const others = record.lists[list].filter((one) => one !== text)
  const listed = done ? others : [...others, text].slice(-MAX_LISTED)
  const lists: Readonly<Record<ListName, readonly string[]>> = { ...record.lists, [list]: listed }
  return { ...record, lists }
}

function withGhost({ ghosts }: LedgerRecord, { feature, status }: Of<'negative_ground'>) {
  const others = ghosts.filter((one) => one !== feature)
  return status === 'unverified' ? [...others, feature].slice(-MAX_GHOSTS) : others
}

/** What was decided up to here has been handed on. Claims that lack evidence stay open; a handoff is none. */
function handedOff(record: LedgerRecord, entry: Of<'session_handoff'>, { atMs, session }: When): LedgerRecord {
  const { root_span_id, bead_id, grounding_ratio, next_session_ready, reason, notes_refs, unmet } = entry
  const about = { bead: bead_id, ratio: grounding_ratio, ready: next_session_ready, reason, refs: notes_refs }
  const settled = entry.settled && { claims: { total: 0, grounded: 0, assumptions: 0 }, settledMs: atMs }
  return {
    ...record,
    checkpointMs: atMs,
    ...settled,
    handoff: { atMs, session, span: root_span_id, ...about },
    debt: unmet,
  }
}

function superseded(record: LedgerRecord, { decision_ids, intent }: Of<'supersede'>, atMs: number): LedgerRecord {
  const gone = new Set(decision_ids)
  const decisions = record.decisions.map((one) => (gone.has(one.id) ? { ...one, superseded: true } : one))
  return { ...record, decisions, reasoning: intent, intentMs: intent === record.reasoning ? record.intentMs : atMs }
}

const MAX_ID_CHARS = 24

/** One event makes at most one entry of each kind, so its id and the kind name the entry for good. */
export function decisionId({ id }: Stamp, kind: string): string {
  return `d-${id.replaceAll(/[^A-Za-z0-9-]/g, '').slice(-MAX_ID_CHARS)}-${kind}`
}

const MAX_SHOWN_FILES = 3
const MAX_REASONING_CHARS = 300
const MIN_ASKED_CHARS = 100
const JOINT = ' — '

/** LEDGER-29: where the work stands. What was asked last, and what was seen to happen since; nobody has to write it. */
export function reasoningOf(record: LedgerRecord): string {
  const seen = cut(seenIn(record).join('; '), MAX_REASONING_CHARS)
  const asked = cut(record.reasoning, Math.max(MIN_ASKED_CHARS, MAX_REASONING_CHARS - seen.length - JOINT.length))
  return [asked, seen].filter((part) => part !== '').join(JOINT)
}

/**
 * What was seen since it was asked for: tests, which count until a file changes, the last commit, and the files, the newest
 * of them first, by the names that `named` gives them.
 */
export function seenIn(
  record: LedgerRecord,
  named: (path: string) => string = (path) => path,
  most = MAX_SHOWN_FILES,
): readonly string[] {
  const { intentMs, identifiers, tests } = record
  const edited = identifiers.filter(({ atMs }) => atMs >= intentMs).map(({ path }) => path.replace(ROOT_PREFIX, ''))
  const commit = lastCommit(record)
  const newest = edited.toReversed().slice(0, most).map(named).join(', ')
  return [
    ...(tests === null || tests.atMs < intentMs ? [] : [tests.ok ? 'tests pass' : 'tests fail']),
    ...(commit === undefined || commit.atMs < intentMs ? [] : [commit.title]),
    ...(newest === '' ? [] : [`changed ${newest}${edited.length > most ? ` and ${edited.length - most} more` : ''}`]),
  ]
}

/** The newest git commit that was seen and still stands. */
export function lastCommit({ decisions }: LedgerRecord): LedgerDecision | undefined {
  return decisions.findLast((one) => isCommit(one) && !one.superseded)
}

function cut(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text
}

/** The same as NOTES.md shows it. */
export function shownReasoning(record: LedgerRecord): string {
  return reasoningOf(record).replaceAll(/\s+/g, ' ').trim() || 'none'
}

function isCommit({ grounding, title }: LedgerRecord['decisions'][number]): boolean {
  return grounding === 'observed' && title.startsWith('Committed')
}

/** C31: Active Context is replaced, and the value it had goes with the entry. Without a task, the one at hand stays. */
export function intentEntry(
  record: LedgerRecord,
  intent: string,
  task?: { readonly id: string; readonly title: string },
) {
  const { id, title } = task ?? { id: record.bead, title: record.beadTitle }
  return { phase: 'intent', intent, bead_id: id, bead_title: title, previous: reasoningOf(record) } as const
}
