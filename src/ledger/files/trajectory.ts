import { lstatSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ProjectHome, ProjectRoot } from '../../core/model/ids.ts'
import type { Retention } from '../../core/model/outcome.ts'
import { isoTime } from '../../core/model/time.ts'
import { TRAJECTORY_PATH } from '../../core/protocols/ledger/notes/state-zone.ts'
import { lineOf, readLine } from '../../core/protocols/ledger/record/line.ts'
import { LEDGER_FILE_TEXTS } from '../../core/words/ledger-cli.ts'
import { appendText } from '../../disk/append-text.ts'
import { makeFolder, staysInside } from '../../disk/contain.ts'
import { listFolder, readTail } from '../../disk/read-file.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import type { StoreReader } from '../../stores/store.ts'
import { redacted } from './json.ts'

const ARCHIVE_PATH = `${TRAJECTORY_PATH}/archive`
const TAIL_BYTES = 65_536
const NEWEST_FILES = 8
const MAX_FILE_BYTES = 256 * 1_024 * 1_024
/** LEDGER-120: a day of this size goes on in a second file. */
const ROTATE_BYTES = 16 * 1_024 * 1_024
const MAX_PARTS = 1_000

/** LEDGER-103: `{agent}-{date}.jsonl`; `{agent}-{date}.2.jsonl` when the day is long. */
const FILE_NAME = /^(.{1,64})-(\d{4}-\d{2}-\d{2})(?:\.(\d{1,4}))?\.jsonl(\.gz)?$/

/** Adds lines to the day's file. One write, at the end: two writers never mix, and a torn last line stays alone. */
export function appendLines(home: ProjectHome, agent: string, lines: readonly { readonly ts?: unknown }[]): void {
  const folder = makeLedgerFolder(home, TRAJECTORY_PATH)
  for (const [day, same] of Map.groupBy(lines, ({ ts }) => dayOf(ts))) {
    const text = same.map((line) => `${JSON.stringify(line)}\n`).join('')
    appendText(partFor(folder, `${agent}-${day}`), text, { mode: 0o644, survives: 'kill' })
  }
}

/**
 * LEDGER-107: one line that no fact stands behind, such as the verdict of a check in a project without a database.
 * LEDGER-13: every text in it is redacted first. False: it could not be written, which stops nothing.
 */
export function appendUnnumbered(home: ProjectHome, agent: string, atMs: number, entry: object): boolean {
  try {
    appendLines(home, agent, [redacted({ ts: isoTime(atMs), agent, ...entry })])
    return true
  } catch {
    return false
  }
}

function dayOf(ts: unknown): string {
  return typeof ts === 'string' ? ts.slice(0, 'YYYY-MM-DD'.length) : 'undated'
}

function partFor(folder: string, name: string): string {
  for (let part = 1; part < MAX_PARTS; part += 1) {
    const path = join(folder, part === 1 ? `${name}.jsonl` : `${name}.${part}.jsonl`)
    if (isSomethingElse(path)) throw new Error(LEDGER_FILE_TEXTS.notPlain(path))
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size < ROTATE_BYTES) return path
  }
  throw new Error(LEDGER_FILE_TEXTS.tooManyParts(folder))
}

/** Something is there that is not a plain file: a link, a folder, a pipe. */
function isSomethingElse(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile()
}

/** A repository may bring links along: nothing is written where one of them leads out. */
export function makeLedgerFolder(home: ProjectHome, path: string): string {
  const folder = makeFolder(home, path, { mode: 0o775, links: 'inside' })
  if (folder === undefined) throw new Error(LEDGER_FILE_TEXTS.leadsOut(join(home, path)))
  return folder
}

/** The highest number of a line in the newest files; 0 when there is none. Only their ends are read. */
export function lastNumber(home: ProjectHome): number {
  const newest = trajectoryFiles(home)
    .filter(({ isArchived }) => !isArchived)
    .toSorted((left, right) => right.modifiedMs - left.modifiedMs)
    .slice(0, NEWEST_FILES)
  return Math.max(0, ...newest.map(({ path }) => lastNumberIn(path)))
}

function lastNumberIn(path: string): number {
  const lines = (readTail(path, TAIL_BYTES) ?? '').split('\n')
  return Math.max(0, ...lines.map((line) => Number(/^\{.{0,400}?"n":(\d{1,15}),/.exec(line)?.[1] ?? 0)))
}

export interface TrajectoryFile {
  readonly path: string
  readonly name: string
  readonly agent: string
  readonly day: string
  readonly isArchived: boolean
  readonly modifiedMs: number
}

/** Every trajectory of the home, the archive too, oldest first. */
export function trajectoryFiles(home: ProjectHome): readonly TrajectoryFile[] {
  // What lies behind a link is not ours to read, and above all not ours to archive or to delete.
  const folders = [TRAJECTORY_PATH, ARCHIVE_PATH]
    .map((path) => join(home, path))
    .filter((folder) => staysInside(home, folder))
  const found = folders.flatMap((folder) =>
    listFolder(folder).flatMap((name): readonly TrajectoryFile[] => {
      const [, agent = '', day, , packed] = FILE_NAME.exec(name) ?? []
      const path = join(folder, name)
      const stat = day === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false })
      if (day === undefined || !stat?.isFile() || stat.size > MAX_FILE_BYTES) return []
      return [{ path, name, agent, day, isArchived: packed !== undefined, modifiedMs: stat.mtimeMs }]
    }),
  )
  return found.toSorted((left, right) => (left.name < right.name ? -1 : 1)).toSorted(byDay)
}

function byDay(left: TrajectoryFile, right: TrajectoryFile): number {
  return left.day === right.day ? 0 : left.day < right.day ? -1 : 1
}

/** All lines of one file; what cannot be read has none. */
export function linesOf(file: TrajectoryFile): readonly string[] {
  return textOf(file)
    .split('\n')
    .filter((line) => line !== '')
}

/** The same from the last line back, so that a reader who has enough can stop. */
export function* linesFromEnd(file: TrajectoryFile): Iterable<string> {
  const text = textOf(file)
  for (let end = text.length; end >= 0; ) {
    const start = end === 0 ? -1 : text.lastIndexOf('\n', end - 1)
    if (start + 1 < end) yield text.slice(start + 1, end)
    end = start
  }
}

function textOf({ path, isArchived }: TrajectoryFile): string {
  try {
    const bytes = readFileSync(path)
    return (isArchived ? unpacked(bytes) : bytes).toString('utf8')
  } catch {
    return ''
  }
}

/** Loaded at first need: most calls read no archive, and a cold hook pays for every module. */
function unpacked(bytes: Buffer): Buffer {
  return process.getBuiltinModule('node:zlib').gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES })
}

const DAY_MS = 86_400_000

/** LEDGER-108: archive first, purge after. A file is gone only when its compressed copy is on the disk. */
export function tendTrajectories(home: ProjectHome, nowMs: number, retention: Retention): void {
  const ageOf = ({ day }: TrajectoryFile) => (nowMs - Date.parse(day)) / DAY_MS
  const files = trajectoryFiles(home)
  const old = files.filter((file) => !file.isArchived && ageOf(file) > retention.retentionDays)
  const stale = files.filter((file) => file.isArchived && ageOf(file) > retention.archiveDays)
  for (const file of old) archive(home, file, retention.compressionLevel)
  for (const { path } of stale) unlinkSync(path)
}

function archive(home: ProjectHome, { path }: TrajectoryFile, level: number): void {
  const target = join(makeLedgerFolder(home, ARCHIVE_PATH), `${basename(path)}.gz`)
  const bytes = process.getBuiltinModule('node:zlib').gzipSync(readFileSync(path), { level })
  replaceFile(target, bytes, { mode: 0o644, survives: 'power-cut' })
  unlinkSync(path)
}

/**
 * LEDGER-15: lines that the facts know and no file holds any more, because they were damaged or taken away, are added.
 * Older ones than `sinceMs` left in good order. Gives how many came back.
 */
export async function refillTrajectory(
  store: StoreReader,
  { project, home }: { readonly project: ProjectRoot; readonly home: ProjectHome },
  sinceMs: number,
): Promise<number> {
  const facts = await store.facts(project, { newest: Number.MAX_SAFE_INTEGER })
  return store.alone(() => {
    const present = new Set<number>()
    for (const file of trajectoryFiles(home)) for (const line of linesFromEnd(file)) present.add(readLine(line)?.n ?? 0)
    const lost = facts.flatMap(({ fact, atMs, session }) =>
      fact.kind === 'ledger.recorded' && atMs >= sinceMs && !present.has(fact.n)
        ? [{ n: fact.n, atMs, session, agent: fact.agent, entry: fact.entry }]
        : [],
    )
    for (const [agent, lines] of Map.groupBy(lost, (one) => one.agent)) appendLines(home, agent, lines.map(lineOf))
    return lost.length
  })
}
