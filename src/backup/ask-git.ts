import { BACKUP_WORDS } from '../core/words/backup.ts'
import { type GitOptions, runGit } from '../git/run-git.ts'

/** What git printed, with bytes as latin1, one letter a byte: names of files need not be UTF-8. */
export interface GitText {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A name of a file relative to its root, one letter a byte. */
export type RawPath = string

/** Nothing we run reads the content of a file through git's own conversions. */
const NEUTRAL = [
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.autocrlf=false',
  'core.safecrlf=false',
  // Nothing of a stranger's repository is run, so its owner does not matter.
  'safe.directory=*',
].flatMap((setting) => ['-c', setting])

/** For our own store: no other configuration is read. */
const OURS = [
  'core.protectNTFS=false',
  'core.protectHFS=false',
  'core.compression=1',
  'core.looseCompression=1',
  'core.fsync=committed,loose-object',
  'core.bigFileThreshold=16m',
].flatMap((setting) => ['-c', setting])

interface StoreQuestion {
  readonly signal?: AbortSignal | undefined
  readonly input?: string
  /** Folders of objects that may be read besides the store's own. */
  readonly objects?: readonly string[]
}

/** Asks a person's repository what it holds. Its own settings take part in nothing but what it ignores. */
export function askWorkTree(root: string, args: readonly string[], signal?: AbortSignal): Promise<GitText> {
  return run([...NEUTRAL, ...args], { cwd: root, env: { GIT_WORK_TREE: root }, signal })
}

/** Works on our own store. The person's repository and its settings are not looked at. */
export function askStore(
  store: string,
  args: readonly string[],
  { signal, input = '', objects = [] }: StoreQuestion = {},
): Promise<GitText> {
  const { cwd, env } = storeOptions(store)
  const others = objects.map((folder) => JSON.stringify(folder)).join(':')
  const alternates = { ...(others !== '' && { GIT_ALTERNATE_OBJECT_DIRECTORIES: others }) }
  return run(storeArgs(args), { cwd, env: { ...env, ...alternates }, signal, input: Buffer.from(input, 'latin1') })
}

export function storeArgs(args: readonly string[]): readonly string[] {
  return [...NEUTRAL, ...OURS, ...args]
}

export function storeOptions(store: string) {
  const env = { GIT_DIR: store, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_ATTR_NOSYSTEM: '1' }
  return { cwd: '/', env }
}

async function run(args: readonly string[], options: GitOptions): Promise<GitText> {
  const { stdout, ...ended } = await runGit(args, options)
  return { ...ended, stdout: stdout.toString('latin1') }
}

/** Why git failed, in one line for a person. */
export function gitProblem({ code, stderr }: Pick<GitText, 'code' | 'stderr'>): string {
  if (code === 127) return stderr.includes('ENOENT') ? BACKUP_WORDS.gitMissing : BACKUP_WORDS.tooSlow
  const [line = ''] = stderr.replace(/^(?:fatal|error): /, '').split('\n', 1)
  return line === '' ? BACKUP_WORDS.gitEnded(code) : line.slice(0, 200)
}
