import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { ProjectHomes } from '../core/model/homes.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { runGitSync, splitNul } from '../git/run-git.ts'

/** What we write into a work tree where it is kept there. A pattern each, relative to the project. */
const STATE_FILES = ['active_context.yaml', 'active_context.yaml.tmp-*', '.proof/', '.claude/state/']
const LEDGER_FILES = ['loa-grimoire/', '.beads/*.yaml']
const GIT_TIMEOUT_MS = 5_000

/** Git's own list of ignored files of a repository, and our lines for it. */
export interface GitExclude {
  readonly path: string
  readonly lines: readonly string[]
}

interface ExcludeWish {
  readonly more?: readonly string[]
  /** The team is about to add the record to the repository. */
  readonly tracksLedger?: boolean
}

/** Our files go into git's private list of the repository, except those that the user tracks. Null: there are none. */
export function excludeOf(
  project: ProjectRoot,
  { layout, ledger }: Pick<ProjectHomes, 'layout' | 'ledger'>,
  { more = [], tracksLedger = false }: ExcludeWish = {},
): GitExclude | null {
  const top = repositoryTop(project)
  const folder = top === null ? null : guessProject(top)
  if (top === null || folder === null) return null
  const inside = relative(top, project)
  const prefix = inside === '' ? '/' : `/${inside.replaceAll(/[[\]*?\\ ]/g, '\\$&')}/`
  const ours = [
    ...(layout === 'in-repo' ? STATE_FILES : []),
    ...(String(ledger) === project && !tracksLedger ? LEDGER_FILES : []),
    ...more,
  ]
  const tracked = trackedFiles(project, ours)
  const lines = ours.filter((file) => !tracked.some((path) => isBelow(path, file)))
  return lines.length === 0
    ? null
    : { path: join(folder, 'info', 'exclude'), lines: lines.map((file) => `${prefix}${file}`) }
}

/** Files of the record are tracked here already. */
export function tracksLedger(project: ProjectRoot): boolean {
  return trackedFiles(project, LEDGER_FILES).length > 0
}

/** Git holds one of these files, or files below these folders, in the repository around `folder`. */
export function tracksAny(folder: string, patterns: readonly string[]): boolean {
  return repositoryTop(folder) !== null && trackedFiles(folder, patterns).length > 0
}

/** Whoever tracks one file of a folder tracks the folder. */
function isBelow(path: string, pattern: string): boolean {
  const folder = pattern.slice(0, pattern.lastIndexOf('/') + 1)
  const isWhole = pattern.endsWith('/') || pattern.endsWith('/*.yaml')
  return path === pattern || (isWhole && path.startsWith(folder))
}

/** What agents did, and what was written down about it, as both are kept in a work tree. */
const STATE_NAMES = ['active_context.yaml', '.proof', '.claude/state', '.hestai/sessions']
const LEDGER_NAMES = ['loa-grimoire', '.beads']

/** Names of our records in a work tree that its team does not track: whoever tracks them means to have them there. */
export function treeRecords(
  project: ProjectRoot,
  { layout, ledger }: Pick<ProjectHomes, 'layout' | 'ledger'>,
): readonly string[] {
  const names = [...(layout === 'in-repo' ? STATE_NAMES : []), ...(String(ledger) === project ? LEDGER_NAMES : [])]
  const there = names.filter((name) => existsSync(join(project, name)))
  const tracked = there.length === 0 ? [] : trackedFiles(project, there)
  return there.filter((name) => !tracked.some((path) => path === name || path.startsWith(`${name}/`)))
}

function repositoryTop(start: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return null
  }
}

/** Worktrees share one list; a submodule has its own. */
function guessProject(top: string): string | null {
  const mark = join(top, '.git')
  try {
    if (statSync(mark).isDirectory()) return mark
    const pointer = /^gitdir: (.+)$/m.exec(readFileSync(mark, 'utf8'))?.[1]?.trim()
    if (pointer === undefined) return null
    const own = resolve(top, pointer)
    const shared = join(own, 'commondir')
    return existsSync(shared) ? resolve(own, readFileSync(shared, 'utf8').trim()) : own
  } catch {
    return null
  }
}

function trackedFiles(project: string, ours: readonly string[]): readonly string[] {
  const { code, stdout } = runGitSync(['ls-files', '-z', '--', ...ours], { cwd: project, timeoutMs: GIT_TIMEOUT_MS })
  return code === 0 ? splitNul(stdout) : []
}
