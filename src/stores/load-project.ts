import type { StoredFact } from '../core/model/fact.ts'
import type { HomesOf } from '../core/model/homes.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { Head, State } from '../core/model/state.ts'
import { breakIn, EMPTY_HEAD } from './chain.ts'
import type { HeadFile } from './kept-heads.ts'
import { hmacSha256 } from './sha256.ts'
import type { Database } from './sqlite/database.ts'
import type { SnapshotRow, Tables } from './sqlite/store.ts'
import type { Evolve } from './store.ts'
import type { Faults } from './write-point.ts'
import type { StateFileReading, YamlLoader } from './yaml/state-file.ts'

/** What the parts of one open store share. */
export interface Parts {
  readonly database: Database
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
  /** A fact that went into it was changed after it was recorded. */
  readonly isBroken?: boolean | undefined
}

export interface Loaded extends Folded {
  readonly dueSeq: number
  readonly snapshot: SnapshotRow
}

const PAGE_FACTS = 1_000
const MAX_RECENT = 8

/** A project's head and state: the nearest state that is known, and the facts since. */
export function loadProject(parts: Parts, project: ProjectRoot): Loaded {
  const { tables, initial } = parts
  const { dueSeq } = tables.projectRow(project)
  const snapshot = tables.snapshotRow(project)
  const base = recentOf(parts, project) ?? snapshotOf(parts, project, snapshot) ?? { head: EMPTY_HEAD, state: initial }
  return { ...fold(parts, project, base), dueSeq, snapshot, forged: base.forged }
}

/** Called after the commit, never before. */
export function remember({ recent }: Parts, project: ProjectRoot, { head, state, forged, isBroken }: Folded): void {
  keepNewest(recent, project, { head, state, forged, isBroken })
}

/** The newest few. */
export function keepNewest<Value>(kept: Map<ProjectRoot, Value>, project: ProjectRoot, value: Value): void {
  kept.delete(project)
  kept.set(project, value)
  const [oldest] = kept.keys()
  if (kept.size > MAX_RECENT && oldest !== undefined) kept.delete(oldest)
}

export function saveProject(parts: Parts, project: ProjectRoot, loaded: Loaded): void {
  const { head, dueSeq, snapshot, forged, isBroken } = loaded
  parts.tables.saveProjectRow(project, { ...head, dueSeq })
  const isOurs = snapshot.shape === parts.shape && snapshot.mac !== '' && snapshot.mac !== forged && !isBroken
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
  const { tables, initial } = parts
  tables.forgetSpending(project)
  const onPage = (rows: readonly StoredFact[]): void => {
    tables.respend(rows)
    for (const { runtime, session } of rows) tables.saveHome({ runtime, session, project })
  }
  const folded = fold(parts, project, { head: EMPTY_HEAD, state: initial, onPage })
  if (folded.head.seq > 0) {
    tables.saveProjectRow(project, { ...folded.head, dueSeq: folded.head.seq })
    saveSnapshot(parts, project, folded)
  }
  return folded
}

interface Base extends Folded {
  readonly onPage?: (rows: readonly StoredFact[]) => void
}

function fold({ tables, evolve }: Parts, project: ProjectRoot, base: Base): Folded {
  let { head, state, isBroken } = base
  for (;;) {
    const rows = tables.factsOf(project, { after: head.seq, limit: PAGE_FACTS })
    for (const row of rows) {
      isBroken ||= breakIn(head, row) !== undefined
      state = evolve(state, row)
      head = { seq: row.seq, hash: row.hash }
    }
    base.onPage?.(rows)
    if (rows.length < PAGE_FACTS) return { head, state, isBroken }
  }
}

/** Another process may have put another database in the place of ours. */
function recentOf({ recent, tables }: Parts, project: ProjectRoot): Folded | undefined {
  const known = recent.get(project)
  return known && tables.hashAt(project, known.head.seq) === known.head.hash ? known : undefined
}

function snapshotOf(parts: Parts, project: ProjectRoot, row: SnapshotRow): Folded | undefined {
  const key = row.mac === '' ? undefined : parts.heads?.key()
  if (key === undefined) return undefined
  const text = parts.tables.snapshotText(project)
  if (row.mac !== macOf(key, project, row, text)) return { head: EMPTY_HEAD, state: parts.initial, forged: row.mac }
  if (row.shape !== parts.shape) return undefined
  return { head: { seq: row.seq, hash: row.hash }, state: JSON.parse(text) }
}
