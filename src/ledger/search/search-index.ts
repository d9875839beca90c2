import { rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openText } from '../files/open-text.ts'
import { baseOf, databaseFile, type LedgerPlace } from '../files/place.ts'
import { indexWriter, type OpenSearched } from './index-writer.ts'
import { maxBytesOf } from './language.ts'
import { listSearched, type SearchedFile } from './list-files.ts'
import { vectorOf } from './similar-words.ts'

/** Raised whenever chunks, stems or vectors would come out differently: an older index is then made anew. */
const INDEX_VERSION = 2
/** A file changed so shortly before it was read may change again within the same tick of its clock. */
const RACY_MS = 2_000
const MAX_INDEXED_BYTES = 200_000_000
const BATCH_BYTES = 8_000_000
/** Nobody waits longer for an index; what is missing is told, and read with the next question. */
const UPDATE_DEADLINE_MS = 20_000

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, mtime_ms REAL NOT NULL,
    seen_ms REAL NOT NULL, kind TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS chunks (
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL, line_start INTEGER NOT NULL, line_end INTEGER NOT NULL,
    byte_start INTEGER NOT NULL, byte_end INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS chunks_by_file ON chunks (file);
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (body, content = '', contentless_delete = 1);
  CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab ('words', 'row');
  CREATE TABLE IF NOT EXISTS vectors (term TEXT PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID, STRICT;`

export interface SearchIndex {
  readonly database: DatabaseSync
  readonly open: OpenSearched
  /** False: some files were too large or too many to be searched. */
  readonly complete: boolean
  close(): void
}

/** A project whose files are searched. */
export type Searched = Omit<LedgerPlace, 'env'>

/** Opens the index of a project and brings it up to date: only files that changed are read. */
export async function openIndex(place: Searched, ledgersOnly = false): Promise<SearchIndex> {
  const { DatabaseSync } = await import('node:sqlite')
  const opener: OpenSearched = (path) => openText(baseOf(place, path), path, maxBytesOf(path))
  const file = databaseFile(place, ledgersOnly ? 'ledger' : 'search')
  const listing = await listSearched(place, ledgersOnly)
  try {
    return fill(openDatabase(DatabaseSync, file), opener, listing)
  } catch (error) {
    if (isBusy(error)) throw error
    // Everything in it can be made again: a damaged index is not mended.
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true })
    return fill(openDatabase(DatabaseSync, file), opener, listing)
  }
}

function openDatabase(Database: typeof DatabaseSync, file: string): DatabaseSync {
  const database = new Database(file)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 1500')
    const version = database.prepare('PRAGMA user_version').get()?.['user_version']
    if (version !== 0 && version !== INDEX_VERSION) throw new Error('another version')
    if (version === 0) database.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${INDEX_VERSION}; COMMIT`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function fill(
  database: DatabaseSync,
  open: OpenSearched,
  listing: Awaited<ReturnType<typeof listSearched>>,
): SearchIndex {
  const { files, fits } = cut(listing.files)
  const close = (): void => database.close()
  try {
    return { database, open, complete: update(database, open, files) && fits && listing.complete, close }
  } catch (error) {
    // Somebody else is at it: what is there already can be searched.
    if (isBusy(error)) return { database, open, complete: false, close }
    database.close()
    throw error
  }
}

/** As many files as the index may hold. */
function cut(listed: readonly SearchedFile[]): { readonly files: readonly SearchedFile[]; readonly fits: boolean } {
  let room = MAX_INDEXED_BYTES
  const files = listed.filter(({ size }) => {
    room -= size
    return room >= 0
  })
  return { files, fits: files.length === listed.length }
}

/** Batch by batch, so that a kill loses one batch and a large project is not waited for: false means, ask again. */
function update(database: DatabaseSync, open: OpenSearched, files: readonly SearchedFile[]): boolean {
  const endMs = performance.now() + UPDATE_DEADLINE_MS
  const done = new Set<string>()
  for (;;) {
    const { gone, changed } = differences(database, files, done)
    if (gone.length === 0 && changed.length === 0) return true
    if (performance.now() > endMs) return false
    database.exec('BEGIN IMMEDIATE')
    try {
      // Read again: another process may have been faster.
      writeBatch(database, open, { ...differences(database, files, done), done })
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
}

interface Differences {
  readonly gone: readonly number[]
  readonly changed: readonly { readonly file: SearchedFile; readonly known: number | undefined }[]
}

function differences(database: DatabaseSync, files: readonly SearchedFile[], done: ReadonlySet<string>): Differences {
  const rows = database.prepare('SELECT id, path, size, mtime_ms, seen_ms FROM files').all()
  const known = new Map(rows.map((row) => [String(row['path']), row]))
  const listed = new Set(files.map(({ path }) => path))
  const isChanged = (file: SearchedFile): boolean => {
    const row = known.get(file.path)
    if (row?.['size'] !== file.size || row['mtime_ms'] !== file.mtimeMs) return true
    return Number(row['seen_ms']) - file.mtimeMs < RACY_MS
  }
  return {
    gone: rows.filter((row) => !listed.has(String(row['path']))).map((row) => Number(row['id'])),
    changed: files
      .filter((file) => !done.has(file.path) && isChanged(file))
      .map((file) => {
        const id = known.get(file.path)?.['id']
        return { file, known: id === undefined ? undefined : Number(id) }
      }),
  }
}

function writeBatch(
  database: DatabaseSync,
  open: OpenSearched,
  { gone, changed, done }: Differences & { readonly done: Set<string> },
): void {
  const writer = indexWriter(database)
  for (const id of gone) writer.drop(id)
  let bytes = 0
  for (const { file, known } of changed) {
    if (bytes > BATCH_BYTES) break
    writer.sync(open, file, known)
    done.add(file.path)
    bytes += file.size
  }
  addVectors(database)
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6)
}

/** The table of word vectors follows the vocabulary; a word that is used no more costs 64 bytes. */
function addVectors(database: DatabaseSync): void {
  const add = database.prepare('INSERT OR IGNORE INTO vectors (term, vector) VALUES (?, ?)')
  const fresh = database
    .prepare(
      'SELECT term FROM vocabulary WHERE term NOT IN (SELECT term FROM vectors) AND length(term) BETWEEN 3 AND 40',
    )
    .all()
  for (const { term } of fresh) add.run(String(term), vectorOf(String(term)))
}
