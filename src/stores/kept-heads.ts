import { existsSync, lstatSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { ProjectRoot } from '../core/model/ids.ts'
import { lookUp } from '../core/model/language.ts'
import type { Head, Unvouched } from '../core/model/state.ts'
import { readText } from '../disk/read-file.ts'
import { overwriteFile, writePrivate } from '../disk/replace-file.ts'
import { EMPTY_HEAD } from './chain.ts'
import { hmacSha256 } from './sha256.ts'
import type { Tables } from './sqlite/store.ts'

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
  return { finding: found.seq < kept.seq ? 'cut' : 'replaced', kept, found }
}

/** Every project of which facts are missing, or whose facts nothing vouches for. */
export function everyDoubt(sight: HeadSight, tables: Tables): readonly (Unvouched & { readonly of: ProjectRoot })[] {
  const kept = sight.kind === 'kept' ? (Object.keys(sight.heads) as ProjectRoot[]) : []
  const projects = new Set([...tables.projectRoots(), ...kept])
  return [...projects].flatMap((of) => {
    const doubt = doubtOf(sight, tables, of)
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
 * Keeps the head as it is now, after a commit. A doubt that is not on record yet is left for the next update to find; one that
 * is (`isRecorded`) ends here: the head names the facts that are there.
 */
export function keepHead(file: HeadFile, tables: Tables, project: ProjectRoot, isRecorded: boolean): void {
  const sight = seeHeads(file)
  if (!isRecorded && doubtOf(sight, tables, project)) return
  const heads = sight.kind === 'kept' ? sight.heads : {}
  const head = tables.newestHead(project)
  if (lookUp(heads, project)?.hash !== head.hash) write(file, { ...heads, [project]: head })
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
