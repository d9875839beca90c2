import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type ProjectRoot, projectRoot } from '../core/model/ids.ts'
import { isInside } from '../core/model/inside.ts'
import { codeOf } from '../disk/error-code.ts'
import { writePrivate } from '../disk/replace-file.ts'

export type GovernedList =
  | { readonly ok: true; readonly roots: readonly ProjectRoot[] }
  | { readonly ok: false; readonly problem: string }

const MAX_LIST_BYTES = 4_000_000

/** The project of this folder if a person governs it. For every hook: a few `stat` calls, one small file. */
export function governedRootOf(startDir: string, listFile: string): ProjectRoot | undefined {
  const list = readGoverned(listFile)
  if (list.ok && list.roots.length === 0) return undefined
  const root = projectRootOf(startDir)
  if (root === undefined) return undefined
  // A list that exists and cannot be read must not switch the gate off everywhere.
  return !list.ok || list.roots.some((governed) => governs(governed, root)) ? root : undefined
}

/**
 * A repository made inside a governed project, a `fairlead.yaml` planted there and a linked worktree of it are projects
 * of their own, and governed: otherwise an agent could leave the gate by starting its next session in one.
 */
function governs(governed: ProjectRoot, root: ProjectRoot): boolean {
  return isInside(root, governed) || mainWorktreeOf(root) === governed
}

/** The repository that a linked worktree belongs to. */
export function mainWorktreeOf(root: ProjectRoot): string | undefined {
  try {
    const mark = join(root, '.git')
    if (!statSync(mark).isFile()) return undefined
    const [, folder] = /^gitdir: (.+)\/\.git\/worktrees\/[^/]+\s*$/.exec(readFileSync(mark, 'utf8')) ?? []
    return folder === undefined ? undefined : realFolder(resolve(root, folder))
  } catch {
    return undefined
  }
}

/** Whether any project is governed at all: nearly free, and false on most machines most of the time. */
export function governsAny(listFile: string): boolean {
  const list = readGoverned(listFile)
  return !list.ok || list.roots.length > 0
}

/** Nearest ancestor with `fairlead.yaml`, else the git top level; a linked worktree is its own. Undefined outside both. */
export function projectRootOf(startDir: string): ProjectRoot | undefined {
  let folder = realFolder(startDir)
  let repository: string | undefined
  for (;;) {
    if (isFile(join(folder, 'fairlead.yaml'))) return projectRoot(folder)
    if (repository === undefined && isRepository(folder)) repository = folder
    const parent = dirname(folder)
    if (parent === folder) return repository === undefined ? undefined : projectRoot(repository)
    folder = parent
  }
}

export function readGoverned(listFile: string): GovernedList {
  let text: string
  try {
    if (statSync(listFile).size > MAX_LIST_BYTES) return { ok: false, problem: 'too large' }
    text = readFileSync(listFile, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? { ok: true, roots: [] } : { ok: false, problem: code }
  }
  try {
    const value: unknown = JSON.parse(text)
    if (!isList(value)) return { ok: false, problem: 'not a list of projects' }
    return { ok: true, roots: value.projects.map(projectRoot) }
  } catch {
    return { ok: false, problem: 'not JSON' }
  }
}

/** Whole or not at all: a hook never sees half a list. */
export function writeGoverned(listFile: string, roots: readonly ProjectRoot[]): void {
  writePrivate(listFile, `${JSON.stringify({ version: 1, projects: [...new Set(roots)].sort() }, null, 2)}\n`)
}

/** A session may have started in a folder that is gone by now. */
function realFolder(startDir: string): string {
  let folder = resolve(startDir)
  for (;;) {
    try {
      return realpathSync(folder)
    } catch {
      const parent = dirname(folder)
      if (parent === folder) return folder
      folder = parent
    }
  }
}

/** What git itself accepts: a folder with a HEAD, or the pointer file of a worktree or submodule. */
function isRepository(folder: string): boolean {
  const mark = join(folder, '.git')
  try {
    const found = statSync(mark, { throwIfNoEntry: false })
    return found !== undefined && (found.isDirectory() ? isFile(join(mark, 'HEAD')) : found.isFile())
  } catch {
    // A loop of links, or a folder that tells nobody: git does not open it either, and the gate must not fail over it.
    return false
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}

function isList(value: unknown): value is { readonly projects: readonly string[] } {
  if (typeof value !== 'object' || value === null || !('projects' in value)) return false
  return Array.isArray(value.projects) && value.projects.every((item) => typeof item === 'string')
}
