import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectRoot } from '../core/model/ids.ts'
import { EMPTY_RECORD, type NotesChange, type NumberedEntry, ROOT_MARK } from '../core/model/ledger.ts'
import { decisionsOf } from '../core/protocols/ledger/decisions-of.ts'
import { editNotes } from '../core/protocols/ledger/edit-notes.ts'
import { readLine } from '../core/protocols/ledger/line.ts'
import { foldEntry } from '../core/protocols/ledger/record.ts'
import { spanOf } from '../core/protocols/ledger/span.ts'
import type { LedgerFiles, NotesText, Rebuilt } from '../gate/ledger-files.ts'
import { tendTrajectories } from '../stores/files/archive.ts'
import { editNotesFile, readNotesFile } from '../stores/files/notes-file.ts'
import { readPlain } from '../stores/files/plain-file.ts'
import { tendProof } from '../stores/files/proof-archive.ts'
import { appendLines, lastNumber, linesOf, trajectoryFiles } from '../stores/files/trajectory.ts'

/** Longer files are counted as far as this: what is saved is told rather too small than too large. */
const MAX_NAMED_CHARS = 32_768

/** The State Zone on the real disk. */
export const LEDGER_FILES: LedgerFiles = {
  append: appendLines,
  lastNumber,
  rebuild: rebuildRecord,
  readNotes: (project) => notesText(project),
  writeNotes: (project, change) =>
    editNotesFile(project, (text) => (text === undefined ? newNotes(project, change) : editNotes(text, change))),
  tend: (project, nowMs, retention) => {
    try {
      tendTrajectories(project, nowMs, retention)
    } finally {
      tendProof(project, nowMs, retention)
    }
  },
  find: (project, path, text) => {
    const file = path.startsWith(`${project}/`) ? readPlain(path) : undefined
    const at = file?.indexOf(text.trimEnd()) ?? -1
    if (file === undefined || at < 0) return undefined
    const from = file.slice(0, at).split('\n').length
    return { from, to: from + text.trimEnd().split('\n').length - 1 }
  },
  named: (project, path, lines) => {
    const file = readPlain(join(project, path.replace(`${ROOT_MARK}/`, '')))?.slice(0, MAX_NAMED_CHARS)
    if (file === undefined) return undefined
    const span = spanOf(lines)
    const block =
      span === null
        ? file
        : file
            .split('\n')
            .slice(span.from - 1, span.to)
            .join('\n')
    return { block, file }
  },
  missing: (project, paths) => paths.filter((path) => !existsSync(join(project, path.replace(`${ROOT_MARK}/`, '')))),
}

/** LEDGER-15: made anew, NOTES.md has every decision that the trajectory has, and not only the newest few. */
export function newNotes(project: ProjectRoot, change: NotesChange): string {
  const known = new Set(change.decisions.map(({ id }) => id))
  const earlier = trajectoryFiles(project)
    .flatMap(linesOf)
    .flatMap((line) => (/"decision_id"|"delta_sync"/.test(line) ? (readLine(line) ?? []) : []))
    .toSorted((left, right) => left.n - right.n)
    .flatMap(decisionsOf)
    .filter(({ id }) => !known.has(id))
  return editNotes(undefined, { ...change, decisions: [...earlier, ...change.decisions] })
}

function notesText(project: ProjectRoot): NotesText {
  const read = readNotesFile(project)
  if (read.kind === 'text' || read.kind === 'missing') return read
  const problem = read.kind === 'corrupt' ? 'NOTES.md is no text; it is kept aside and made anew' : read.problem
  return { kind: 'problem', problem }
}

/**
 * LEDGER-1: the record from the ledgers alone. Files are read from the newest back to the last snapshot; what is older
 * is in it already. A line that is no line is counted and left out (LEDGER-21).
 */
export function rebuildRecord(project: ProjectRoot, upTo = Number.MAX_SAFE_INTEGER): Rebuilt {
  const entries: NumberedEntry[] = []
  let malformed = 0
  let from: Snapshot = { n: 0, day: '' }
  for (const file of trajectoryFiles(project).toReversed()) {
    // Several agents write on the same day; what an older day holds is in the snapshot.
    if (file.day < from.day) break
    for (const line of linesOf(file).toReversed()) {
      const entry = readLine(line)
      if (entry === undefined) malformed += isForeign(line) ? 0 : 1
      else if (entry.n <= upTo) {
        if (entry.entry.phase === 'snapshot' && entry.n > from.n) from = { n: entry.n, day: file.day }
        if (entry.n >= from.n) entries.push(entry)
        else if (entry.n + SLACK_LINES < from.n) break
      }
    }
  }
  const kept = entries.filter(({ n }) => n >= from.n).toSorted((left, right) => left.n - right.n)
  return { record: kept.reduce(foldEntry, EMPTY_RECORD), lines: kept.length, malformed }
}

interface Snapshot {
  readonly n: number
  readonly day: string
}

/** Lines that were written late stand out of order, but not further than this. */
const SLACK_LINES = 2_000

/** Sound JSON of another writer: it is theirs, and it is no damage. */
function isForeign(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
