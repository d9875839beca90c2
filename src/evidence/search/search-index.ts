import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { indexWriter } from './index-writer.ts'
import { type ListedFile, listFiles } from './list-files.ts'
import { vectorOf } from './word-vectors.ts'

/** Raised whenever chunks, stems or vectors would come out differently: an older index is then made anew. */
const INDEX_VERSION = 1
/** A file changed so shortly before it was read may change again within the same tick of its clock. */
const RACY_MS = 2_000
const MAX_INDEXED_BYTES = 200_000_000

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, mtime_ms REAL NOT NULL,
    seen_ms REAL NOT NULL, kind TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS chunks (
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL, line_start INTEGER NOT NULL, line_end INTEGER NOT NULL,
    byte_start INTEGER NOT NULL, byte_end INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS chunks_by_file ON chunks (file);
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (body, content = '', contentless_delete = 1);
  CREATE VIRTUAL TABLE IF NOT EXISTS grams USING fts5 (body, content = '', contentless_delete = 1, tokenize = 'trigram');
  CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab ('words', 'row');
  CREATE TABLE IF NOT EXISTS vectors (term TEXT PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID, STRICT;`

export interface SearchIndex {
  readonly database: DatabaseSync
  readonly root: string
  /** False: some files were too large or too many to be searched. */
  readonly complete: boolean
  close(): void
}

/** Opens the index of a project and brings it up to date: only files that changed are read. `root` is a real path. */
export async function openIndex(folder: string, root: string): Promise<SearchIndex> {
  const { DatabaseSync } = await import('node:sqlite')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = createHash('sha256').update(root).digest('hex').slice(0, 24)
  const file = join(folder, `${name}-search.db`)
  const listing = await listFiles(root)
  try {
    return fill(open(DatabaseSync, file), root, listing)
  } catch {
    // Everything in it can be made again: a damaged index is not mended.
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true })
    return fill(open(DatabaseSync, file), root, listing)
  }
}

function open(Database: typeof DatabaseSync, file: string): DatabaseSync {
  const database = new Database(file)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 10000')
    const version = database.prepare('PRAGMA user_version').get()?.['user_version']
    if (version !== 0 && version !== INDEX_VERSION) throw new Error('another version')
    database.exec(`${SCHEMA} PRAGMA user_version = ${INDEX_VERSION}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function fill(database: DatabaseSync, root: string, listing: Awaited<ReturnType<typeof listFiles>>): SearchIndex {
  try {
    const complete = update(database, root, listing.files) && listing.complete
    return { database, root, complete, close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

/** True: everything listed is in the index. */
function update(database: DatabaseSync, root: string, files: readonly ListedFile[]): boolean {
  const known = new Map(
    database
      .prepare('SELECT id, path, size, mtime_ms, seen_ms FROM files')
      .all()
      .map((row) => [String(row['path']), row]),
  )
  const listed = new Set(files.map(({ path }) => path))
  const gone = [...known.values()].filter((row) => !listed.has(String(row['path'])))
  const changed = files.filter((file) => {
    const row = known.get(file.path)
    if (row?.['size'] !== file.size || row['mtime_ms'] !== file.mtimeMs) return true
    return Number(row['seen_ms']) - file.mtimeMs < RACY_MS
  })
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (gone.length === 0 && changed.length === 0) return total <= MAX_INDEXED_BYTES
  database.exec('BEGIN IMMEDIATE')
  try {
    const writer = indexWriter(database)
    for (const row of gone) writer.drop(Number(row['id']))
    let room = MAX_INDEXED_BYTES - (total - changed.reduce((sum, { size }) => sum + size, 0))
    for (const file of changed) {
      const id = known.get(file.path)?.['id']
      room -= file.size
      if (room > 0) writer.sync(root, file, id === undefined ? undefined : Number(id))
    }
    addVectors(database)
    database.exec('COMMIT')
    return room > 0
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
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
