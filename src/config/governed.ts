import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { GovernedBy, GovernedList } from '../core/model/homes.ts'
import { type ProjectRoot, projectRoot } from '../core/model/ids.ts'
import { isInside } from '../core/model/inside.ts'
import { AT_ONCE } from '../disk/read-file.ts'

/** The project of this folder if a person governs it. */
export function governedRootOf(startDir: string, list: GovernedList): ProjectRoot | undefined {
  const root = projectRootOf(startDir)
  return root !== undefined && standingOf(root, list) ? root : undefined
}

/**
 * A repository made inside a governed project, a `fairlead.yaml` planted there and a linked worktree of it are projects
 * of their own, and governed: otherwise an agent could leave the gate by starting its next session in one.
 */
export function standingOf(root: ProjectRoot, list: GovernedList): GovernedBy | undefined {
  if (!list.ok) return { kind: 'kept', problem: list.problem }
  const main = mainWorktreeOf(root)
  const above = list.projects.filter((one) => isInside(root, one.root) || one.root === main)
  // The nearest one says how: a nested project may have been set up by itself.
  const [by] = above.toSorted((left, right) => right.root.length - left.root.length)
  if (by) return { kind: 'listed', by }
  const git = repositoryId(root)
  const former = list.projects.find((one) => git !== '' && one.git === git && !existsSync(one.root))
  return former && { kind: 'moved', by: former }
}

/** Names the repository of a project on this disk: a rename keeps it, a copy or a clone does not. */
export function repositoryId(root: string): string {
  const main = mainWorktreeOf(root)
  try {
    const { dev, ino, birthtimeMs } = statSync(join(main ?? root, '.git'))
    return `${dev}:${ino}:${Math.trunc(birthtimeMs)}`
  } catch {
    return ''
  }
}

/** The repository that a linked worktree belongs to. */
export function mainWorktreeOf(root: string): string | undefined {
  try {
    const mark = join(root, '.git')
    if (!statSync(mark).isFile()) return undefined
    const [, folder] =
      /^gitdir: (.+)\/\.git\/worktrees\/[^/]+\s*$/.exec(readFileSync(mark, { encoding: 'utf8', flag: AT_ONCE })) ?? []
    return folder === undefined ? undefined : realFolder(resolve(root, folder))
  } catch {
    return undefined
  }
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
