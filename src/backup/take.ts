import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { BackupReport } from '../core/model/backup.ts'
import { isInside } from '../core/model/inside.ts'
import { BACKUP_WORDS } from '../core/words/backup.ts'
import { askStore, askWorkTree, type RawPath } from './ask-git.ts'
import { type BackupMeta, listBackups, REFS, subjectOf } from './catalog.ts'
import { chooseFiles } from './choose-files.ts'
import { openKnownFiles } from './known-files.ts'
import { type Candidate, isMissed, isOwnRecord, type LeftOut, listCandidates } from './list-files.ts'
import { type BackupHome, openStoreFor, pruneStores, shelfOf, storesOf } from './places.ts'
import { isWithin, lstatOf, rawPathOf, shownOf } from './raw-path.ts'
import { tidyUp } from './restoring.ts'
import { sweep } from './sweep.ts'
import { type TreeResult, type WrittenTree, writeTree } from './write-tree.ts'

export interface Taking {
  readonly home: BackupHome
  readonly root: string
  /** What is about to be lost, absolute; these go first. */
  readonly asked: readonly string[]
  /** For the list: what it was taken before. */
  readonly reason: string
  readonly atMs: number
  readonly deadlineMs: number
  /** Nothing but what is asked: the root is no project of its own. */
  readonly only?: boolean
  /** A copy to compare with, which no list shows. */
  readonly hidden?: boolean
}

const SHOWN_NAMES = 5

/** Copies what git could not give back, and the rest as far as the cap allows. Never throws. */
export async function takeBackup(taking: Taking): Promise<BackupReport> {
  const { root } = taking
  try {
    const report = await take(taking)
    if (!taking.hidden) await prune(taking)
    return report
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n', 1)[0]?.replace(/^E[A-Z]+: /, '') : undefined
    return { kind: 'failed', root, why: (why ?? BACKUP_WORDS.unknownFailure).slice(0, 200) }
  }
}

async function take(taking: Taking): Promise<BackupReport> {
  const { home, root, atMs } = taking
  // What a killed restore left is no file of the person's, and not to be copied.
  tidyUp(shelfOf(home, root))
  const signal = AbortSignal.timeout(taking.deadlineMs)
  const asked = taking.asked.flatMap((path) => (isInside(path, root) ? [rawPathOf(relative(root, path))] : []))
  const listing = await listCandidates({ root, asked, signal, only: taking.only ?? false })
  const isChanged = await changesIn(taking, listing.files, signal)
  const chosen = chooseFiles(listing, home.capMb * MEGABYTE, isChanged)
  const store = await openStoreFor(home, root, atMs)
  const id = taking.hidden ? `now-${process.pid}` : idOf(atMs)
  const ref = `${taking.hidden ? 'refs/looks/' : REFS}${id}`
  const write = (fresh: boolean): Promise<TreeResult> => {
    const cache = join(store, 'known-files.json')
    // A name of a content that is gone fails the whole copy; then everything is read again.
    if (fresh) rmSync(cache, { force: true })
    const known = openKnownFiles(cache, Date.now())
    const describe = (written: WrittenTree) => described(taking, written, chosen.leftOut)
    return writeTree({ store, root, files: chosen.files, known, ref, atMs, describe, signal })
  }
  const first = await write(false)
  const result = first.ok || signal.aborted ? first : await write(true)
  if (!result.ok) return { kind: 'failed', root, why: result.why }
  const tree = await askStore(store, ['rev-parse', '--verify', '--quiet', `${ref}^{tree}`])
  if (tree.code !== 0) return { kind: 'failed', root, why: BACKUP_WORDS.lost }
  const leftOut = [...result.written.unread, ...chosen.leftOut]
  const told = leftOut.filter((one) => !isOwnRecord(one))
  return {
    kind: 'taken',
    id,
    root,
    tree: tree.stdout.trim(),
    files: result.written.files,
    bytes: result.written.bytes,
    leftOut: told.length,
    leftNames: told.slice(0, SHOWN_NAMES).map(({ path }) => shownOf(path)),
    whole: !leftOut.some(isMissed),
    covered: asked.filter((path) => isCovered(root, path, leftOut)).map((path) => join(root, shownOf(path))),
  }
}

const MEGABYTE = 1_000_000

function described(taking: Taking, written: WrittenTree, left: readonly LeftOut[]): { message: string; meta: string } {
  const leftOut = [...written.unread, ...left].filter((one) => !isOwnRecord(one))
  const meta: BackupMeta = {
    root: taking.root,
    ...(taking.only && { only: true }),
    leftOut: leftOut.map(({ path, why }) => ({ path, why })),
    modes: written.modes,
  }
  const numbers = { files: written.files, bytes: written.bytes, leftOut: leftOut.length }
  return { message: subjectOf({ ...numbers, reason: taking.reason }), meta: JSON.stringify(meta) }
}

/** Nothing at, below or above it was left out. What is not there cannot be lost; git's own folder is never in a copy. */
function isCovered(root: string, path: RawPath, leftOut: readonly LeftOut[]): boolean {
  if (path.split('/').some((name) => /^\.git$/i.test(name))) return false
  if (lstatOf(root, path) === undefined) return true
  if (lstatOf(root, path === '' ? '.git' : `${path}/.git`) !== undefined) return false
  return !leftOut.some((one) => isWithin(one.path, path) || isWithin(path, one.path))
}

/** Which tracked files differ from what git has; asked only where not everything fits. Git compares times and sizes here, nothing else. */
async function changesIn(
  { root, home }: Taking,
  files: readonly Candidate[],
  signal: AbortSignal,
): Promise<(file: Candidate) => boolean> {
  const total = files.reduce((sum, { stat }) => sum + stat.size, 0)
  if (total <= home.capMb * MEGABYTE) return () => true
  const args = ['diff-files', '--raw', '-z', '--ignore-submodules=all', '--no-ext-diff', '--no-renames']
  const { code, stdout } = await askWorkTree(root, args, signal)
  if (code !== 0) return () => true
  const changed = new Set(stdout.split('\0').filter((_, index) => index % 2 === 1))
  return ({ path }) => changed.has(path)
}

/** Sorts by time; the tail keeps two copies of one second apart. */
function idOf(atMs: number): string {
  const time = new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return `${time}-${process.getBuiltinModule('node:crypto').randomBytes(3).toString('hex')}`
}

async function prune({ home, root, atMs }: Taking): Promise<void> {
  sweep(home, root, Date.now())
  if (storesOf(home, root).length < 2) return
  const kept = await listBackups(home, root)
  const newestOf = (store: string) => Math.max(0, ...kept.filter((one) => one.store === store).map((one) => one.atMs))
  pruneStores(home, { root, atMs, newestOf })
}
