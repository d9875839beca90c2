import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { stem, wordsOf } from '../../core/protocols/ledger/cite/words.ts'
import type { OpenedText } from '../files/open-text.ts'
import { kindOf, languageOf } from './language.ts'
import type { SearchedFile } from './list-files.ts'

/** A searched file by its path, wherever it lies. */
export type OpenSearched = (path: string) => OpenedText

/** Brings single files of the index up to date, inside of a transaction that the caller holds. */
export interface IndexWriter {
  drop(file: number): void
  /** Chunks that are there already are kept: a ledger that only grew costs what it grew by. */
  sync(open: OpenSearched, file: SearchedFile, known: number | undefined): void
}

export function indexWriter(database: DatabaseSync): IndexWriter {
  const chunks = chunkWriter(database)
  const dropFile = database.prepare('DELETE FROM files WHERE id = ?')
  const addFile = database.prepare('INSERT INTO files (path, size, mtime_ms, seen_ms, kind) VALUES (?, ?, ?, ?, ?)')
  const moveFile = database.prepare('UPDATE files SET size = ?, mtime_ms = ?, seen_ms = ? WHERE id = ?')
  return {
    drop(file) {
      for (const { id } of chunks.of(file)) chunks.drop(id)
      dropFile.run(file)
    },
    sync(open, { path, size, mtimeMs }, known) {
      const seenMs = Date.now()
      if (known !== undefined) moveFile.run(size, mtimeMs, seenMs, known)
      const file = known ?? Number(addFile.run(path, size, mtimeMs, seenMs, kindOf(path)).lastInsertRowid)
      const opened = open(path)
      const text = opened.kind === 'text' ? opened.text : ''
      const before = Map.groupBy(chunks.of(file), ({ hash }) => hash)
      for (const chunk of chunksOf(text, languageOf(path) === 'markdown')) {
        const same = before.get(chunkHash(chunk.text))?.shift()
        if (same === undefined) chunks.add(file, path, chunk)
        else chunks.move(same.id, chunk)
      }
      for (const { id } of [...before.values()].flat()) chunks.drop(id)
    },
  }
}

interface ChunkWriter {
  of(file: number): readonly { readonly id: number; readonly hash: string }[]
  add(file: number, path: string, chunk: Chunk): void
  move(id: number, chunk: Chunk): void
  drop(id: number): void
}

function chunkWriter(database: DatabaseSync): ChunkWriter {
  const find = database.prepare('SELECT id, hash FROM chunks WHERE file = ? ORDER BY id')
  const insert = database.prepare(
    'INSERT INTO chunks (file, line_start, line_end, byte_start, byte_end, hash) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const update = database.prepare(
    'UPDATE chunks SET line_start = ?, line_end = ?, byte_start = ?, byte_end = ? WHERE id = ?',
  )
  const addWords = database.prepare('INSERT INTO words (rowid, body) VALUES (?, ?)')
  const drops = [
    database.prepare('DELETE FROM words WHERE rowid = ?'),
    database.prepare('DELETE FROM chunks WHERE id = ?'),
  ]
  return {
    of: (file) => find.all(file).map((row) => ({ id: Number(row['id']), hash: String(row['hash']) })),
    move: (id, { lineStart, lineEnd, byteStart, byteEnd }) => {
      update.run(lineStart, lineEnd, byteStart, byteEnd, id)
    },
    drop: (id) => {
      for (const drop of drops) drop.run(id)
    },
    add(file, path, { lineStart, lineEnd, byteStart, byteEnd, text }) {
      const { lastInsertRowid: id } = insert.run(file, lineStart, lineEnd, byteStart, byteEnd, chunkHash(text))
      const words = wordsOf(`${path}\n${text}`).map(stem)
      addWords.run(id, words.join(' '))
    },
  }
}

function chunkHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** A stretch of lines that is found and shown as one. */
interface Chunk {
  readonly lineStart: number
  readonly lineEnd: number
  readonly byteStart: number
  readonly byteEnd: number
  readonly text: string
}

const MIN_LINES = 12
const MAX_LINES = 40
const MAX_CHARS = 16_000
const MAX_CHUNKS = 100_000

/**
 * Parts a text where its author did: at headings, or before a line that stands at the margin after an empty one.
 * @internal
 */
export function chunksOf(text: string, isMarkdown: boolean): readonly Chunk[] {
  const lines = text.split('\n')
  const chunks: Chunk[] = []
  let start = 0
  let bytes = 0
  while (start < lines.length && chunks.length < MAX_CHUNKS) {
    const end = endOf(lines, start, isMarkdown)
    const body = lines.slice(start, end).join('\n')
    const size = Buffer.byteLength(body)
    if (body.trim() !== '') {
      const span = { lineStart: start + 1, lineEnd: end, byteStart: bytes, byteEnd: bytes + size }
      chunks.push({ ...span, text: body.slice(0, MAX_CHARS) })
    }
    bytes += size + 1
    start = end
  }
  return chunks
}

function endOf(lines: readonly string[], start: number, isMarkdown: boolean): number {
  const last = Math.min(lines.length, start + MAX_LINES)
  let chars = 0
  for (let at = start; at < last; at += 1) {
    const [line = '', before = ''] = [lines[at], lines[at - 1]]
    const opens = isMarkdown ? /^#{1,6} /.test(line) : at - start >= MIN_LINES && standsAlone(line, before)
    if (at > start && opens) return at
    chars += line.length + 1
    if (chars >= MAX_CHARS) return at + 1
  }
  return last
}

function standsAlone(line: string, before: string): boolean {
  return before.trim() === '' && /^[^\s)\]}]/.test(line)
}
