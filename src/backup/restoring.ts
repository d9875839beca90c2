import { lstatSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../disk/error-code.ts'
import { isAlive } from '../disk/lock.ts'
import { writeNew } from '../disk/new-file.ts'
import { listFolder, readJsonFile } from '../disk/read-file.ts'
import type { RawPath } from './ask-git.ts'
import { DAY_MS } from './places.ts'
import { rawPlace } from './raw-path.ts'

/** A restore that is under way. */
export interface Restoration {
  /** A name in the same folder that no other file has. */
  readonly nextTo: (path: RawPath) => RawPath
  readonly finish: () => void
}

interface Note {
  readonly root: string
  readonly folders: readonly RawPath[]
}

const NOTE = /^restoring-(\d+)-([0-9a-f]{32})$/

/**
 * Writes down where it is going to write, and under which name, before it does. The name is as long as a key and stands
 * nowhere else, so what a killed restore leaves is told from everybody else's files.
 */
export function beginRestoring(shelf: string, { root, folders }: Note): Restoration {
  const token = process.getBuiltinModule('node:crypto').randomBytes(16).toString('hex')
  const note = join(shelf, `restoring-${process.pid}-${token}`)
  try {
    // On the disk before the first file is, also when the power fails.
    writeNew(note, JSON.stringify({ root, folders: [...new Set(folders)] }), 0o600)
  } catch {
    // A full disk must not prevent a restore; only what a kill leaves behind would stay.
  }
  let count = 0
  return {
    nextTo: (path) => {
      count += 1
      return `${folderOf(path)}.fairlead-${token}-${count}.new`
    },
    finish: () => remove(note),
  }
}

/** With the slash at its end, or nothing. */
export function folderOf(path: RawPath): RawPath {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** Removes what killed restores left in the work tree, and nothing else. Tried again with the next copy where it fails. */
export function tidyUp(shelf: string): void {
  for (const name of listFolder(shelf)) {
    const [, pid = '', token = ''] = NOTE.exec(name) ?? []
    const note = join(shelf, name)
    if (token === '' || isUnderWay(Number(pid), note)) continue
    const said = readNote(note)
    // Torn: then it was killed before it wrote anything else.
    const isClean = said === undefined || said.folders.every((folder) => tidyFolder(said.root, folder, token))
    if (isClean) remove(note)
  }
}

/** No restore takes a day: after that, its process number belongs to another process. */
function isUnderWay(pid: number, note: string): boolean {
  try {
    return statSync(note).mtimeMs >= Date.now() - DAY_MS && isAlive(pid)
  } catch {
    return false
  }
}

function readNote(note: string): Note | undefined {
  const value = readJsonFile(note)
  return isNote(value) ? value : undefined
}

function isNote(value: unknown): value is Note {
  if (typeof value !== 'object' || value === null || !('root' in value) || !('folders' in value)) return false
  const { root, folders } = value
  return typeof root === 'string' && Array.isArray(folders) && folders.every((one) => typeof one === 'string')
}

const UNDER_WAY = /^\.fairlead-([0-9a-f]{32})-\d+\.new$/

/** True when nothing of it is left here. */
function tidyFolder(root: string, folder: RawPath, token: string): boolean {
  if (!isReal(root, folder)) return true
  const left = listed(root, folder).filter((one) => UNDER_WAY.exec(one)?.[1] === token)
  return left.map((one) => remove(rawPlace(root, `${folder}${one}`))).every(Boolean)
}

/** A folder that became a link leads to where nothing was written. */
function isReal(root: string, folder: RawPath): boolean {
  const names = folder.split('/').slice(0, -1)
  const above = names.map((_, index) => rawPlace(root, names.slice(0, index + 1).join('/')))
  try {
    return [root, ...above].every((place) => lstatSync(place).isDirectory())
  } catch {
    return false
  }
}

function listed(root: string, folder: RawPath): readonly string[] {
  try {
    return readdirSync(rawPlace(root, folder), 'latin1')
  } catch {
    return []
  }
}

function remove(path: string | Buffer): boolean {
  try {
    unlinkSync(path)
    return true
  } catch (error) {
    return codeOf(error) === 'ENOENT'
  }
}
