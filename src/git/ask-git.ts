import { realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isInside } from '../core/model/inside.ts'
import { matchesPattern } from '../core/rules/shell/expand/patterns.ts'
import { type GitRun, runGit, splitNul } from './run-git.ts'

export interface GitAnswer {
  readonly ignored?: boolean
  readonly tracked?: boolean
  readonly dirty?: boolean
  /** There is a repository, and it could not be asked. */
  readonly isUnasked?: boolean
}

interface FoundAnswer extends GitAnswer {
  readonly path: string
}

export interface GitAnswers {
  readonly paths: readonly GitAnswer[]
  /** Files with uncommitted or untracked content that the patterns name, so far as they were asked for. */
  readonly matching?: readonly FoundAnswer[]
  /** There is a repository, and it could not be asked. */
  readonly isBlind?: boolean
  /** Anything uncommitted or untracked in the whole repository, where the whole was in question. */
  readonly dirty?: boolean
}

const GIT_DEADLINE_MS = 1_500

/**
 * What git knows of each path, in the order asked, and of uncommitted files that the patterns name. A path outside the
 * repository, or no repository: nothing known.
 */
export async function askGit(
  root: string,
  paths: readonly string[],
  patterns: readonly string[] = [],
): Promise<GitAnswers> {
  const places = paths.map((path) => placeOf(root, path))
  const inside = places.filter((place) => place !== undefined)
  if (inside.length === 0 && !patterns.some((pattern) => isInside(resolve(root, pattern), root)))
    return { paths: paths.map(() => ({})) }
  const literal = inside.map((place) => `:(literal)${relative(root, place) || '.'}`)
  const isWhole = patterns.length > 0 || inside.includes(root)
  const [ignored, tracked, status] = await Promise.all([
    inside.length === 0 ? NOTHING : git(root, ['check-ignore', '-z', '--stdin'], { input: `${inside.join('\0')}\0` }),
    inside.length === 0 ? NOTHING : git(root, ['ls-files', '-z', '--stage', '-v', '--', ...literal]),
    // Only what is in question: looking at the whole of a large work tree takes longer than there is time.
    gitStatus(root, [...STATUS, ...(isWhole ? [] : ['--', ...literal])]),
  ])
  if (isNoRepository(status)) return { paths: paths.map(() => ({})) }
  // check-ignore fails also over what lies in a submodule; then nothing counts as ignored.
  if (tracked.code !== 0 || status.code !== 0 || ignored.code === TOOK_TOO_LONG)
    return { paths: places.map((place) => (place === undefined ? {} : { isUnasked: true })), isBlind: true }
  const ignoredPaths = new Set(splitNul(ignored.stdout))
  const entries = splitNul(tracked.stdout)
  const trackedPaths = reachOf(entries.map((entry) => resolve(root, pathOf(entry))))
  const unlooked = entries.filter((entry) => !LOOKED_AT.test(entry)).map((entry) => resolve(root, pathOf(entry)))
  const uncommitted = [...uncommittedIn(root, status), ...unlooked.map((path) => ({ path, isTracked: true }))]
  const dirtyPaths = reachOf(uncommitted.map(({ path }) => path))
  const answers = places.map((place): GitAnswer => {
    if (place === undefined) return {}
    return {
      ignored: ignoredPaths.has(place),
      tracked: trackedPaths.below(place),
      dirty: dirtyPaths.below(place) || dirtyPaths.above(place),
    }
  })
  const matching = patterns.length === 0 ? {} : { matching: matched(uncommitted, patterns) }
  return { paths: answers, ...matching, ...(isWhole && { dirty: uncommitted.length > 0 }) }
}

const STATUS = ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=all']
const NOTHING: GitRun = { code: 0, stdout: Buffer.alloc(0), stderr: '' }
/** Of `runGit`. */
const TOOK_TOO_LONG = 127

/** Where a path really lies, links on the way followed: git refuses a whole question over one path behind a link. */
function placeOf(root: string, path: string): string | undefined {
  const full = resolve(root, path)
  const place = full === root ? root : join(realFolder(dirname(full)), basename(full))
  return isInside(place, root) ? place : undefined
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

function uncommittedIn(root: string, { stdout }: GitRun): readonly Uncommitted[] {
  return splitNul(stdout).map((entry) => ({ path: resolve(root, entry.slice(3)), isTracked: !entry.startsWith('??') }))
}

/** Neither a repository nor one that git would open for this user: then there is nothing that git could tell. */
const isNoRepository = ({ stderr }: GitRun): boolean => /not a git repository|dubious ownership/.test(stderr)

interface Uncommitted {
  readonly path: string
  readonly isTracked: boolean
}

/** No more than this many are looked at; one that holds work of a person is enough to hold the call. */
const MAX_MATCHING = 64

function matched(uncommitted: readonly Uncommitted[], patterns: readonly string[]): readonly FoundAnswer[] {
  const found: FoundAnswer[] = []
  for (const { path, isTracked } of [...uncommitted].sort(
    (one, other) => Number(other.isTracked) - Number(one.isTracked),
  )) {
    if (found.length >= MAX_MATCHING) break
    if (patterns.some((pattern) => matchesPattern(pattern, path)))
      found.push({ path, tracked: isTracked, ignored: false, dirty: true })
  }
  return found
}

/** Tells in one step whether a path is one of these, holds one, or lies in one: a repository may have 100,000 of them. */
function reachOf(paths: readonly string[]) {
  const exact = new Set(paths)
  const folders = new Set<string>()
  for (const path of exact) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
  }
  const above = (path: string): boolean => exact.has(path) || (path !== dirname(path) && above(dirname(path)))
  return { below: (path: string): boolean => exact.has(path) || folders.has(path), above }
}

/**
 * What a submodule (160000) holds belongs to a repository of its own, which was not asked. Entries that someone told git
 * not to look at (`update-index --assume-unchanged`, `--skip-worktree`) have a small letter or an `S` in front.
 */
const LOOKED_AT = /^[A-RT-Z] (?!160000 )/

/** `H 100644 <hash> 0<tab>path` */
const pathOf = (entry: string): string => entry.slice(entry.indexOf('\t') + 1)

/**
 * To compare contents, git runs the filters that a repository's settings name, and inside a submodule whatever its
 * settings name. Filters are switched off one by one; submodules are not entered.
 */
export function gitStatus(root: string, args: readonly string[]): Promise<GitRun> {
  return gitUnfiltered(root, ['status', '--ignore-submodules=dirty', ...args])
}

/** Lines that a file has and its last commit has not, hunk by hunk; undefined where that can't be told. */
export async function addedLines(root: string, path: string): Promise<readonly (readonly string[])[] | undefined> {
  const asked = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-renames', '-U0', 'HEAD']
  const { code, stdout } = await gitUnfiltered(root, ['diff', ...asked, '--', `:(literal)${relative(root, path)}`])
  const [head = '', ...hunks] = stdout.toString('utf8').split(/^@@.*\n/m)
  if (code !== 0 || hunks.length === 0 || /^(?:Binary|old mode|deleted file|new file)/m.test(head)) return undefined
  return hunks.map((hunk) => hunk.split('\n').flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : [])))
}

async function gitUnfiltered(root: string, args: readonly string[]): Promise<GitRun> {
  const named = await git(root, ['config', '--name-only', '-z', '--get-regexp', '^filter\\..*\\.(clean|process)$'])
  const drivers = new Set(splitNul(named.stdout).map((name) => name.slice(0, name.lastIndexOf('.'))))
  const off = [...drivers].flatMap((driver) => [`${driver}.clean`, `${driver}.process`, `${driver}.required`])
  // Handed over in the environment: the name of a filter may hold any character.
  const settings = off.flatMap((name, at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, name.endsWith('.required') ? 'false' : ''],
  ])
  const env = { ...Object.fromEntries(settings), GIT_CONFIG_COUNT: String(off.length) }
  return git(root, args, { env })
}

function git(
  root: string,
  args: readonly string[],
  more: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<GitRun> {
  return runGit(args, { cwd: root, signal: AbortSignal.timeout(GIT_DEADLINE_MS), ...more })
}
