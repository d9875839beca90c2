import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { BACKUP_WORDS } from '../core/words/backup.ts'
import { move } from '../disk/move.ts'
import { runGitSync } from '../git/run-git.ts'
import { askStore, type RawPath, storeArgs, storeOptions } from './ask-git.ts'
import { type Backup, type BackupEntry, type BackupMeta, entriesOf, metaOf } from './catalog.ts'
import type { LeftOut } from './list-files.ts'
import { isWithin, lstatOf, rawPlace } from './raw-path.ts'
import { beginRestoring, folderOf, type Restoration, tidyUp } from './restoring.ts'

export interface Restoring {
  readonly backup: Backup
  /** Relative to the root; none means everything. */
  readonly paths: readonly RawPath[]
  /** What is there now, as copied a moment ago; without it nothing stands in the way. */
  readonly undo?: Pick<Backup, 'store' | 'tree'>
  /** What belongs to the gate is not ours to bring back. */
  readonly isClosed: (path: RawPath) => boolean
}

export type Restored =
  | {
      readonly ok: true
      readonly written: readonly RawPath[]
      readonly same: number
      readonly refused: readonly LeftOut[]
    }
  | { readonly ok: false; readonly why: string }

/** The files of a copy that a person means. Undefined when the copy cannot be read. */
export async function selectEntries({
  backup,
  paths,
}: Pick<Restoring, 'backup' | 'paths'>): Promise<readonly BackupEntry[] | undefined> {
  const entries = await entriesOf(backup)
  const meant = paths.length === 0 ? [''] : paths
  const wantsRecords = meant.some(isRecord)
  return entries?.filter(({ path }) => meant.some((one) => isWithin(path, one)) && (wantsRecords || !isRecord(path)))
}

/** What we ourselves keep in a project. It went on since the copy, so it comes back only by name. */
const RECORDS: readonly RawPath[] = ['active_context.yaml', '.proof', '.hestai']

function isRecord(path: RawPath): boolean {
  return RECORDS.some((one) => isWithin(path, one))
}

/** Puts files back. What is not in the copy stays; nothing is written through a link. */
export async function restore(restoring: Restoring): Promise<Restored> {
  const { backup, undo, isClosed } = restoring
  const [entries, meta, present] = await Promise.all([
    selectEntries(restoring),
    metaOf(backup),
    undo ? entriesOf(undo) : [],
  ])
  if (!entries || !meta || !present) return { ok: false, why: BACKUP_WORDS.backupUnreadable }
  const now = new Map(present.map((entry) => [entry.path, entry]))
  const wanted = entries.filter((entry) => !isSame(entry, now.get(entry.path)))
  const open = wanted.filter(({ path }) => !isClosed(path))
  const closed = wanted.filter(({ path }) => isClosed(path))
  const refused = closed.map(({ path }): LeftOut => ({ path, why: BACKUP_WORDS.ownFile }))
  const shelf = dirname(backup.store)
  tidyUp(shelf)
  const restoration = beginRestoring(shelf, { root: backup.root, folders: open.map(({ path }) => folderOf(path)) })
  const site: Site = { root: backup.root, meta, now, isKept: undo !== undefined, written: [], refused, restoration }
  try {
    // A folder that was deleted as a whole has to be there again first.
    mkdirSync(backup.root, { recursive: true, mode: 0o775 })
    for (const batch of batchesOf(open)) await restoreBatch(backup.store, batch, site)
  } finally {
    restoration.finish()
  }
  return { ok: true, written: site.written, same: entries.length - wanted.length, refused: site.refused }
}

interface Site {
  readonly root: string
  readonly meta: BackupMeta
  readonly now: ReadonlyMap<RawPath, BackupEntry>
  readonly isKept: boolean
  readonly written: RawPath[]
  readonly refused: LeftOut[]
  readonly restoration: Restoration
}

function isSame(entry: BackupEntry, now: BackupEntry | undefined): boolean {
  return now !== undefined && now.blob === entry.blob && now.mode === entry.mode
}

const BATCH_BYTES = 16 * 1_024 * 1_024

function batchesOf(entries: readonly BackupEntry[]): readonly (readonly BackupEntry[])[] {
  const batches: BackupEntry[][] = []
  let room = 0
  for (const entry of entries) {
    if (room < entry.bytes || batches.length === 0) {
      batches.push([])
      room = BATCH_BYTES
    }
    room -= entry.bytes
    batches.at(-1)?.push(entry)
  }
  return batches
}

async function restoreBatch(store: string, batch: readonly BackupEntry[], site: Site): Promise<void> {
  const [first] = batch
  if (batch.length === 1 && first && first.bytes > BATCH_BYTES && first.mode !== LINK)
    return restoreLarge(store, first, site)
  const { stdout } = await askStore(store, ['cat-file', '--batch'], {
    input: `${batch.map(({ blob }) => blob).join('\n')}\n`,
  })
  let at = 0
  for (const entry of batch) {
    const start = stdout.indexOf('\n', at) + 1
    const head = stdout.slice(at, start)
    if (start === 0 || !head.endsWith(` blob ${entry.bytes}\n`)) {
      site.refused.push({ path: entry.path, why: BACKUP_WORDS.contentMissing })
      at = start === 0 ? stdout.length : start
      continue
    }
    at = start + entry.bytes + 1
    put(site, entry, (file) => {
      const bytes = Buffer.from(stdout.slice(start, start + entry.bytes), 'latin1')
      if (file === undefined) return bytes
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
      return bytes
    })
  }
}

/** Git writes it to the file itself. */
function restoreLarge(store: string, entry: BackupEntry, site: Site): void {
  put(site, entry, (file) => {
    const args = storeArgs(['cat-file', 'blob', entry.blob])
    const { code } = runGitSync(args, { ...storeOptions(store), ...(file !== undefined && { stdout: file }) })
    if (code !== 0) throw new Error(BACKUP_WORDS.contentMissing)
    return Buffer.alloc(0)
  })
}

const LINK = '120000'

/** Beside its place first, then renamed: a kill leaves the old file or the new one. */
function put(site: Site, entry: BackupEntry, fill: (file?: number) => Buffer): void {
  const { path, mode } = entry
  const place = rawPlace(site.root, path)
  const objection = obstacle(site, path)
  if (objection !== undefined) {
    site.refused.push({ path, why: objection })
    return
  }
  const fresh = rawPlace(site.root, site.restoration.nextTo(path))
  try {
    if (mode === LINK) symlinkSync(fill(), fresh)
    else fillFile(fresh, site.meta.modes[path] ?? (mode === '100755' ? 0o755 : 0o644), fill)
    move(fresh, place)
    site.written.push(path)
  } catch (error) {
    rmSync(fresh, { force: true })
    const why = error instanceof Error && 'code' in error ? String(error.code) : BACKUP_WORDS.contentMissing
    site.refused.push({ path, why: BACKUP_WORDS.notWritten(why) })
  }
}

function fillFile(fresh: Buffer, mode: number, fill: (file?: number) => Buffer): void {
  const file = openSync(fresh, 'wx', 0o600)
  try {
    fill(file)
    fchmodSync(file, mode)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes the folders above. A file or link that stands where a folder was gives way if it is in a copy. */
function obstacle(site: Site, path: RawPath): string | undefined {
  const names = path.split('/').slice(0, -1)
  for (const [index] of names.entries()) {
    const folder = names.slice(0, index + 1).join('/')
    const stat = lstatOf(site.root, folder)
    if (stat?.isDirectory()) continue
    try {
      if (stat !== undefined) {
        if (site.isKept && !site.now.has(folder)) return BACKUP_WORDS.wayNotBackedUp
        unlinkSync(rawPlace(site.root, folder))
      }
      mkdirSync(rawPlace(site.root, folder), { mode: 0o775 })
    } catch {
      return BACKUP_WORDS.noFolder
    }
  }
  const there = lstatOf(site.root, path)
  if (there?.isDirectory()) return BACKUP_WORDS.folderThere
  return there !== undefined && site.isKept && !site.now.has(path) ? BACKUP_WORDS.currentNotBackedUp : undefined
}
