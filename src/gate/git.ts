import { relative, resolve } from 'node:path'

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
const GIT_OUTPUT_BYTES = 4 * 1_024 * 1_024

/** A repository's own configuration may name programs; none of them is run by us. */
const QUIET = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false']

/** What git knows of each path, in the order asked. A path outside the repository, or no repository: nothing known. */
export async function askGit(root: string, paths: readonly string[]): Promise<GitAnswers> {
  const inside = paths.map((path) => resolve(root, path)).filter((path) => !relative(root, path).startsWith('..'))
  if (inside.length === 0) return { paths: paths.map(() => ({})) }
  const literal = inside.map((path) => `:(literal)${relative(root, path) || '.'}`)
  const [ignored, tracked, status] = await Promise.all([
    git(root, ['check-ignore', '-z', '--stdin'], `${inside.join('\0')}\0`),
    git(root, ['ls-files', '-z', '--', ...literal]),
    git(root, ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all']),
  ])
  // check-ignore ends with 1 when nothing is ignored; ls-files and status fail only without a repository.
  if (tracked.code !== 0 || status.code !== 0) return { paths: paths.map(() => ({})) }
  const ignoredPaths = new Set(split(ignored.stdout))
  const trackedPaths = split(tracked.stdout).map((path) => resolve(root, path))
  const dirtyPaths = split(status.stdout).map((entry) => resolve(root, entry.slice(3)))
  const answers = paths.map((path): GitAnswer => {
    const full = resolve(root, path)
    if (!inside.includes(full)) return {}
    return {
      ignored: ignoredPaths.has(full) || ignoredPaths.has(path),
      tracked: trackedPaths.some((one) => covers(full, one)),
      dirty: dirtyPaths.some((one) => covers(full, one) || covers(one, full)),
    }
  })
  return { paths: answers, dirty: dirtyPaths.length > 0 }
}

function covers(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function split(text: string): readonly string[] {
  return text.split('\0').filter((part) => part !== '')
}

export async function git(
  root: string,
  args: readonly string[],
  input?: string,
): Promise<{ code: number; stdout: string }> {
  // Loaded here: most calls never ask git, and a cold hook pays for every module.
  const { execFile } = await import('node:child_process')
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env
  // FAIRLEAD_GATE marks what the gate starts: a program hidden in a repository's filters is not a person.
  const options = {
    cwd: root,
    timeout: GIT_DEADLINE_MS,
    maxBuffer: GIT_OUTPUT_BYTES,
    env: { ...env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', FAIRLEAD_GATE: '1' },
  }
  return new Promise((done) => {
    const child = execFile('git', [...QUIET, ...args], options, (error, stdout) => {
      done({ code: error ? (typeof error.code === 'number' ? error.code : 128) : 0, stdout })
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input ?? '')
  })
}
