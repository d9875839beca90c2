import { relative, resolve } from 'node:path'
import { type GitRun, gitEnvironment, RUN_NOTHING, runGit, splitNul } from '../git/run-git.ts'

export interface GitAnswer {
  readonly ignored?: boolean
  readonly tracked?: boolean
  readonly dirty?: boolean
}

export interface GitAnswers {
  readonly paths: readonly GitAnswer[]
  /** Anything uncommitted or untracked in the whole repository. */
  readonly dirty?: boolean
}

const GIT_DEADLINE_MS = 1_500

/** What git knows of each path, in the order asked. A path outside the repository, or no repository: nothing known. */
export async function askGit(root: string, paths: readonly string[]): Promise<GitAnswers> {
  const inside = paths.map((path) => resolve(root, path)).filter((path) => !relative(root, path).startsWith('..'))
  if (inside.length === 0) return { paths: paths.map(() => ({})) }
  const literal = inside.map((path) => `:(literal)${relative(root, path) || '.'}`)
  const [ignored, tracked, status] = await Promise.all([
    git(root, ['check-ignore', '-z', '--stdin'], { input: `${inside.join('\0')}\0` }),
    git(root, ['ls-files', '-z', '--stage', '--', ...literal]),
    gitStatus(root, ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=all']),
  ])
  // check-ignore ends with 1 when nothing is ignored; ls-files and status fail only without a repository.
  if (tracked.code !== 0 || status.code !== 0) return { paths: paths.map(() => ({})) }
  const ignoredPaths = new Set(splitNul(ignored.stdout))
  const entries = splitNul(tracked.stdout)
  const trackedPaths = entries.map((entry) => resolve(root, pathOf(entry)))
  // What a submodule holds is its own repository's business, and nobody asked that one.
  const unasked = entries.filter((entry) => entry.startsWith(SUBMODULE)).map((entry) => resolve(root, pathOf(entry)))
  const dirtyPaths = splitNul(status.stdout).map((entry) => resolve(root, entry.slice(3)))
  const answers = paths.map((path): GitAnswer => {
    const full = resolve(root, path)
    if (!inside.includes(full)) return {}
    return {
      ignored: ignoredPaths.has(full) || ignoredPaths.has(path),
      tracked: trackedPaths.some((one) => covers(full, one)),
      dirty: [...dirtyPaths, ...unasked].some((one) => covers(full, one) || covers(one, full)),
    }
  })
  return { paths: answers, dirty: dirtyPaths.length > 0 }
}

const SUBMODULE = '160000 '

/** `100644 <hash> 0<tab>path` */
const pathOf = (entry: string): string => entry.slice(entry.indexOf('\t') + 1)

/**
 * To compare contents, git runs the filters that a repository's settings name, and inside a submodule whatever its
 * settings name. Filters are switched off one by one; submodules are not entered.
 */
export async function gitStatus(root: string, args: readonly string[]): Promise<GitRun> {
  const named = await git(root, ['config', '--name-only', '-z', '--get-regexp', '^filter\\..*\\.(clean|process)$'])
  const drivers = new Set(splitNul(named.stdout).map((name) => name.slice(0, name.lastIndexOf('.'))))
  const off = [...drivers].flatMap((driver): readonly (readonly [string, string])[] => [
    [`${driver}.clean`, ''],
    [`${driver}.process`, ''],
    [`${driver}.required`, 'false'],
  ])
  return git(root, ['status', '--ignore-submodules=dirty', ...args], { settings: off })
}

function covers(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

interface Asking {
  readonly input?: string
  /** Handed over in the environment: the name of a filter may hold any character. */
  readonly settings?: readonly (readonly [name: string, value: string])[]
}

function git(root: string, args: readonly string[], { input = '', settings = [] }: Asking = {}): Promise<GitRun> {
  const handed = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  const env = { ...gitEnvironment(), ...Object.fromEntries(handed), GIT_CONFIG_COUNT: String(settings.length) }
  const signal = AbortSignal.timeout(GIT_DEADLINE_MS)
  return runGit([...RUN_NOTHING, ...args], { cwd: root, env, input, signal })
}
