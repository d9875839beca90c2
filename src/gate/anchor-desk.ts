import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { AnchorDesk, CitedFile } from '../core/model/anchor.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { pathsCited } from '../core/protocols/anchor/proof.ts'
import type { AnchorFiles } from './anchor-files.ts'
import { gitPlaceOf } from './git-place.ts'

export const EMPTY_DESK: AnchorDesk = {
  roles: [],
  isActive: false,
  pending: [],
  projectContext: '',
  suggested: [],
  cited: [],
}

export interface DeskWish {
  /** As the agent named it. */
  readonly workingDir: string
  readonly role: string | undefined
  readonly payload: string
  /** How much of git the stage is decided by: looking at a large work tree is what takes time. */
  readonly sight: 'nothing' | 'branch' | 'changes'
}

/** Everything a stage is decided by, read once. The work tree is looked at where it is named, never walked. */
export async function deskOf(files: AnchorFiles, project: ProjectRoot, wish: DeskWish): Promise<AnchorDesk> {
  const trouble = files.trouble(project)
  const roles = files.roles(project)
  const workingDir = folderIn(project, wish.workingDir)
  const desk = { ...EMPTY_DESK, roles, ...(trouble !== undefined && { trouble }) }
  if (workingDir === undefined) return desk
  const git = wish.sight === 'nothing' ? undefined : await gitPlaceOf(project, wish.sight)
  const constitution = wish.role === undefined ? undefined : files.constitution(project, wish.role)
  return {
    ...desk,
    workingDir,
    ...(git && { git }),
    ...(constitution && { constitution }),
    projectContext: textOf(join(project, '.hestai/context/PROJECT-CONTEXT.oct.md')),
    suggested: suggestedIn(
      workingDir,
      (git?.changed ?? []).map((path) => relative(workingDir, join(project, path))),
    ),
    cited: pathsCited(wish.payload).map((path) => citedIn(workingDir, path)),
  }
}

/** Real path of a folder inside the project; undefined for everything else. */
function folderIn(project: ProjectRoot, named: string): string | undefined {
  try {
    if (!isAbsolute(named) || named.includes('\0')) return undefined
    const real = realpathSync(named)
    return isWithin(project, real) && statSync(real).isDirectory() ? real : undefined
  } catch {
    return undefined
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

const WELL_KNOWN = ['README.md', 'package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod', 'Makefile']
const MAX_SUGGESTED = 5
const MAX_LISTED = 50

/** Files that can be cited: what is being changed, then what every project has, then whatever stands at the top. */
function suggestedIn(workingDir: string, changed: readonly string[]): readonly CitedFile[] {
  const top = filesIn(workingDir)
  const names = [
    ...changed.slice(0, MAX_LISTED),
    ...WELL_KNOWN.filter((name) => top.includes(name)),
    ...top.slice(0, MAX_LISTED),
  ]
  const found: CitedFile[] = []
  for (const name of new Set(names)) {
    const file = citedIn(workingDir, name)
    if (file.kind === 'file' && file.lines > 0) found.push(file)
    if (found.length === MAX_SUGGESTED) break
  }
  return found
}

function filesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : [])).toSorted()
  } catch {
    return []
  }
}

/** What stands at a path that an agent named. A link that leads out of the folder is outside. */
function citedIn(workingDir: string, path: string): CitedFile {
  const full = resolve(workingDir, path)
  if (!isWithin(workingDir, full) || full.includes('\0')) return { path, kind: 'outside', lines: 0 }
  try {
    const real = realpathSync(full)
    if (!isWithin(workingDir, real)) return { path, kind: 'outside', lines: 0 }
    const stat = statSync(real)
    if (stat.isDirectory()) return { path, kind: 'folder', lines: 0 }
    return stat.isFile() ? { path, kind: 'file', lines: linesOf(real, stat.size) } : { path, kind: 'other', lines: 0 }
  } catch {
    return { path, kind: parentIsWithin(workingDir, full) ? 'absent' : 'outside', lines: 0 }
  }
}

/** A file that is still to be written must not be reached through a link that leads out. */
function parentIsWithin(workingDir: string, path: string): boolean {
  for (let folder = resolve(path, '..'); isWithin(workingDir, folder); folder = resolve(folder, '..')) {
    try {
      return isWithin(workingDir, realpathSync(folder))
    } catch {
      // Not there either: its own parent decides.
    }
  }
  return false
}

const MAX_COUNTED_BYTES = 8 * 1_048_576
const NEWLINE = 0x0a

function linesOf(path: string, size: number): number {
  if (size === 0 || size > MAX_COUNTED_BYTES) return size === 0 ? 0 : MAX_COUNTED_BYTES
  const bytes = readFileSync(path)
  let lines = bytes.at(-1) === NEWLINE ? 0 : 1
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1
  return lines
}

function textOf(path: string): string {
  try {
    return statSync(path).size > MAX_COUNTED_BYTES ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
