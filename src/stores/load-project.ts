import type { StoredFact } from '../core/model/fact.ts'
import type { HomesOf } from '../core/model/homes.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { Head, State } from '../core/model/state.ts'
import { breakIn, EMPTY_HEAD, isIntact } from './chain.ts'
import type { Group } from './group.ts'
import { coveredSeq, type HeadFile, headMac } from './kept-heads.ts'
import { hmacSha256 } from './sha256.ts'
import type { Database } from './sqlite/database.ts'
import type { SnapshotRow, Tables } from './sqlite/store.ts'
import type { Evolve } from './store.ts'
import type { Faults } from './write-point.ts'
import type { StateFileReading, YamlLoader } from './yaml/state-file.ts'

/** What the parts of one open store share. */
export interface Parts {
  readonly database: Database
  /** Commits that wait share a transaction, and what its earlier ones left in `recent`. */
  readonly group: Group<Parts>
  readonly tables: Tables
  readonly evolve: Evolve
  readonly initial: State
  /** Of the initial state: a program whose state has another shape folds the facts anew. */
  readonly shape: string
  readonly loadYaml: YamlLoader
  readonly homes: HomesOf
  readonly faults: Faults
  readonly heads: HeadFile | undefined
  readonly redact: (text: string) => string
  /** States this process committed or read, by project; believed only where the facts still say the same. */
  readonly recent: Map<ProjectRoot, Folded>
  /** State files as this process wrote them; they need not be parsed while their bytes are the same. */
  readonly written: Map<ProjectRoot, WrittenFile>
}

interface WrittenFile {
  readonly hash: string
  readonly reading: StateFileReading
}

/** A state and the last fact that went into it. */
export interface Folded {
  readonly head: Head
  readonly state: State
  /** By its mac, the snapshot that somebody else made; nothing was taken from it. */
  readonly forged?: string | undefined
  /** A fact was changed after it was recorded. */
  readonly isBroken?: boolean | undefined
  /** By its mark, the head that is kept outside as it was when the two were compared. */
  readonly compared?: string | undefined
  /** A head that this process knows and the facts no longer reach. */
  readonly lost?: Head | undefined
}

export interface Loaded extends Folded {
  readonly dueSeq: number
  readonly snapshot: SnapshotRow
  /** The last fact that went into the state, where others follow that nobody signed. */
  readonly counted?: number | undefined
}

const PAGE_FACTS = 1_000
const MAX_RECENT = 8

/**
 * A project's head and state: the nearest state that is known, and the signed facts since. Facts beyond them do not count; whether
 * there are any, only who holds the lock can tell.
 */
export function loadProject(parts: Parts, project: ProjectRoot, isLocked = true): Loaded {
  const { tables, heads } = parts
  const row = tables.projectRow(project)
  const snapshot = tables.snapshotRow(project)
  const base = baseOf(parts, project, snapshot)
  const signed = heads && coveredSeq(heads, tables, { project, row, from: base.head.seq })
  const folded = fold(parts, project, base, signed)
  const loaded = { ...folded, dueSeq: row.dueSeq, snapshot }
  const newest = isLocked && signed !== undefined ? tables.newestHead(project) : folded.head
  return newest.seq > folded.head.seq ? { ...loaded, head: newest, counted: folded.head.seq } : loaded
}

/** Called after the commit, never before. */
export function remember({ recent }: Parts, project: ProjectRoot, folded: Folded): void {
  const { head, state, forged, isBroken, compared, lost } = folded
  keepNewest(recent, project, { head, state, forged, isBroken, compared, lost })
}

/** The newest few. */
export function keepNewest<Value>(kept: Map<ProjectRoot, Value>, project: ProjectRoot, value: Value): void {
  kept.delete(project)
  kept.set(project, value)
  const [oldest] = kept.keys()
  if (kept.size > MAX_RECENT && oldest !== undefined) kept.delete(oldest)
}

/** With a head that is signed: whoever can write to the database cannot add a fact that counts. */
export function saveProject(parts: Parts, project: ProjectRoot, loaded: Loaded): void {
  const { head, dueSeq, snapshot, forged, isBroken, counted } = loaded
  parts.tables.saveProjectRow(project, { ...head, dueSeq, mac: headMac(parts.heads?.key(), project, head) })
  const isSound = snapshot.mac !== forged && !isBroken && counted === undefined
  const isOurs = snapshot.shape === parts.shape && snapshot.mac !== '' && isSound
  if (isOurs && head.seq - snapshot.seq < factsPerSnapshot(snapshot.sizeChars)) return
  saveSnapshot(parts, project, loaded)
}

/** Whoever can write to the database cannot sign: a state counts with a mac under the user's key. Without one, the facts alone do. */
function saveSnapshot({ tables, shape, heads }: Parts, project: ProjectRoot, { head, state }: Folded): void {
  const key = heads?.key()
  if (key === undefined) return
  const text = JSON.stringify(state)
  const at = { ...head, shape }
  tables.saveSnapshot(project, { ...at, mac: macOf(key, project, at, text) }, text)
}

function macOf(
  key: Uint8Array,
  project: ProjectRoot,
  { seq, hash, shape }: Omit<SnapshotRow, 'sizeChars' | 'mac'>,
  text: string,
): string {
  return hmacSha256(key, Buffer.from(`state\n${JSON.stringify([project, seq, hash, shape])}\n${text}`))
}

// A state may hold megabytes of remembered file contents. Folding some facts again is cheaper than writing it each time.
const CHARS_PER_FACT = 16 * 1024
const MAX_FACTS_PER_SNAPSHOT = 64

function factsPerSnapshot(sizeChars: number): number {
  return Math.min(Math.ceil(sizeChars / CHARS_PER_FACT), MAX_FACTS_PER_SNAPSHOT)
}

/** `rebuild`: nothing that is derived is believed. The state file is due, since it may show what was wrong. */
export function rebuildProject(parts: Parts, project: ProjectRoot): Folded {
  const { tables, initial, heads } = parts
  const row = tables.projectRow(project)
  const signed = heads && coveredSeq(heads, tables, { project, row, from: 0 })
  tables.forgetSpending(project)
  const onPage = (rows: readonly StoredFact[]): void => {
    tables.respend(rows)
    for (const { runtime, session } of rows) tables.saveHome({ runtime, session, project })
  }
  const folded = fold(parts, project, { head: EMPTY_HEAD, state: initial, onPage }, signed)
  if (folded.head.seq > 0) {
    const mac = headMac(heads?.key(), project, folded.head)
    tables.saveProjectRow(project, { ...folded.head, dueSeq: folded.head.seq, mac })
    saveSnapshot(parts, project, folded)
  }
  return folded
}

interface Base extends Folded {
  readonly onPage?: (rows: readonly StoredFact[]) => void
}

/** Up to the last signed fact; up to the last, where there is no key to tell. */
function fold({ tables, evolve }: Parts, project: ProjectRoot, base: Base, signed: number | undefined): Folded {
  let { head, state, isBroken } = base
  if (signed !== undefined && signed <= head.seq) return base
  const counts = countsBy(tables.doubtsIn(project, { after: head.seq, to: signed }))
  for (;;) {
    const rows = tables.factsOf(project, { after: head.seq, limit: PAGE_FACTS, to: signed })
    for (const row of rows) {
      const isBreak = breakIn(head, row) !== undefined
      isBroken ||= isBreak
      // Only what comes after a break is tied to the signed head; what came before could be anything.
      if (isBreak && signed !== undefined) state = base.state
      if (counts(row) && (signed === undefined || !isBreak || isIntact(row))) state = evolve(state, row)
      head = { seq: row.seq, hash: row.hash }
    }
    base.onPage?.(rows.filter(counts))
    if (rows.length < PAGE_FACTS) return { ...base, head, state, isBroken }
  }
}

/** By what is on record of facts that nobody signed. Newest first: what one of those says of others is worth nothing. */
function countsBy(doubts: readonly StoredFact[]): (row: StoredFact) => boolean {
  const uncounted: { readonly after: number; readonly to: number }[] = []
  const counts = ({ seq }: StoredFact) => !uncounted.some(({ after, to }) => seq > after && seq <= to)
  for (const row of doubts) {
    const { fact, seq } = row
    if (fact.kind !== 'audit.unvouched' || fact.counted === undefined || !counts(row) || !isIntact(row)) continue
    uncounted.push({ after: fact.counted, to: Math.min(fact.found.seq, seq - 1) })
  }
  return counts
}

/** From so many facts on, a state that another process stored is nearer than the one in memory. */
const FAR_FACTS = 8

/** Another process may have put another database in the place of ours. */
function baseOf(parts: Parts, project: ProjectRoot, snapshot: SnapshotRow): Folded {
  const known = parts.recent.get(project)
  const isReached = known !== undefined && reaches(parts, project, known.head)
  if (isReached && snapshot.seq - known.head.seq < FAR_FACTS) return known
  const stored = snapshotOf(parts, project, snapshot) ?? { head: EMPTY_HEAD, state: parts.initial }
  if (!isReached) return { ...stored, lost: known?.lost ?? known?.head }
  const isNearer = stored.head.seq > known.head.seq && reaches(parts, project, stored.head)
  return isNearer ? { ...known, ...stored } : known
}

function reaches({ tables }: Parts, project: ProjectRoot, { seq, hash }: Head): boolean {
  return seq === 0 || tables.hashAt(project, seq) === hash
}

function snapshotOf(parts: Parts, project: ProjectRoot, row: SnapshotRow): Folded | undefined {
  const key = row.mac === '' ? undefined : parts.heads?.key()
  if (key === undefined) return undefined
  const text = parts.tables.snapshotText(project)
  if (row.mac !== macOf(key, project, row, text)) return { head: EMPTY_HEAD, state: parts.initial, forged: row.mac }
  if (row.shape !== parts.shape) return undefined
  return { head: { seq: row.seq, hash: row.hash }, state: JSON.parse(text) }
}
