import { createHash } from 'node:crypto'
import { type GitRun, runGit, splitNul } from '../../git/run-git.ts'
import { MAX_TEXT_BYTES } from '../files/open-text.ts'

const MAX_RENAME_COMMITS = 500
const MAX_CANDIDATES = 20
const MAX_PINS = 2_000

/** What git can still tell about files that are not what they were. Each list is fetched once, when it is needed. */
export interface GitHistory {
  /** The texts of pinned blobs, as far as git still has them. */
  pinned(names: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Where the content of a path may be now: same blob, a recorded rename, or the same file name. */
  candidates(path: string, blob: string | undefined): Promise<readonly string[]>
}

export function openHistory(root: string): GitHistory {
  let listed: Promise<readonly ListedFile[]> | undefined
  let renamed: Promise<readonly Rename[]> | undefined
  return {
    pinned: (names) => pinnedTexts(root, names),
    async candidates(path, blob) {
      listed ??= listFiles(root)
      renamed ??= listRenames(root)
      return candidatesAmong({ path, blob }, await listed, await renamed)
    },
  }
}

async function pinnedTexts(root: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const blobs = await readBlobs(root, names)
  return new Map([...blobs].map(([name, bytes]) => [name, bytes.toString('utf8')]))
}

/** Blobs by name, without any filter. Each is proven by its own name, whatever git was told to answer. */
export async function readBlobs(root: string, names: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = [...new Set(names)].slice(0, MAX_PINS)
  const small = wanted.length === 0 ? [] : await smallBlobs(root, wanted)
  if (small.length === 0) return new Map()
  const { code, stdout } = await askHistory(root, ['cat-file', '--batch'], `${small.join('\n')}\n`)
  return code === 0 ? readBatch(stdout) : new Map()
}

/** Pins whose object exists, is a blob and is small enough to be worth reading. */
async function smallBlobs(root: string, names: readonly string[]): Promise<readonly string[]> {
  const { code, stdout } = await askHistory(root, ['cat-file', '--batch-check'], `${names.join('\n')}\n`)
  if (code !== 0) return []
  return stdout
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, size] = /^([0-9a-f]{40,64}) blob (\d{1,12})$/.exec(line) ?? []
      return name !== undefined && Number(size) <= MAX_TEXT_BYTES ? [name] : []
    })
}

function readBatch(output: Buffer): ReadonlyMap<string, Buffer> {
  const blobs = new Map<string, Buffer>()
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at)
    const header = /^([0-9a-f]{40,64}) blob (\d+)$/.exec(output.toString('latin1', at, Math.max(at, end)))
    const [, name, size] = header ?? []
    if (name === undefined) break
    const bytes = output.subarray(end + 1, end + 1 + Number(size))
    if (blobName(bytes, name.length === 40 ? 'sha1' : 'sha256') === name) blobs.set(name, bytes)
    at = end + Number(size) + 2
  }
  return blobs
}

interface ListedFile {
  readonly path: string
  readonly blob: string | null
}

type Rename = readonly [from: string, to: string]

/** Tracked files with the blob in the index, and those that nobody tracks yet. */
async function listFiles(root: string): Promise<readonly ListedFile[]> {
  const [tracked, others] = await Promise.all([
    askHistory(root, ['ls-files', '-z', '-s']),
    askHistory(root, ['ls-files', '-z', '--others', '--exclude-standard']),
  ])
  const known = splitNul(tracked.stdout).flatMap((entry) => {
    const [, blob, path] = /^\d+ ([0-9a-f]+) \d\t(.+)$/s.exec(entry) ?? []
    return blob === undefined || path === undefined ? [] : [{ path, blob }]
  })
  return [...known, ...splitNul(others.stdout).map((path) => ({ path, blob: null }))]
}

/** Renames that were committed, the oldest first. */
async function listRenames(root: string): Promise<readonly Rename[]> {
  const { stdout } = await askHistory(root, [
    ...['log', '-M', '--diff-filter=R', '--name-status', '--format=', '-z', '-n', `${MAX_RENAME_COMMITS}`],
    ...['--relative', '--no-ext-diff', '--no-textconv'],
  ])
  const parts = splitNul(stdout)
  const renames: Rename[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) renames.push([parts[at + 1] ?? '', parts[at + 2] ?? ''])
  return renames.reverse()
}

function candidatesAmong(
  { path, blob }: { readonly path: string; readonly blob: string | undefined },
  files: readonly ListedFile[],
  renames: readonly Rename[],
): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const sameBlob = files.filter((file) => blob !== undefined && file.blob === blob)
  const sameName = files.filter((file) => file.path === name || file.path.endsWith(`/${name}`))
  const last = renames.reduce((now, [from, to]) => (from === now ? to : now), path)
  const all = [...sameBlob.map((file) => file.path), last, ...sameName.map((file) => file.path)]
  return [...new Set(all)].filter((one) => one !== path).slice(0, MAX_CANDIDATES)
}

const GIT_DEADLINE_MS = 5_000

/** Asks the repository once. Without git, or outside a repository, nothing is known. */
export function askHistory(root: string, args: readonly string[], input = ''): Promise<GitRun> {
  return runGit(args, { cwd: root, input, signal: AbortSignal.timeout(GIT_DEADLINE_MS) })
}

/** The name git gives to these bytes, without asking git. */
export function blobName(bytes: Uint8Array, algorithm: 'sha1' | 'sha256' = 'sha1'): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
