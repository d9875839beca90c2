import { type BigIntStats, closeSync, fstatSync, lstatSync, readSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectHome } from '../../core/model/ids.ts'
import { isInside } from '../../core/model/inside.ts'
import { STATE_FILE } from '../../core/model/state.ts'
import { STATE_FILE_WORDS } from '../../core/words/gate.ts'
import { codeOf } from '../../disk/error-code.ts'
import { openUnlinked } from '../../disk/read-file.ts'
import { sha256 } from '../sha256.ts'

const MAX_FILE_BYTES = 1024 * 1024

/** What stands in the place of the state file right now. */
export type Sight =
  | { readonly kind: 'missing'; readonly path: string }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly bytes: Uint8Array
      readonly hash: string
      /** Names this very state of the file, once it has rested: from then on every change shows in it. */
      readonly stamp: string | null
      readonly stat: BigIntStats
    }
  /** `stat` is there when it is a plain file, which may be replaced. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly problem: string; readonly stat?: BigIntStats }

/** Reads the state file without ever leaving the project, waiting, or reading more than a megabyte. */
export function see(home: ProjectHome): Sight {
  const path = join(home, STATE_FILE)
  try {
    return seeAt(path)
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
        return { kind: 'missing', path }
      case 'ELOOP':
        return seeThroughLink(home, path)
      default:
        return { kind: 'unreadable', path, problem: STATE_FILE_WORDS.unreadable(codeOf(error)) }
    }
  }
}

/** The stamp of the file as it lies there now: bytes that were looked at under the same one need no second look. */
export function stampNow(home: ProjectHome): string | undefined {
  try {
    const stat = lstatSync(join(home, STATE_FILE), { bigint: true, throwIfNoEntry: false })
    return stat?.isFile() ? stampOf(stat) : undefined
  } catch {
    // `see` says what is wrong with it.
    return undefined
  }
}

// Only the kernel sets the change time of a file's own entry (ctime).
function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
}

/** Longer than a tick of the clock that a file system dates its files with: two changes within one look the same. */
const REST_MS = 100

function hasRested({ ctimeMs }: BigIntStats): boolean {
  return Date.now() - Number(ctimeMs) > REST_MS
}

/** It was not changed, replaced or removed since. */
export function isUnchanged(before: Sight, home: ProjectHome): boolean {
  const now = see(home)
  if (now.kind !== before.kind || now.path !== before.path) return false
  if (now.kind === 'file' && before.kind === 'file')
    return now.hash === before.hash && isSameFile(now.stat, before.stat)
  if (now.kind === 'unreadable' && before.kind === 'unreadable') {
    return now.problem === before.problem && (!now.stat || !before.stat || isSameFile(now.stat, before.stat))
  }
  return true
}

function isSameFile(left: BigIntStats, right: BigIntStats): boolean {
  return left.ino === right.ino && left.mtimeNs === right.mtimeNs && left.size === right.size
}

function seeAt(path: string): Sight {
  const file = openUnlinked(path)
  try {
    const stat = fstatSync(file, { bigint: true })
    if (stat.isDirectory()) return { kind: 'unreadable', path, problem: STATE_FILE_WORDS.folder }
    if (!stat.isFile()) return { kind: 'unreadable', path, problem: STATE_FILE_WORDS.notPlain }
    const bytes = readUpTo(file, MAX_FILE_BYTES + 1)
    if (bytes.length > MAX_FILE_BYTES) return { kind: 'unreadable', path, stat, problem: STATE_FILE_WORDS.tooLarge }
    return { kind: 'file', path, bytes, hash: sha256(bytes), stamp: hasRested(stat) ? stampOf(stat) : null, stat }
  } finally {
    closeSync(file)
  }
}

/** A link is followed as far as it stays in the project; what lies outside is not ours to read or write. */
function seeThroughLink(home: ProjectHome, path: string): Sight {
  let target: string
  try {
    target = realpathSync(path)
  } catch (error) {
    const problem = codeOf(error) === 'ENOENT' ? STATE_FILE_WORDS.danglingLink : STATE_FILE_WORDS.brokenLink
    return { kind: 'unreadable', path, problem }
  }
  if (!isInside(target, home)) return { kind: 'unreadable', path, problem: STATE_FILE_WORDS.linkOut }
  try {
    const sight = seeAt(target)
    // The link may be turned elsewhere, which the file it leads to does not show.
    return sight.kind === 'file' ? { ...sight, stamp: null } : sight
  } catch (error) {
    return { kind: 'unreadable', path, problem: STATE_FILE_WORDS.unreadable(codeOf(error)) }
  }
}

function readUpTo(file: number, limit: number): Uint8Array {
  const size = Math.min(Number(fstatSync(file).size) + 1, limit)
  let bytes = Buffer.alloc(size)
  let filled = 0
  for (;;) {
    const read = readSync(file, bytes, filled, bytes.length - filled, null)
    filled += read
    if (read === 0 || filled === limit) return bytes.subarray(0, filled)
    if (filled === bytes.length) bytes = Buffer.concat([bytes], Math.min(bytes.length * 2, limit))
  }
}
