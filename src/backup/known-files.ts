import type { Stats } from 'node:fs'
import { readJsonFile } from '../disk/read-file.ts'
import { writePrivate } from '../disk/replace-file.ts'
import type { RawPath } from './ask-git.ts'

/** What a file looked like when its content was stored, and the name of that content. */
type Known = readonly [look: string, blob: string]

/** Contents stored before, so that an unchanged file is not read again. */
export interface KnownFiles {
  readonly blobOf: (path: RawPath, stat: Stats) => string | undefined
  readonly learn: (path: RawPath, stat: Stats, blob: string) => void
  readonly save: () => void
}

const MAX_BYTES = 64 * 1_024 * 1_024
/** A file written this recently may change again without looking different. */
const SETTLED_MS = 2_000

export function openKnownFiles(file: string, nowMs: number): KnownFiles {
  const before = read(file)
  const after = new Map<RawPath, Known>()
  return {
    blobOf: (path, stat) => {
      const [look, blob] = before.get(path) ?? []
      if (look !== lookOf(stat)) return undefined
      if (blob !== undefined) after.set(path, [look, blob])
      return blob
    },
    learn: (path, stat, blob) => {
      if (nowMs - Math.max(stat.mtimeMs, stat.ctimeMs) > SETTLED_MS) after.set(path, [lookOf(stat), blob])
    },
    save: () => {
      try {
        writePrivate(file, JSON.stringify({ version: 1, files: Object.fromEntries(after) }))
      } catch {
        // Only speed is lost.
      }
    },
  }
}

function lookOf({ size, mtimeMs, ctimeMs, ino, mode, dev }: Stats): string {
  return [size, mtimeMs, ctimeMs, ino, mode, dev].join(' ')
}

function read(file: string): ReadonlyMap<RawPath, Known> {
  const value = readJsonFile(file, MAX_BYTES)
  return isKept(value) ? new Map(Object.entries(value.files)) : new Map()
}

/** The folder is ours and closed to agents; git itself checks that every named content is there. */
function isKept(value: unknown): value is { readonly files: Readonly<Record<RawPath, Known>> } {
  if (typeof value !== 'object' || value === null || !('files' in value)) return false
  const { files } = value
  return typeof files === 'object' && files !== null && Object.values(files).every((one) => Array.isArray(one))
}
