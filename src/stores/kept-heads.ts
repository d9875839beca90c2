import { existsSync, lstatSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { ProjectRoot } from '../core/model/ids.ts'
import { lookUp } from '../core/model/language.ts'
import type { Head, Unvouched } from '../core/model/state.ts'
import { readText } from '../disk/read-file.ts'
import { overwriteFile, writePrivate } from '../disk/replace-file.ts'
import { EMPTY_HEAD } from './chain.ts'
import { hmacSha256 } from './sha256.ts'
import type { ProjectRow, Tables } from './sqlite/store.ts'
import { monotonicMs } from './sqlite/turns.ts'

/** How far each project's chain reached. */
type Heads = Readonly<Record<string, Head>>

/** `missing`: there is no file. `unsigned`: what is there was not written with this key. `no-key`: nothing can be told. */
type HeadSight = { readonly kind: 'kept'; readonly heads: Heads } | { readonly kind: 'missing' | 'unsigned' | 'no-key' }

/** Where heads are kept: outside the database and under the user's key, so that whoever cuts the one cannot set back the other. */
export interface HeadFile {
  readonly path: string
  readonly key: () => Uint8Array | undefined
}

const MAX_BYTES = 4 * 1_024 * 1_024
const MAC_CHARS = 64
/** Up to here it is written over, without another name: about two dozen projects. */
const PAGE_BYTES = 4_096

/** Who looks without the store's lock may look while it is written: it looks again before it says that it is unsigned. */
export function seeHeads(file: HeadFile, tries = 3): HeadSight {
  const key = file.key()
  if (key === undefined) return { kind: 'no-key' }
  const text = readText(file.path, MAX_BYTES)
  if (text === undefined && lstatSync(file.path, { throwIfNoEntry: false }) === undefined) return { kind: 'missing' }
  const [mac, body] = [text?.slice(0, MAC_CHARS), text?.slice(MAC_CHARS).trimEnd() ?? '']
  if (mac === macOf(key, body)) return { kind: 'kept', heads: JSON.parse(body) }
  return tries > 1 ? seeHeads(file, tries - 1) : { kind: 'unsigned' }
}

/** Another one for another key, and for every change that shows on the file. */
export function headMark(file: HeadFile | undefined): string {
  const stat = file && lstatSync(file.path, { throwIfNoEntry: false })
  const key = Buffer.from(file?.key() ?? '').toString('hex')
  return [key, stat?.ino, stat?.size, stat?.mtimeMs, stat?.ctimeMs].join(' ')
}

/**
 * Why the facts of this project are not those that its kept head vouches for. Under the store's lock the head is never ahead:
 * it is written after the commit that it names.
 */
export function doubtOf(sight: HeadSight, tables: Tables, project: ProjectRoot): Unvouched | undefined {
  if (sight.kind === 'no-key') return undefined
  const found = tables.newestHead(project)
  if (sight.kind === 'unsigned') return { finding: 'unsigned', found }
  const kept = sight.kind === 'kept' ? lookUp(sight.heads, project) : undefined
  if (kept === undefined) return found.seq > 0 ? { finding: 'no-head', found } : undefined
  if (kept.seq === 0 || tables.hashAt(project, kept.seq) === kept.hash) return undefined
  return doubtAbout(kept, found)
}

/** About facts that should reach a head and do not. */
export function doubtAbout(kept: Head, found: Head): Unvouched {
  return { finding: found.seq < kept.seq ? 'cut' : 'replaced', kept, found }
}

/** Where one project's chain ends, and from which fact on it is asked about. */
interface ChainEnd {
  readonly project: ProjectRoot
  readonly row: ProjectRow
  readonly from: number
}

/**
 * The last fact that a signature of ours reaches, in the database or outside; at least `from`, which somebody else has vouched for.
 * Undefined without a key: then nobody can tell.
 */
export function coveredSeq(file: HeadFile, tables: Tables, { project, row, from }: ChainEnd): number | undefined {
  const reaches = ({ seq, hash }: Head) => seq > from && tables.hashAt(project, seq) === hash
  // Nothing follows, as a rule.
  if (tables.hashAt(project, from + 1) === undefined && row.seq <= from) return from
  const key = file.key()
  if (key === undefined) return undefined
  if (row.mac === headMac(key, project, row) && reaches(row)) return row.seq
  const sight = seeHeads(file)
  const kept = sight.kind === 'kept' ? lookUp(sight.heads, project) : undefined
  return kept && reaches(kept) ? kept.seq : from
}

/** Facts that follow the last signed one, in their right order. */
export function addedTo(file: HeadFile, tables: Tables, project: ProjectRoot): Unvouched | undefined {
  const found = tables.newestHead(project)
  const counted = coveredSeq(file, tables, { project, row: tables.projectRow(project), from: 0 })
  return counted === undefined || found.seq <= counted ? undefined : { finding: 'added', found, counted }
}

/** Empty without a key. */
export function headMac(key: Uint8Array | undefined, project: ProjectRoot, { seq, hash }: Head): string {
  return key === undefined ? '' : hmacSha256(key, Buffer.from(`head\n${JSON.stringify([project, seq, hash])}`))
}

/** Every project of which facts are missing, or whose facts nothing vouches for. */
export function everyDoubt(file: HeadFile, tables: Tables): readonly (Unvouched & { readonly of: ProjectRoot })[] {
  const sight = seeHeads(file)
  const kept = sight.kind === 'kept' ? (Object.keys(sight.heads) as ProjectRoot[]) : []
  const projects = new Set([...tables.projectRoots(), ...kept])
  return [...projects].flatMap((of) => {
    const doubt = doubtOf(sight, tables, of) ?? addedTo(file, tables, of)
    return doubt === undefined ? [] : [{ of, ...doubt }]
  })
}

/** Before the first fact of a project: from here on, facts without a head are facts whose head was taken away. */
export function beginHead(file: HeadFile, sight: HeadSight, project: ProjectRoot): void {
  if (sight.kind !== 'kept' && sight.kind !== 'missing') return
  const heads = sight.kind === 'kept' ? sight.heads : {}
  if (lookUp(heads, project) !== undefined) return
  try {
    write(file, { ...heads, [project]: EMPTY_HEAD })
  } catch {
    // A call is judged and recorded all the same; that no head was kept is on record with the next one.
  }
}

/**
 * Keeps heads as they are now, after commits: those that are signed in the database. A doubt that is not on record yet is left for the
 * next update to find; one that is (`isRecorded`) ends here: the head names the facts that are there.
 */
export function keepHeads(
  file: HeadFile,
  tables: Tables,
  due: ReadonlyMap<ProjectRoot, { readonly isRecorded: boolean }>,
): void {
  const sight = seeHeads(file)
  const key = file.key()
  const before = sight.kind === 'kept' ? sight.heads : {}
  const after: Record<string, Head> = { ...before }
  for (const [project, { isRecorded }] of due) {
    const { seq, hash, mac } = tables.projectRow(project)
    const isSigned = mac !== '' && mac === headMac(key, project, { seq, hash })
    const isKnown = isRecorded || doubtOf(sight, tables, project) === undefined
    if (isKnown && isSigned && lookUp(before, project)?.hash !== hash) after[project] = { seq, hash }
  }
  if (JSON.stringify(after) !== JSON.stringify(before)) write(file, after)
}

/** For so long after a head was kept, those that follow wait and are kept together: in a crowd each would take a turn of its own. */
const BURST_MS = 250

/** Keeps the head of a single event at once, and those of a burst at its end. */
export interface HeadKeeper {
  /** After a commit. */
  keep(project: ProjectRoot, isRecorded: boolean): Promise<void>
  /** Waits for what is left to do. */
  settled(): Promise<void>
}

/** `keepAll`: under the store's lock, since all processes share the file. A head that could not be kept lags behind, and the next one is not. */
export function headKeeper(keepAll: (due: Parameters<typeof keepHeads>[2]) => Promise<unknown>): HeadKeeper {
  let due = new Map<ProjectRoot, { readonly isRecorded: boolean }>()
  let lastMs = Number.NEGATIVE_INFINITY
  let later: NodeJS.Timeout | undefined
  const keepDue = async (): Promise<void> => {
    clearTimeout(later)
    later = undefined
    if (due.size === 0) return
    const now = due
    due = new Map()
    lastMs = monotonicMs()
    // An answer that waits for the commit alone goes first.
    await new Promise((begin) => setImmediate(begin))
    try {
      await keepAll(now)
    } catch {
      // The commits stand.
    }
  }
  return {
    async keep(project, isRecorded) {
      due.set(project, { isRecorded: isRecorded || due.get(project)?.isRecorded === true })
      if (monotonicMs() - lastMs >= BURST_MS) await keepDue()
      else later ??= setTimeout(() => void keepDue(), BURST_MS).unref()
    },
    settled: keepDue,
  }
}

/** Of a database that an older version filled, which is only read. False: heads are kept already, or there is nothing to keep. */
export function keepFirstHeads(file: HeadFile, database: string): boolean {
  if (!existsSync(database) || seeHeads(file).kind !== 'missing') return false
  const db = openQuietly(database)
  try {
    // SQLite takes the other columns from the row with the greatest `seq`.
    const rows = db?.prepare('SELECT project, max(seq) AS seq, hash FROM facts GROUP BY project').all() ?? []
    write(file, Object.fromEntries(rows.map((row) => [row.project, { seq: Number(row.seq), hash: String(row.hash) }])))
    return rows.length > 0
  } catch {
    // No database of ours: whoever opens it says so.
    return false
  } finally {
    db?.close()
  }
}

function openQuietly(database: string): DatabaseSync | undefined {
  try {
    return new DatabaseSync(database, { readOnly: true })
  } catch {
    return undefined
  }
}

/** Not flushed: a head that lags behind vouches for less and accuses nobody. */
function write({ path, key }: HeadFile, heads: Heads): void {
  const held = key()
  if (held === undefined) return
  const body = JSON.stringify(heads)
  const bytes = Buffer.from(`${macOf(held, body)}${body}`)
  const padded = Buffer.alloc(Math.max(PAGE_BYTES, bytes.length), ' ')
  padded.set(bytes)
  if (padded.length > PAGE_BYTES || !overwriteFile(path, padded)) writePrivate(path, padded, 'kill')
}

function macOf(key: Uint8Array, body: string): string {
  return hmacSha256(key, Buffer.from(`audit heads\n${body}`))
}
