import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Paths } from '../config/paths.ts'
import { replaceFile, sweepDrafts, writePrivate } from '../disk/replace-file.ts'
import { readFileState, textHash } from './file-state.ts'
import type { FileEdit, Removal, World } from './plan.ts'
import {
  type Backups,
  dropUnusedTexts,
  type InstallRecord,
  keepText,
  keptText,
  readJsonSafely,
  readRecord,
  writeRecord,
} from './record.ts'

/** One file, from what stood there to what shall stand there; null is no file. */
interface Change {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  readonly mode: number
}

interface Commit {
  readonly changes: readonly Change[]
  /** Texts that the record names. */
  readonly keep: readonly string[]
  /** The record as it shall be afterwards, with the folders that these changes make. */
  readonly record: InstallRecord
  /** Folders of ours that may go when they are empty, innermost first. */
  readonly leaving: readonly string[]
}

/** The commit on disk, texts by hash. While this file exists the commit is unfinished and the next run finishes it. */
interface Journal {
  readonly version: 1
  readonly changes: readonly JournaledChange[]
  readonly record: InstallRecord
  readonly leaving: readonly string[]
}

interface JournaledChange {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  readonly mode: number
}

/** Called before every write; tests throw from it, which is what `kill -9` looks like from the disk's side. */
export type Checkpoint = (step: string) => void

/** Paths that somebody else changed in the meantime; they were left alone. */
export type Conflicts = readonly string[]

function commitChanges(backups: Backups, commit: Commit, checkpoint: Checkpoint = () => {}): Conflicts {
  const name = (text: string | null) => {
    checkpoint('keep a text')
    return text === null ? null : keepText(backups, text)
  }
  for (const text of commit.keep) name(text)
  const changes = commit.changes.map((change) => ({
    path: change.path,
    before: change.before === null ? null : textHash(change.before),
    after: name(change.after),
    mode: change.mode,
  }))
  const journal: Journal = { version: 1, changes, record: commit.record, leaving: commit.leaving }
  checkpoint('write the journal')
  writePrivate(journalPath(backups), JSON.stringify(journal))
  return finish(backups, journal, checkpoint)
}

/** Finishes what a killed run began. */
export function recoverCommit(backups: Backups): { readonly found: boolean; readonly conflicts: Conflicts } {
  const journal = readJsonSafely(journalPath(backups))
  if (!isJournal(journal)) return { found: false, conflicts: [] }
  return { found: true, conflicts: finish(backups, journal, () => {}) }
}

/** Folders that have to be made for a path, outermost first. */
function missingFolders(path: string): readonly string[] {
  const missing: string[] = []
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder)
  return missing
}

function finish(backups: Backups, journal: Journal, checkpoint: Checkpoint): Conflicts {
  const conflicts = journal.changes.filter((change) => !redo(backups, change, checkpoint)).map((change) => change.path)
  for (const folder of journal.leaving) {
    checkpoint('remove a folder')
    removeIfEmpty(folder)
  }
  checkpoint('write the record')
  writeRecord(backups, journal.record)
  checkpoint('drop the journal')
  rmSync(journalPath(backups), { force: true })
  checkpoint('drop unused texts')
  dropUnusedTexts(backups, journal.record)
  return conflicts
}

function redo(backups: Backups, change: JournaledChange, checkpoint: Checkpoint): boolean {
  const state = readFileState(change.path)
  const now = state.kind === 'file' ? textHash(state.text) : null
  sweepDrafts(state.kind === 'file' ? state.real : change.path)
  if (state.kind === 'unusable') return false
  if (now === change.after) return true
  if (now !== change.before) return false
  checkpoint(`change ${change.path}`)
  if (change.after === null) {
    rmSync(change.path, { force: true })
    return true
  }
  const text = keptText(backups, change.after)
  if (text === null) return false
  mkdirSync(dirname(change.path), { recursive: true, mode: 0o755 })
  replaceFile(state.kind === 'file' ? state.real : change.path, text, { mode: change.mode, survives: 'power-cut' })
  return true
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Not empty, or already gone.
  }
}

function journalPath(backups: Backups): string {
  return join(backups.folder, 'journal.json')
}

function isJournal(value: unknown): value is Journal {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === 1 &&
    'changes' in value &&
    Array.isArray(value.changes) &&
    'record' in value &&
    'leaving' in value &&
    Array.isArray(value.leaving)
  )
}

/** The real disk, as planning sees it. */
export function openWorld(paths: Paths): World {
  const backups = backupsOf(paths)
  return {
    hookCommand: paths.hookCommand,
    record: readRecord(backups),
    read: readFileState,
    kept: (name) => keptText(backups, name),
  }
}

export function backupsOf(paths: Paths): Backups {
  return { folder: paths.backups }
}

export function applyInstall(paths: Paths, edits: readonly FileEdit[], checkpoint?: Checkpoint): Conflicts {
  const old = readRecord(backupsOf(paths))
  const changed = new Set(edits.map((edit) => edit.path))
  const files = edits.flatMap(({ path, kind, baseline, after }) =>
    after === null
      ? []
      : [{ path, kind, baseline: baseline === null ? null : textHash(baseline), after: textHash(after) }],
  )
  const made = edits.flatMap((edit) => missingFolders(edit.path))
  const record: InstallRecord = {
    version: 1,
    files: [...old.files.filter((file) => !changed.has(file.path)), ...files],
    folders: [...new Set([...old.folders, ...made])],
  }
  const keep = edits.flatMap((edit) => (edit.baseline === null ? [] : [edit.baseline]))
  return commitChanges(backupsOf(paths), { changes: edits.map(changeOf), keep, record, leaving: [] }, checkpoint)
}

export function applyRemoval(paths: Paths, removal: Removal, checkpoint?: Checkpoint): Conflicts {
  const old = readRecord(backupsOf(paths))
  const record: InstallRecord = { version: 1, files: removal.left, folders: removal.leftFolders }
  const leaving = old.folders
    .filter((folder) => !removal.leftFolders.includes(folder))
    .toSorted((left, right) => right.length - left.length)
  return commitChanges(
    backupsOf(paths),
    { changes: removal.edits.map(changeOf), keep: [], record, leaving },
    checkpoint,
  )
}

function changeOf({ path, before, after, mode }: FileEdit): Change {
  return { path, before, after, mode }
}
