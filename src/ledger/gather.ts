import type { RecordedCitation } from '../core/model/citation.ts'
import type { EventKind, ParsedEvent } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { GatheredLedger, LedgerRecord, Lines, NotesPlaces } from '../core/model/ledger.ts'
import type { Policy } from '../core/model/policy.ts'
import { editNotes, notesChange } from '../core/protocols/ledger/notes/edit-notes.ts'
import { placesIn } from '../core/protocols/ledger/notes/notes-ref.ts'
import { readNotes } from '../core/protocols/ledger/notes/read-notes.ts'
import { isClear } from '../core/protocols/ledger/recover/checkpoint.ts'
import type { StoreReader } from '../stores/store.ts'
import type { LedgerParts } from './ledger-lookups.ts'

interface Known {
  readonly project: ProjectRoot
  readonly store: StoreReader
  readonly policy: Policy['ledger']
}

const CHECKED: ReadonlySet<EventKind> = new Set(['compact.before', 'session.end', 'prompt', 'command', 'ledger'])

/** LEDGER-28: what the decision needs to know of the ledgers, and no more. */
export async function gatherLedger(
  parts: LedgerParts,
  event: ParsedEvent,
  { project, store, policy }: Known,
): Promise<GatheredLedger | undefined> {
  if (!policy.record) return undefined
  if (event.kind === 'tool.after') {
    const usage = parts.usageOf?.(event)
    const edited = await editedLines(event, project, parts)
    return usage || edited ? { ...(usage && { usage }), ...(edited && { edited }) } : undefined
  }
  if (event.kind !== 'session.start' && (!CHECKED.has(event.kind) || isAside(event))) return undefined
  const { record } = (await store.read(project)).ledger
  if (event.kind === 'session.start') return gatherAtStart(parts, project, record)
  const places = event.kind === 'compact.before' ? undefined : placesOf(project, record, parts)
  if (event.kind === 'ledger' && event.act.do === 'decide') return places && { places }
  const grounding = record.claims.total === 0 ? undefined : await parts.lookups?.checkClaims?.(project, record, policy)
  return { ...(places && { places }), ...(grounding && { grounding }) }
}

/** In a longer file lines may be off by what was not shown yet; heading and digest find the place. */
const MAX_EXACT_CHARS = 1_000_000

/** C30: where things will stand once NOTES.md shows the record; what is to be said now only adds below. */
function placesOf(project: ProjectRoot, record: LedgerRecord, { files }: LedgerParts): NotesPlaces | undefined {
  const notes = files.readNotes(project)
  if (notes.kind === 'problem') return undefined
  const text = notes.kind === 'text' ? notes.text : ''
  const shown = text.length > MAX_EXACT_CHARS ? text : editNotes(text, notesChange(record, []))
  const since = record.handoff?.atMs ?? 0
  return placesIn(
    shown,
    record.decisions.filter(({ atMs, grounding }) => atMs > since && grounding !== 'observed').map(({ id }) => id),
  )
}

/** LEDGER-44, LEDGER-81: the function or class in which a change stands. A file that was written whole is all of its lines. */
async function editedLines(
  { tool, outcome }: Extract<ParsedEvent, { kind: 'tool.after' }>,
  project: ProjectRoot,
  { files, lookups }: LedgerParts,
): Promise<readonly (Lines | null)[] | undefined> {
  if (tool.kind !== 'edit' || !outcome.ok) return undefined
  const changes = tool.changes.slice(0, MAX_CHANGES).map(async ({ op, path, after = '' }) => {
    if (after.trim() === '') return null
    if (op === 'write') return { from: 1, to: after.trimEnd().split('\n').length }
    const lines = files.find(project, path, after)
    if (lines === undefined) return null
    return (await lookups?.enclosing?.(project, path, lines).catch(() => undefined)) ?? lines
  })
  return Promise.all(changes)
}

const MAX_CHANGES = 8

const ASKING: ReadonlySet<string> = new Set(['clear', 'handoff', 'decide'])

/** Commands that aren't ours, and acts that ask for no synthesis. */
function isAside(event: ParsedEvent): boolean {
  if (event.kind === 'prompt') return !isClear(event.text)
  if (event.kind === 'command') return event.name !== 'clear'
  return event.kind === 'ledger' && !ASKING.has(event.act.do)
}

/** LEDGER-23 to LEDGER-30: everything that the first packet of a session is made of. */
export async function gatherAtStart(
  { files, lookups }: LedgerParts,
  project: ProjectRoot,
  known: LedgerRecord,
): Promise<GatheredLedger> {
  const rebuilt = known.n === 0 ? files.rebuild(project) : undefined
  const adopted = rebuilt !== undefined && rebuilt.record.n > 0 ? rebuilt.record : undefined
  const record = adopted ?? known
  const notes = files.readNotes(project)
  const [task, stale, stands] = await Promise.all([
    lookups?.activeTask?.(project, record.bead),
    staleAt(project, record, lookups),
    lookups?.standing?.(project, record).catch(() => undefined),
  ])
  const bead = task === 'gone' ? undefined : task
  const missing = files.missing(
    project,
    record.identifiers.filter(({ purpose }) => purpose !== 'deleted').map(({ path }) => path),
  )
  return {
    ...(adopted && { adopted }),
    ...(rebuilt !== undefined && rebuilt.malformed > 0 && { malformed: rebuilt.malformed }),
    ...(notes.kind === 'text' && { notes: readNotes(notes.text) }),
    ...(notes.kind === 'problem' && { problem: notes.problem }),
    ...(bead && { bead }),
    ...(task === 'gone' && { isTaskGone: true }),
    ...stands,
    ...(missing.length > 0 && { missing }),
    ...(stale && { stale }),
  }
}

/** As many as a packet tells of. */
const REOPENED_DECISIONS = 3

/** LEDGER-66: what the last decisions cite is opened again, and what has moved or changed since is named. */
async function staleAt(
  project: ProjectRoot,
  { decisions }: LedgerRecord,
  lookups: LedgerParts['lookups'],
): Promise<readonly string[] | undefined> {
  const cited = decisions.filter(({ superseded, evidence }) => !superseded && evidence.some(isVerified))
  const last = cited.slice(-REOPENED_DECISIONS).flatMap(({ evidence }) => evidence.filter(isVerified))
  const problems = last.length === 0 ? undefined : await lookups?.reopen?.(project, last).catch(() => undefined)
  return problems?.flatMap((problem, at) => {
    const { path = '', line = 0 } = last[at] ?? {}
    return problem === null ? [] : [`${path}:${line} ${problem}`]
  })
}

/** A citation that was never verified can't have gone stale. */
const isVerified = ({ status }: RecordedCitation): boolean => status === 'verified'
