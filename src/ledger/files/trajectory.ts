import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { appendText } from '../../disk/append-text.ts'
import { staysInside } from '../../disk/contain.ts'
import { readTail } from '../../disk/read-file.ts'
import { archiveFolder, isOdd, makeLedgerFolder, trajectoryFolder } from './ledger-folder.ts'

const TAIL_BYTES = 65_536
const NEWEST_FILES = 8
const MAX_FILE_BYTES = 256 * 1_024 * 1_024
/** LEDGER-120: a day of this size goes on in a second file. */
const ROTATE_BYTES = 16 * 1_024 * 1_024
const MAX_PARTS = 1_000

/** LEDGER-103: `{agent}-{date}.jsonl`; `{agent}-{date}.2.jsonl` when the day is long. */
const FILE_NAME = /^(.{1,64})-(\d{4}-\d{2}-\d{2})(?:\.(\d{1,4}))?\.jsonl(\.gz)?$/

/** Adds lines to the day's file. One write, at the end: two writers never mix, and a torn last line stays alone. */
export function appendLines(project: ProjectRoot, agent: string, lines: readonly { readonly ts?: unknown }[]): void {
  const folder = trajectoryFolder(project)
  makeLedgerFolder(project, folder)
  for (const [day, same] of Map.groupBy(lines, ({ ts }) => dayOf(ts))) {
    const text = same.map((line) => `${JSON.stringify(line)}\n`).join('')
    appendText(partFor(folder, `${agent}-${day}`), text, { mode: 0o644, survives: 'kill' })
  }
}

function dayOf(ts: unknown): string {
  return typeof ts === 'string' ? ts.slice(0, 'YYYY-MM-DD'.length) : 'undated'
}

function partFor(folder: string, name: string): string {
  for (let part = 1; part < MAX_PARTS; part += 1) {
    const path = join(folder, part === 1 ? `${name}.jsonl` : `${name}.${part}.jsonl`)
    if (isOdd(path)) throw new Error(`\`${path}\` is not a plain file; move it away`)
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size < ROTATE_BYTES) return path
  }
  throw new Error(`\`${folder}\` holds too many files of one day; run \`fairlead ledger tend\``)
}

/** The highest number of a line in the newest files; 0 when there is none. Only their ends are read. */
export function lastNumber(project: ProjectRoot): number {
  const newest = trajectoryFiles(project)
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
  readonly day: string
  readonly isArchived: boolean
  readonly modifiedMs: number
}

/** Every trajectory of the project, the archive too, oldest first. */
export function trajectoryFiles(project: ProjectRoot): readonly TrajectoryFile[] {
  // What lies behind a link is not ours to read, and above all not ours to archive or to delete.
  const folders = [trajectoryFolder(project), archiveFolder(project)].filter((folder) => staysInside(project, folder))
  const found = folders.flatMap((folder) =>
    namesIn(folder).flatMap((name): readonly TrajectoryFile[] => {
      const [, , day, , packed] = FILE_NAME.exec(name) ?? []
      const path = join(folder, name)
      const stat = day === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false })
      if (day === undefined || !stat?.isFile() || stat.size > MAX_FILE_BYTES) return []
      return [{ path, name, day, isArchived: packed !== undefined, modifiedMs: stat.mtimeMs }]
    }),
  )
  return found.toSorted((left, right) => (left.name < right.name ? -1 : 1)).toSorted(byDay)
}

function byDay(left: TrajectoryFile, right: TrajectoryFile): number {
  return left.day === right.day ? 0 : left.day < right.day ? -1 : 1
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
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
