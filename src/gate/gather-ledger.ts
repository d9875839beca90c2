import type { EventKind, ParsedEvent } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { BeadSight, Evidence, GroundingSight, LedgerRecord, LedgerSight, Usage } from '../core/model/ledger.ts'
import type { Lines, NotesPlaces, Reopened } from '../core/model/ledger-places.ts'
import type { Policy } from '../core/model/policy.ts'
import { editNotes } from '../core/protocols/ledger/notes/edit-notes.ts'
import { notesChange } from '../core/protocols/ledger/notes/notes-change.ts'
import { placesIn } from '../core/protocols/ledger/notes/notes-ref.ts'
import { readNotes } from '../core/protocols/ledger/notes/read-notes.ts'
import { isClear } from '../core/protocols/ledger/recover/is-clear.ts'
import type { LedgerFiles } from './ledger-files.ts'

/** Where the ledgers are looked into; everything here is optional knowledge, and none of it may fail the event. */
export interface LedgerHabitat {
  readonly ledgerFiles: LedgerFiles
  /** The ledger as of the last commit. */
  readonly recordOf: (project: ProjectRoot) => Promise<LedgerRecord>
  /** How full the session's context is, from the runtime's transcript. */
  readonly usageOf: (event: ParsedEvent) => Usage | undefined
  readonly beadOf?: (project: ProjectRoot, id: string) => Promise<BeadSight | undefined>
  /** Opens citations again: null where one stands as it is cited, words where not. Undefined: it took too long. */
  readonly reopenOf?: (
    project: ProjectRoot,
    cited: readonly Evidence[],
  ) => Promise<readonly (string | null)[] | undefined>
  /** Opens what the claims since the last handoff cite. */
  readonly groundingOf?: (
    project: ProjectRoot,
    record: LedgerRecord,
    policy: Policy['ledger'],
  ) => Promise<GroundingSight | undefined>
}

const CHECKED: ReadonlySet<EventKind> = new Set(['compact.before', 'session.end', 'prompt', 'command', 'ledger'])

/** LEDGER-28: what the decision needs to know of the ledgers, and no more. */
export async function gatherLedger(
  parsed: ParsedEvent,
  project: ProjectRoot,
  { habitat, policy }: { readonly habitat: LedgerHabitat; readonly policy: Policy['ledger'] },
): Promise<LedgerSight | undefined> {
  if (!policy.record) return undefined
  if (parsed.kind === 'tool.after') {
    const usage = habitat.usageOf(parsed)
    const edited = editedLines(parsed, project, habitat)
    return usage || edited ? { ...(usage && { usage }), ...(edited && { edited }) } : undefined
  }
  if (parsed.kind === 'session.start') return seeAtStart(project, habitat)
  if (!CHECKED.has(parsed.kind) || isAside(parsed)) return undefined
  const record = await habitat.recordOf(project)
  const places = parsed.kind === 'compact.before' ? undefined : placesOf(project, record, habitat)
  if (parsed.kind === 'ledger' && parsed.act.do === 'decide') return places && { places }
  const grounding = record.claims.total === 0 ? undefined : await habitat.groundingOf?.(project, record, policy)
  return { ...(places && { places }), ...(grounding && { grounding }) }
}

/** In a longer file lines may be off by what was not shown yet; heading and digest find the place. */
const MAX_EXACT_CHARS = 1_000_000

/** C30: where things will stand once NOTES.md shows the record; what is to be said now only adds below. */
function placesOf(project: ProjectRoot, record: LedgerRecord, { ledgerFiles }: LedgerHabitat): NotesPlaces | undefined {
  const notes = ledgerFiles.readNotes(project)
  if (notes.kind === 'problem') return undefined
  const text = notes.kind === 'text' ? notes.text : ''
  const shown = text.length > MAX_EXACT_CHARS ? text : editNotes(text, notesChange(record, []))
  const since = record.handoff?.atMs ?? 0
  return placesIn(
    shown,
    record.decisions.filter(({ atMs, grounding }) => atMs > since && grounding !== 'observed').map(({ id }) => id),
  )
}

/** LEDGER-81: where the new text of a change stands. A file that was written whole is all of its lines. */
function editedLines(
  { tool, outcome }: Extract<ParsedEvent, { kind: 'tool.after' }>,
  project: ProjectRoot,
  { ledgerFiles }: LedgerHabitat,
): readonly (Lines | null)[] | undefined {
  if (tool.kind !== 'edit' || !outcome.ok) return undefined
  return tool.changes.slice(0, MAX_CHANGES).map(({ op, path, after = '' }) => {
    if (after.trim() === '') return null
    if (op === 'write') return { from: 1, to: after.trimEnd().split('\n').length }
    return ledgerFiles.find(project, path, after) ?? null
  })
}

const MAX_CHANGES = 8

const ASKING: ReadonlySet<string> = new Set(['clear', 'handoff', 'decide'])

/** Other people's commands, and words to the ledger that ask for no synthesis. */
function isAside(parsed: ParsedEvent): boolean {
  if (parsed.kind === 'prompt') return !isClear(parsed.text)
  if (parsed.kind === 'command') return parsed.name !== 'clear'
  return parsed.kind === 'ledger' && !ASKING.has(parsed.act.do)
}

async function seeAtStart(project: ProjectRoot, habitat: LedgerHabitat): Promise<LedgerSight> {
  const { ledgerFiles } = habitat
  const known = await habitat.recordOf(project)
  const rebuilt = known.n === 0 ? ledgerFiles.rebuild(project) : undefined
  const adopted = rebuilt !== undefined && rebuilt.record.n > 0 ? rebuilt.record : undefined
  const record = adopted ?? known
  const notes = ledgerFiles.readNotes(project)
  const [bead, reopened] = await Promise.all([
    habitat.beadOf?.(project, record.bead),
    reopenedAt(project, record, habitat),
  ])
  const missing = ledgerFiles.missing(
    project,
    record.identifiers.filter(({ purpose }) => purpose !== 'deleted').map(({ path }) => path),
  )
  return {
    ...(adopted && { adopted }),
    ...(rebuilt !== undefined && rebuilt.malformed > 0 && { malformed: rebuilt.malformed }),
    ...(notes.kind === 'text' && { notes: readNotes(notes.text) }),
    ...(notes.kind === 'problem' && { problem: notes.problem }),
    ...(bead && { bead }),
    ...(missing.length > 0 && { missing }),
    ...(reopened && { reopened }),
  }
}

/** As many as a packet tells of. */
const REOPENED_DECISIONS = 3

async function reopenedAt(
  project: ProjectRoot,
  { decisions }: LedgerRecord,
  { reopenOf }: LedgerHabitat,
): Promise<Reopened | undefined> {
  const cited = decisions.filter(({ superseded, evidence }) => !superseded && evidence.some(isVerified))
  const last = cited.slice(-REOPENED_DECISIONS).map(({ evidence }) => evidence.filter(isVerified))
  const told = last.length === 0 ? undefined : await reopenOf?.(project, last.flat()).catch(() => undefined)
  if (told === undefined) return undefined
  const now = new Map(last.flat().map((one, at) => [one, told[at] ?? null]))
  return {
    decisions: last.length,
    standing: last.filter((evidence) => evidence.every((one) => now.get(one) === null)).length,
    stale: [...now].flatMap(([{ path, line }, words]) => (words === null ? [] : [`${path}:${line} ${words}`])),
  }
}

/** What never stood there is no news. */
const isVerified = ({ status }: Evidence): boolean => status === 'verified'
