import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProjectHome, ProjectRoot } from '../../../core/model/ids.ts'
import { readJsonFile } from '../../../disk/read-file.ts'
import { replaceFile, writePrivate } from '../../../disk/replace-file.ts'

/** Where the older files wait until the clean-up, with a list that says where each belongs. */
const FOLDER = join('.proof', 'migration')
const LIST = join(FOLDER, 'list.json')

/** Older files lie in the work tree; they are kept at the project's home. */
export interface OlderGround {
  readonly project: ProjectRoot
  readonly home: ProjectHome
}

/** Paths relative to the project. */
export interface Kept {
  readonly path: string
  /** Only copied, since the file itself goes on in another shape. */
  readonly copied: boolean
}

export function backupOf({ home }: OlderGround): readonly Kept[] | undefined {
  if (!isOwnFolder(home)) return undefined
  const list = readJsonFile(join(home, LIST))
  return Array.isArray(list) ? list.filter(isKept) : undefined
}

/** The list is written first, so that `undo` also works after a crash half-way. False when there is no safe place. */
export function keepOlder({ project, home }: OlderGround, kept: readonly Kept[]): boolean {
  if (!isOwnFolder(home)) return false
  const folder = join(home, FOLDER)
  writePrivate(join(home, LIST), `${JSON.stringify(kept, null, 2)}\n`)
  for (const { path, copied } of kept) {
    const [from, to] = [join(project, path), join(folder, path)]
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    // The home may be on another disk: nothing is gone before its copy is there.
    copyFileSync(from, to)
    if (!copied) rmSync(from)
  }
  return true
}

/** Everything back to its place, byte for byte. What was not moved yet is there already. */
export function restoreOlder({ project, home }: OlderGround, kept: readonly Kept[]): void {
  for (const { path } of kept) {
    const [from, to] = [join(home, FOLDER, path), join(project, path)]
    if (!existsSync(from)) continue
    mkdirSync(dirname(to), { recursive: true, mode: 0o775 })
    replaceFile(to, readFileSync(from), { mode: { ifNew: 0o644 }, survives: 'power-cut' })
  }
  rmSync(join(home, FOLDER), { recursive: true, force: true })
}

export function forgetOlder({ home }: OlderGround): void {
  rmSync(join(home, FOLDER), { recursive: true, force: true })
}

/** A link in place of `.proof` would lead out of the project. */
function isOwnFolder(home: ProjectHome): boolean {
  return lstatSync(join(home, '.proof'), { throwIfNoEntry: false })?.isDirectory() ?? true
}

/** A list that somebody else wrote must not lead out of the project. */
function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { path, copied } = value as Partial<Kept>
  return (
    typeof path === 'string' && typeof copied === 'boolean' && !path.startsWith('/') && !path.split('/').includes('..')
  )
}
