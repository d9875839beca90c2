import { execFile } from 'node:child_process'

const GIT_DEADLINE_MS = 5_000
const GIT_OUTPUT_BYTES = 64 * 1_024 * 1_024

/** A repository's own configuration may name programs and servers; none of them is run or asked by us. */
const QUIET = [
  ...['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false'],
  ...['-c', 'protocol.allow=never', '-c', 'core.pager=cat', '-c', 'log.showSignature=false', '-c', 'diff.external='],
]

export interface GitOutput {
  readonly code: number
  readonly stdout: Buffer
}

/** Runs git once. Whatever goes wrong is an exit code: without git, or outside a repository, nothing is known. */
export function runGit(root: string, args: readonly string[], input = ''): Promise<GitOutput> {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env
  const options = {
    cwd: root,
    timeout: GIT_DEADLINE_MS,
    maxBuffer: GIT_OUTPUT_BYTES,
    encoding: 'buffer' as const,
    // FAIRLEAD_GATE marks what we start: a program hidden in a repository's filters is not a person.
    env: {
      ...env,
      // A relative entry would look for `git` inside the repository.
      PATH: (env['PATH'] ?? '')
        .split(':')
        .filter((folder) => folder.startsWith('/'))
        .join(':'),
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      FAIRLEAD_GATE: '1',
    },
  }
  return new Promise((done) => {
    const child = execFile('git', [...QUIET, ...args], options, (error, stdout) => {
      done({ code: error ? (typeof error.code === 'number' ? error.code : 128) : 0, stdout })
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

/** Texts that git separates by NUL. */
export function splitNul(bytes: Buffer): readonly string[] {
  return bytes
    .toString('utf8')
    .split('\0')
    .filter((part) => part !== '')
}
