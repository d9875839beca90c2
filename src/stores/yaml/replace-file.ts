import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Faults } from '../write-point.ts'
import { isUnchanged, type Sight, STATE_FILE } from './sight.ts'
import { isAlive, stateFolder } from './state-lock.ts'

export interface Replacement {
  readonly project: ProjectRoot
  /** What stood there when the text was made. */
  readonly sight: Sight
  readonly text: string
  /** Keep what is replaced: it could not be understood, and may hold somebody's work. */
  readonly keepOld: boolean
  readonly faults: Faults
}

/**
 * Temporary file, fsync, rename, fsync of the folder (EDGE-103): the file is the old one or the new one, never a part.
 * False when somebody changed the file since `sight`: then nothing was replaced.
 */
export function replaceFile({ project, sight, text, keepOld, faults }: Replacement): boolean {
  const folder = dirname(sight.path)
  const temp = join(
    folder,
    `${basename(sight.path)}.tmp-${process.pid}-${process.getBuiltinModule('node:crypto').randomBytes(4).toString('hex')}`,
  )
  let isRenamed = false
  try {
    writeTemp(temp, { sight, text, faults })
    if (!isUnchanged(sight, project)) return false
    if (keepOld) keepAside(project, sight.path)
    renameSync(temp, sight.path)
    isRenamed = true
    faults('file.renamed')
    syncFolder(folder)
    faults('folder.synced')
    return true
  } finally {
    if (!isRenamed) removeQuietly(temp)
  }
}

/** Temporary files of writers that died. */
export function sweepTemps(project: ProjectRoot): void {
  const pattern = new RegExp(`^${STATE_FILE.replace('.', '\\.')}\\.tmp-(\\d+)-[0-9a-f]+$`)
  try {
    for (const name of readdirSync(project)) {
      const pid = pattern.exec(name)?.[1]
      if (pid !== undefined && !isAlive(Number(pid))) removeQuietly(join(project, name))
    }
  } catch {
    // A folder that cannot be listed keeps its litter.
  }
}

function writeTemp(temp: string, { sight, text, faults }: Pick<Replacement, 'sight' | 'text' | 'faults'>): void {
  const file = openSync(temp, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o644)
  try {
    faults('temp.created')
    keepOwner(file, sight)
    const bytes = Buffer.from(text)
    const half = bytes.length >> 1
    writeAll(file, bytes.subarray(0, half))
    faults('temp.half-written')
    writeAll(file, bytes.subarray(half))
    faults('temp.written')
    fsyncSync(file)
    faults('temp.synced')
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

function keepOwner(file: number, sight: Sight): void {
  if (!('stat' in sight) || sight.stat === undefined) return
  const { mode, uid, gid } = sight.stat
  try {
    if (Number(uid) !== process.getuid?.()) fchownSync(file, Number(uid), Number(gid))
  } catch {
    // Only root may give a file away; others wrote it as themselves before, too.
  }
  fchmodSync(file, Number(mode) & 0o777)
}

/** A second name for the old content; the rename that follows leaves it there. */
function keepAside(project: ProjectRoot, path: string): void {
  const folder = stateFolder(project)
  if (folder === undefined) return
  const kept = join(folder, 'active_context.unreadable.yaml')
  try {
    removeQuietly(kept)
    linkSync(path, kept)
  } catch {
    // Another file system: then it is lost, and the fact `state.unreadable` says that it was there.
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, constants.O_RDONLY)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Not there, or not ours to remove.
  }
}
