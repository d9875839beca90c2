import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Nothing that we keep in these folders is longer. */
const MAX_BYTES = 262_144

/** Text of a regular file, not of a link; undefined when there is none, or it is too long or no UTF-8. */
export function readPlain(path: string): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const { size } = fstatSync(file)
      if (!fstatSync(file).isFile() || size > MAX_BYTES) return undefined
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** `nothing`, a `folder` of its own, or `other`: a link, a file, something unreadable. */
export function whatIsAt(path: string): 'nothing' | 'folder' | 'other' {
  try {
    return lstatSync(path).isDirectory() ? 'folder' : 'other'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'nothing' : 'other'
  }
}

/** One level after the other, so that a link on the way is seen. Throws where one is. */
export function makeFolders(root: string, names: readonly string[]): string {
  return names.reduce((folder, name) => {
    const path = join(folder, name)
    if (whatIsAt(path) === 'nothing') mkdirSync(path, { mode: 0o700 })
    if (whatIsAt(path) !== 'folder') throw new Error(`${path} is not a folder`)
    return path
  }, root)
}

/** Whole or not at all: a new file, flushed, then renamed over the old one, and the folder flushed. */
export function writePlain(path: string, text: string): void {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.${draftNumber()}`)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  try {
    const file = openSync(draft, flags, 0o600)
    try {
      const bytes = Buffer.from(text)
      for (let sent = 0; sent < bytes.length; ) sent += writeSync(file, bytes, sent)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  flushFolder(dirname(path))
}

let drafts = 0

function draftNumber(): number {
  drafts += 1
  return drafts
}

/** A name is on the disk when its folder is. */
export function flushFolder(path: string): void {
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
