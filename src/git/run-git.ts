import type { SpawnOptions } from 'node:child_process'

export interface GitRun {
  /** Whatever goes wrong is a code: 127 when git was not found or took too long. */
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

export interface Running {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly input?: Buffer | string | undefined
  readonly signal?: AbortSignal | undefined
}

const MAX_OUTPUT_BYTES = 128 * 1_024 * 1_024
const MAX_STDERR_CHARS = 2_000

/** A repository's own settings may name programs and servers; none of them is run or asked by us. */
export const RUN_NOTHING = [
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
export function gitEnvironment(): NodeJS.ProcessEnv {
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

/** Runs git once, with nothing but these arguments. */
export async function runGit(args: readonly string[], { cwd, env, input = '', signal }: Running): Promise<GitRun> {
  // Loaded here: most calls never ask git, and a cold hook pays for every module.
  const { spawn } = await import('node:child_process')
  const options: SpawnOptions = { cwd, env, stdio: 'pipe', ...(signal && { signal }) }
  return new Promise((done) => {
    const child = spawn('git', args, options)
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
    child.stdin?.end(input)
    child.on('error', (error) => done({ code: 127, stdout: Buffer.alloc(0), stderr: error.message }))
    child.on('close', (code) => done({ code: code ?? 128, stdout: Buffer.concat(chunks), stderr }))
  })
}

/** Texts that git separates by NUL. */
export function splitNul(bytes: Buffer): readonly string[] {
  return bytes
    .toString('utf8')
    .split('\0')
    .filter((part) => part !== '')
}
