import { copyFileSync, existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { move } from '../../../disk/move.ts'
import { readJsonFile } from '../../../disk/read-file.ts'
import { writePrivate } from '../../../disk/replace-file.ts'

/** Where the older files wait until the clean-up, with a list that says where each belongs. */
const FOLDER = join('.proof', 'migration')
const LIST = join(FOLDER, 'list.json')

/** Paths relative to the project. */
export interface Kept {
  readonly path: string
  /** Copied, since the file itself goes on in another shape. */
  readonly copied: boolean
}

export function backupOf(project: string): readonly Kept[] | undefined {
  if (!isOwnFolder(project)) return undefined
  const list = readJsonFile(join(project, LIST))
  return Array.isArray(list) ? list.filter(isKept) : undefined
}

/** The list is written first, so that `undo` also works after a crash half-way. False when there is no safe place. */
export function keepOlder(project: string, kept: readonly Kept[]): boolean {
  if (!isOwnFolder(project)) return false
  const folder = join(project, FOLDER)
  writePrivate(join(project, LIST), `${JSON.stringify(kept, null, 2)}\n`)
  for (const { path, copied } of kept) {
    const [from, to] = [join(project, path), join(folder, path)]
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    if (copied) copyFileSync(from, to)
    else move(from, to)
  }
  return true
}

/** Everything back to its place, byte for byte. What was not moved yet is there already. */
export function restoreOlder(project: string, kept: readonly Kept[]): void {
  for (const { path } of kept) {
    const [from, to] = [join(project, FOLDER, path), join(project, path)]
    if (!existsSync(from)) continue
    mkdirSync(dirname(to), { recursive: true, mode: 0o775 })
    move(from, to)
  }
  rmSync(join(project, FOLDER), { recursive: true, force: true })
}

export function forgetOlder(project: string): void {
  rmSync(join(project, FOLDER), { recursive: true, force: true })
}

/** A link in place of `.proof` would lead out of the project. */
function isOwnFolder(project: string): boolean {
  return lstatSync(join(project, '.proof'), { throwIfNoEntry: false })?.isDirectory() ?? true
}

/** A list that somebody else wrote must not lead out of the project. */
function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { path, copied } = value as Partial<Kept>
  return (
    typeof path === 'string' && typeof copied === 'boolean' && !path.startsWith('/') && !path.split('/').includes('..')
  )
}
