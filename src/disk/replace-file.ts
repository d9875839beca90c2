import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isAlive } from './lock.ts'

/** Where a kill leaves a replacement half done, in order. */
type ReplaceStep =
  | 'temp.created'
  | 'temp.half-written'
  | 'temp.written'
  | 'temp.synced'
  | 'file.renamed'
  | 'folder.synced'

export interface Replacement {
  /** A number: exactly these bits. `ifNew`: the file that is there keeps its own; a new one gets these, less the umask. */
  readonly mode: number | { readonly ifNew: number }
  /** `power-cut`: file and folder are flushed. `kill`: not flushed, for what can be made again. */
  readonly survives: 'power-cut' | 'kill'
  /** The last look before the rename; false leaves the old file as it is. */
  readonly isWanted?: () => boolean
  /** Called at every step. A test throws or kills the process there. */
  readonly at?: (step: ReplaceStep) => void
}

/**
 * Old or new, never a part: a draft beside the file, then a rename. A link at `path` is replaced and not followed; the
 * owner of the old file stays where we may give a file away. False: `isWanted` said no, and nothing was replaced.
 */
export function replaceFile(path: string, content: string | Uint8Array, how: Replacement): boolean {
  const draft = draftOf(path)
  let isRenamed = false
  try {
    writeDraft(draft, path, Buffer.from(content), how)
    if (how.isWanted?.() === false) return false
    renameSync(draft, path)
    isRenamed = true
    how.at?.('file.renamed')
    if (how.survives === 'power-cut') flushFolder(dirname(path))
    how.at?.('folder.synced')
    return true
  } finally {
    if (!isRenamed) removeQuietly(draft)
  }
}

/** For its owner only, in a folder that is made when missing and closed to others. */
export function writePrivate(
  path: string,
  text: string | Uint8Array,
  survives: Replacement['survives'] = 'power-cut',
): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replaceFile(path, text, { mode: 0o600, survives })
}

/**
 * Writes over a file of exactly this length, in one go and without a new name, which would make the next flush of the disk wait.
 * For what fits into one page, so that a kill leaves it old or new. False: there is no such file of ours alone.
 */
export function overwriteFile(path: string, bytes: Uint8Array): boolean {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = fstatSync(file)
    if (!found.isFile() || found.nlink !== 1 || found.size !== bytes.length) return false
    return writeSync(file, bytes, 0, bytes.length, 0) === bytes.length
  } catch {
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Removes the drafts of this file whose writers were killed. */
export function sweepDrafts(path: string): void {
  const prefix = `${basename(path)}.tmp-`
  sweep(dirname(path), (name) => (name.startsWith(prefix) ? DRAFT_END.exec(name.slice(prefix.length))?.[1] : undefined))
}

/** The same for every file of a folder of ours, and for what a killed daemon left while it took its socket. Only what is a minute old. */
export function sweepFolder(folder: string): void {
  sweep(folder, (name) => {
    const pid = LEFTOVER.exec(name)?.slice(1).find(Boolean)
    const found = pid === undefined ? undefined : lstatSync(join(folder, name), { throwIfNoEntry: false })
    return found && Date.now() - found.mtimeMs > LEFTOVER_AGE_MS ? pid : undefined
  })
}

const LEFTOVER_AGE_MS = 60_000
/** A draft, one of an earlier version, a socket that was not yet in its place: each has the number of its writer. */
const LEFTOVER = /\.tmp-(\d{1,10})-[0-9a-f]{8}$|\.(\d{1,10})\.new$|\.sock\.(\d{1,10})$/

function sweep(folder: string, writerOf: (name: string) => string | undefined): void {
  try {
    for (const name of readdirSync(folder)) {
      const pid = writerOf(name)
      if (pid !== undefined && !isAlive(Number(pid))) removeQuietly(join(folder, name))
    }
  } catch {
    // A folder that cannot be listed keeps its litter.
  }
}

/** A new name is on the disk when its folder is. */
export function flushFolder(path: string): void {
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

export function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Not there, or not ours to remove. What went wrong before is told.
  }
}

const DRAFT_END = /^(\d{1,10})-[0-9a-f]{8}$/

// Processes of two containers may share a pid and a folder, so the pid alone is no name of one's own. Nobody need be kept
// from guessing it: what stands there already is never written to. Node's crypto would cost a cold hook a millisecond.
function draftOf(path: string): string {
  const token = Math.floor(Math.random() * 0x1_0000_0000).toString(16)
  return `${path}.tmp-${process.pid}-${token.padStart(8, '0')}`
}

function writeDraft(draft: string, path: string, bytes: Buffer, { mode, survives, at }: Replacement): void {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
  const file = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, typeof mode === 'number' ? mode : mode.ifNew)
  try {
    at?.('temp.created')
    keepFrom(path, file, mode)
    const half = bytes.length >> 1
    writeAll(file, bytes.subarray(0, half))
    at?.('temp.half-written')
    writeAll(file, bytes.subarray(half))
    at?.('temp.written')
    if (survives === 'power-cut') fsyncSync(file)
    at?.('temp.synced')
  } finally {
    closeSync(file)
  }
}

function keepFrom(path: string, file: number, mode: Replacement['mode']): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  const old = found?.isFile() ? found : undefined
  if (old !== undefined && (old.uid !== process.getuid?.() || old.gid !== process.getgid?.())) {
    try {
      fchownSync(file, old.uid, old.gid)
    } catch {
      // Only root may give a file away.
    }
  }
  if (typeof mode === 'number') fchmodSync(file, mode)
  else if (old !== undefined) fchmodSync(file, old.mode & 0o777)
}
