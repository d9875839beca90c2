import type { SpawnOptions } from 'node:child_process'

export interface GitRun {
  readonly code: number
  /** Bytes as latin1, one letter a byte: names of files need not be UTF-8. */
  readonly stdout: string
  readonly stderr: string
}

/** A name of a file relative to its root, one letter a byte. */
export type RawPath = string

const MAX_OUTPUT_BYTES = 128 * 1_024 * 1_024
const MAX_STDERR_CHARS = 2_000

/**
 * What a repository may not decide: no monitor, no hooks, no other work tree, no network, no lazy fetch, no filters. Nothing
 * we run reads the content of a file through git's own conversions.
 */
const NEUTRAL = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'core.attributesFile=/dev/null',
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.sshCommand=false',
  'core.alternateRefsCommand=false',
  'core.pager=cat',
  'protocol.allow=never',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
  // Nothing of a stranger's repository is run, so its owner does not matter.
  'safe.directory=*',
].flatMap((setting) => ['-c', setting])

/** For our own store: the configuration of nobody else is read. */
const OURS = [
  'core.protectNTFS=false',
  'core.protectHFS=false',
  'core.compression=1',
  'core.looseCompression=1',
  'core.fsync=committed,loose-object',
  'core.bigFileThreshold=16m',
].flatMap((setting) => ['-c', setting])

export interface Asking {
  readonly signal?: AbortSignal | undefined
  readonly input?: string
  /** Folders of objects that may be read besides the store's own. */
  readonly objects?: readonly string[]
}

/** Asks a person's repository what it holds. Its own settings take part in nothing but what it ignores. */
export function askRepository(root: string, args: readonly string[], asking: Asking = {}): Promise<GitRun> {
  const env = { ...cleanEnvironment(), GIT_WORK_TREE: root, GIT_OPTIONAL_LOCKS: '0' }
  return run([...NEUTRAL, ...args], { cwd: root, env }, asking)
}

/** Works on our own store. The person's repository and its settings are not looked at. */
export function askStore(store: string, args: readonly string[], asking: Asking = {}): Promise<GitRun> {
  const options = storeOptions(store)
  const others = (asking.objects ?? []).map((folder) => JSON.stringify(folder)).join(':')
  const env = { ...options.env, ...(others !== '' && { GIT_ALTERNATE_OBJECT_DIRECTORIES: others }) }
  return run(storeArgs(args), { ...options, env }, asking)
}

export function storeArgs(args: readonly string[]): readonly string[] {
  return [...NEUTRAL, ...OURS, ...args]
}

export function storeOptions(store: string): SpawnOptions {
  const quiet = { GIT_DIR: store, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_ATTR_NOSYSTEM: '1' }
  return { cwd: '/', env: { ...cleanEnvironment(), ...quiet } }
}

/** Without any of git's own variables: they could name other objects, programs or logs. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  // A relative entry would look for `git` inside the repository.
  const programs = (process.env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'))
  return {
    ...Object.fromEntries(kept),
    PATH: programs.join(':'),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    // Marks what the gate starts: it is not a person.
    FAIRLEAD_GATE: '1',
  }
}

async function run(args: readonly string[], options: SpawnOptions, { signal, input }: Asking): Promise<GitRun> {
  // Loaded here: most calls never ask git, and a cold hook pays for every module.
  const { spawn } = await import('node:child_process')
  return new Promise((done) => {
    const child = spawn('git', args, { ...options, stdio: 'pipe', ...(signal && { signal }) })
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
    child.stdin?.end(input === undefined ? '' : Buffer.from(input, 'latin1'))
    child.on('error', (error) => done({ code: 127, stdout: '', stderr: error.message }))
    child.on('close', (code) => done({ code: code ?? 128, stdout: Buffer.concat(chunks).toString('latin1'), stderr }))
  })
}

/** Why git failed, in one line for a person. */
export function problemOf({ code, stderr }: Pick<GitRun, 'code' | 'stderr'>): string {
  if (code === 127) return stderr.includes('ENOENT') ? '`git` was not found' : 'it took too long'
  const [line = ''] = stderr.replace(/^(?:fatal|error): /, '').split('\n', 1)
  return line === '' ? `git ended with ${code}` : line.slice(0, 200)
}
