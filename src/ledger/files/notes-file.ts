import { closeSync, fstatSync, lstatSync, readFileSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProjectHomes } from '../../core/model/homes.ts'
import type { ProjectHome } from '../../core/model/ids.ts'
import type { NotesChange } from '../../core/model/ledger.ts'
import { editNotes } from '../../core/protocols/ledger/notes/edit-notes.ts'
import { NOTES_PATH, NOTES_TEMPLATE, STATE_ZONE } from '../../core/protocols/ledger/notes/state-zone.ts'
import { decisionsOf } from '../../core/protocols/ledger/record/delta.ts'
import { readLine } from '../../core/protocols/ledger/record/line.ts'
import { LEDGER_FILE_TEXTS } from '../../core/words/ledger-cli.ts'
import { staysInside } from '../../disk/contain.ts'
import { codeOf } from '../../disk/error-code.ts'
import { move } from '../../disk/move.ts'
import { openUnlinked } from '../../disk/read-file.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import { openText } from './open-text.ts'
import { linesOf, makeLedgerFolder, trajectoryFiles } from './trajectory.ts'

/** A larger file was not written by hand; it is left alone, and the record is kept elsewhere. */
const MAX_NOTES_BYTES = 64 * 1_024 * 1_024
const MAX_TRIES = 5

type NotesRead =
  | { readonly kind: 'text'; readonly text: string; readonly stat: Stats }
  | { readonly kind: 'missing' }
  /** There, and not text: kept aside before it is made anew (LEDGER-22). */
  | { readonly kind: 'corrupt'; readonly stat: Stats }
  | { readonly kind: 'unreadable'; readonly problem: string }

type NotesText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly problem: string }

/** NOTES.md is made from trajectories. */
type NotesHomes = Pick<ProjectHomes, 'ledger' | 'notes'>

/** NOTES.md, or why it could not be read. */
export function readNotesText(home: ProjectHome): NotesText {
  const read = readNotesFile(home)
  if (read.kind === 'text' || read.kind === 'missing') return read
  const problem = read.kind === 'corrupt' ? LEDGER_FILE_TEXTS.notText : read.problem
  return { kind: 'problem', problem }
}

function readNotesFile(home: ProjectHome): NotesRead {
  const path = join(home, NOTES_PATH)
  if (!staysInside(home, dirname(path)))
    return { kind: 'unreadable', problem: LEDGER_FILE_TEXTS.leadsOut(dirname(path)) }
  let file: number | undefined
  try {
    file = openUnlinked(path)
    const stat = fstatSync(file)
    if (!stat.isFile()) return { kind: 'unreadable', problem: LEDGER_FILE_TEXTS.notPlain(path) }
    if (stat.size > MAX_NOTES_BYTES) return { kind: 'unreadable', problem: LEDGER_FILE_TEXTS.tooLarge(path) }
    const bytes = readFileSync(file)
    if (bytes.includes(0)) return { kind: 'corrupt', stat }
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), stat }
  } catch (error) {
    return failureOf(error, path)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function failureOf(error: unknown, path: string): NotesRead {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' }
  const stat = lstatSync(path, { throwIfNoEntry: false })
  // Not UTF-8: the decoder says so, and the file is there.
  if (error instanceof TypeError && stat?.isFile()) return { kind: 'corrupt', stat }
  return { kind: 'unreadable', problem: LEDGER_FILE_TEXTS.unreadable(path, code) }
}

/**
 * LEDGER-94: the file is the old one or the new one, never a part, and nobody's edit is lost: when it changed since it
 * was read, it is read again. Gives where an unreadable file was kept, if one stood there, and whether there was none at
 * all. Throws when it cannot be written.
 */
export function writeNotes(
  homes: NotesHomes,
  change: NotesChange,
): { readonly kept?: string; readonly isNew: boolean } {
  const { notes: home } = homes
  const path = join(home, NOTES_PATH)
  makeLedgerFolder(home, STATE_ZONE)
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const read = readNotesFile(home)
    if (read.kind === 'unreadable') throw new Error(read.problem)
    const before = read.kind === 'text' ? read.text : undefined
    const after = before === undefined ? newNotes(homes, change) : editNotes(before, change)
    if (after === before) return { isNew: false }
    const stat = read.kind === 'missing' ? undefined : read.stat
    const aside = read.kind === 'corrupt' ? `${path}.corrupt-${Date.now()}` : undefined
    const isWanted = () => {
      if (!isSame(stat, lstatSync(path, { throwIfNoEntry: false }))) return false
      if (aside !== undefined) move(path, aside)
      return true
    }
    if (replaceFile(path, after, { mode: { ifNew: 0o644 }, survives: 'power-cut', isWanted }))
      return { isNew: read.kind === 'missing', ...(aside !== undefined && { kept: aside }) }
  }
  throw new Error(LEDGER_FILE_TEXTS.keepsChanging(path))
}

function isSame(before: Stats | undefined, now: Stats | undefined): boolean {
  if (before === undefined || now === undefined) return before === now
  return before.ino === now.ino && before.size === now.size && before.mtimeMs === now.mtimeMs
}

/** LEDGER-15: made anew, NOTES.md has every decision that the trajectory has, and not only the newest few. */
export function newNotes({ ledger }: NotesHomes, change: NotesChange): string {
  const known = new Set(change.decisions.map(({ id }) => id))
  const earlier = trajectoryFiles(ledger)
    .flatMap(linesOf)
    .flatMap((line) => (/"decision_id"|"delta_sync"/.test(line) ? (readLine(line) ?? []) : []))
    .toSorted((left, right) => left.n - right.n)
    .flatMap(decisionsOf)
    .filter(({ id }) => !known.has(id))
  return editNotes(undefined, { ...change, decisions: [...earlier, ...change.decisions] })
}

/** LEDGER-11: a project's own form of the ledger, which no update touches. */
const NOTES_OVERRIDE = '.claude/overrides/NOTES.template.md'

/** LEDGER-88 to LEDGER-93, or what the project made of it. */
export function notesTemplate(root: string): string {
  const override = openText(root, NOTES_OVERRIDE)
  return override.kind === 'text' && override.text.trim() !== '' ? override.text : NOTES_TEMPLATE
}
