import type { Paths } from '../config/paths.ts'
import { type Change, type Checkpoint, type Conflicts, commitChanges, missingFolders } from './commit.ts'
import { readFileState, sha256 } from './file-state.ts'
import type { FileEdit, Removal, World } from './plan.ts'
import { type Backups, type InstallRecord, keptText, readRecord } from './record.ts'

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
    after === null ? [] : [{ path, kind, baseline: baseline === null ? null : sha256(baseline), after: sha256(after) }],
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
