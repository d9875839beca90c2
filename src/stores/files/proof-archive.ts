import { lstatSync, mkdirSync, readdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectHome } from '../../core/model/ids.ts'
import { jsonFields } from '../../core/model/json.ts'
import type { Retention } from '../../core/model/outcome.ts'
import { appendText } from '../../disk/append-text.ts'
import { move } from '../../disk/move.ts'
import { readHead, readTail } from '../../disk/read-file.ts'
import { replaceFile, sweepDrafts } from '../../disk/replace-file.ts'
import { sha256 } from '../sha256.ts'

const PROOF_FOLDER = '.proof'
const LIVE = 'archive.jsonl'
/** Taken aside while it is sorted: others go on writing a new one. */
const TAKEN = 'archive.jsonl.tending'
/** One line for every work that was ever archived: when, whose, and the digest that the audit knows. */
const DIGESTS = 'archive_digests.jsonl'
const PACKED_FOLDER = 'archive'
const PACKED_NAME = /^archive-(\d{4}-\d{2}-\d{2})-[0-9a-f]{12}\.jsonl\.gz$/
/** A longer one was not written by us, and is left alone. */
const MAX_ARCHIVE_BYTES = 64 * 1_024 * 1_024
const FIRST_LINE_BYTES = 65_536
const DAY_MS = 86_400_000

/**
 * LEDGER-108: the retention of trajectories, for the work that edge archived. Old lines are packed first and leave the pack in
 * time; their digests stay for good. Killed at any point, the next call goes on: nothing is gone before its copy is there.
 */
export function tendProof(home: ProjectHome, nowMs: number, retention: Retention): void {
  const folder = join(home, PROOF_FOLDER)
  if (!isFolder(folder)) return
  const oldestMs = nowMs - retention.retentionDays * DAY_MS
  if (isPlain(join(folder, TAKEN))) sort(folder, oldestMs, retention.compressionLevel)
  // Whatever else stands there must not be lost under ours.
  const isFree = lstatSync(join(folder, TAKEN), { throwIfNoEntry: false }) === undefined
  if (isFree && isDue(join(folder, LIVE), oldestMs)) {
    move(join(folder, LIVE), join(folder, TAKEN))
    sort(folder, oldestMs, retention.compressionLevel)
  }
  purge(join(folder, PACKED_FOLDER), nowMs - retention.archiveDays * DAY_MS)
}

/** Lines are added at the end, so the first one is the oldest: nothing else is read on most days. */
function isDue(live: string, oldestMs: number): boolean {
  const first = firstLine(live)
  return first !== undefined && timeOf(first) < oldestMs
}

function sort(folder: string, oldestMs: number, level: number): void {
  const taken = join(folder, TAKEN)
  const { size } = lstatSync(taken)
  const lines = linesIn(taken)
  const old = lines.filter((line) => timeOf(line) < oldestMs)
  if (old.length > 0) {
    pack(folder, old, { oldestMs, level })
    append(join(folder, DIGESTS), unknownTo(join(folder, DIGESTS), old.flatMap(digestLine)))
  }
  const young = lines.filter((line) => timeOf(line) >= oldestMs)
  append(join(folder, LIVE), unknownTo(join(folder, LIVE), young))
  // Somebody who had it open when it was taken may have added a line since.
  if (lstatSync(taken).size === size) unlinkSync(taken)
  else sort(folder, oldestMs, level)
}

interface Packing {
  readonly oldestMs: number
  readonly level: number
}

/** Named after what is in it, so that doing it twice makes one file. */
function pack(folder: string, lines: readonly string[], { oldestMs, level }: Packing): void {
  const packed = join(folder, PACKED_FOLDER)
  mkdirSync(packed, { recursive: true, mode: 0o700 })
  if (!isFolder(packed)) throw new Error(`\`${packed}\` isn't a folder; remove it`)
  const text = `${lines.join('\n')}\n`
  const print = sha256(text).slice(0, 12)
  const newest = Math.max(...lines.map(timeOf))
  // What has no time is kept as long as what has just grown old.
  const day = new Date(Number.isFinite(newest) ? newest : oldestMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const target = join(packed, `archive-${day}-${print}.jsonl.gz`)
  const bytes = process.getBuiltinModule('node:zlib').gzipSync(text, { level })
  sweepDrafts(target)
  replaceFile(target, bytes, { mode: 0o600, survives: 'power-cut' })
}

function purge(packed: string, oldestMs: number): void {
  if (!isFolder(packed)) return
  for (const name of readdirSync(packed)) {
    const [, day] = PACKED_NAME.exec(name) ?? []
    if (day !== undefined && Date.parse(day) < oldestMs) unlinkSync(join(packed, name))
  }
}

/** What the audit can be compared with, and no more. A line that is no line has no digest. */
function digestLine(line: string): readonly string[] {
  const { archived_at, session, digest } = jsonFields(line)
  return typeof digest === 'string' ? [JSON.stringify({ archived_at, session, digest })] : []
}

/** A writer that died half-way may have added some of them already. */
function unknownTo(path: string, lines: readonly string[]): readonly string[] {
  const known = new Set(isPlain(path) ? linesIn(path) : [])
  return lines.filter((line) => !known.has(line))
}

function append(path: string, lines: readonly string[]): void {
  if (lines.length > 0)
    appendText(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, survives: 'power-cut' })
}

/** Whatever has no time is old: it is packed with the rest and not looked at every day. */
function timeOf(line: string): number {
  const { archived_at } = jsonFields(line)
  const atMs = typeof archived_at === 'string' ? Date.parse(archived_at) : Number.NaN
  return Number.isFinite(atMs) ? atMs : Number.NEGATIVE_INFINITY
}

function linesIn(path: string): readonly string[] {
  const text = readTail(path, MAX_ARCHIVE_BYTES)
  if (text === undefined) throw new Error(`\`${path}\` cannot be read; move it away`)
  return text.split('\n').filter((line) => line !== '')
}

function firstLine(path: string): string | undefined {
  const text = isPlain(path) ? readHead(path, FIRST_LINE_BYTES) : undefined
  return text?.split('\n', 1)[0] || undefined
}

function isPlain(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= MAX_ARCHIVE_BYTES
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
