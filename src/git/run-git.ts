import type { ChildProcess } from 'node:child_process'

export interface GitRun {
  /** Whatever goes wrong is a code: 127 when git was not found or took too long. */
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

export interface GitOptions {
  readonly cwd: string
  /** Beside the environment that every git of ours gets. */
  readonly env?: Readonly<Record<string, string>>
  readonly input?: Buffer | string
  readonly signal?: AbortSignal | undefined
}

const MAX_OUTPUT_BYTES = 128 * 1_024 * 1_024
const MAX_STDERR_CHARS = 2_000

/** A repository's own settings may name programs and servers; none of them is run or asked by us. */
const RUN_NOTHING = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.sshCommand=false',
  'core.alternateRefsCommand=false',
  'core.pager=cat',
  'core.quotePath=false',
  'diff.external=',
  'log.showSignature=false',
  'protocol.allow=never',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

/** Where only an administrator puts programs. On macOS a `git` is there that asks to be installed. */
const SYSTEM = process.platform === 'linux' ? ['/usr/bin', '/bin'] : []

/** Without any of git's own variables: they could name other objects, programs or logs. */
function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  // A relative entry would look for `git` inside the repository, and settings of a repository can put a folder of theirs in front.
  const programs = [...SYSTEM, ...(process.env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'))]
  return {
    ...Object.fromEntries(kept),
    PATH: programs.join(':'),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    // Marks what we start: a program hidden in a repository is not a person.
    FAIRLEAD_GATE: '1',
  }
}

/** Loaded at first need: most calls never ask git, and a cold hook pays for every module. */
const children = () => process.getBuiltinModule('node:child_process')

/** A git that is fed by its caller. */
export function startGit(args: readonly string[], { cwd, env, signal }: Omit<GitOptions, 'input'>): ChildProcess {
  const options = { cwd, env: { ...gitEnvironment(), ...env }, ...(signal && { signal }) }
  return children().spawn('git', [...RUN_NOTHING, ...args], { ...options, stdio: 'pipe' })
}

/** How a started git ended, and what it printed. */
export function endOf(child: ChildProcess): Promise<GitRun> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let stderr = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_OUTPUT_BYTES) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < MAX_STDERR_CHARS) stderr += chunk.toString('latin1')
    })
    child.stdin?.on('error', () => undefined)
    child.on('error', (error) => done({ code: 127, stdout: Buffer.alloc(0), stderr: error.message }))
    child.on('close', (code) => done({ code: code ?? 128, stdout: Buffer.concat(chunks), stderr }))
  })
}

/** Runs git once, with nothing but these arguments. */
export async function runGit(args: readonly string[], { input = '', ...options }: GitOptions): Promise<GitRun> {
  const child = startGit(args, options)
  const ended = endOf(child)
  child.stdin?.end(input)
  return ended
}

/** The same while everything else waits, for a place that cannot wait otherwise. `stdout` may be an open file. */
export function runGitSync(
  args: readonly string[],
  { cwd, env, stdout, timeoutMs }: Omit<GitOptions, 'input' | 'signal'> & { stdout?: number; timeoutMs?: number },
): Omit<GitRun, 'stderr'> {
  const ran = children().spawnSync('git', [...RUN_NOTHING, ...args], {
    cwd,
    env: { ...gitEnvironment(), ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'ignore'],
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  })
  return { code: ran.status ?? 127, stdout: ran.stdout ?? Buffer.alloc(0) }
}

/** Texts that git separates by NUL. */
export function splitNul(bytes: Buffer): readonly string[] {
  return bytes
    .toString('utf8')
    .split('\0')
    .filter((part) => part !== '')
}
