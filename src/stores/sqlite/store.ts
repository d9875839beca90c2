import type { SQLOutputValue } from 'node:sqlite'
import type { Recorded, StoredFact } from '../../core/model/fact.ts'
import type { EventId, ProjectRoot, SessionId } from '../../core/model/ids.ts'
import { parseJson } from '../../core/model/json.ts'
import type { Head } from '../../core/model/state.ts'
import { DATABASE_WORDS } from '../../core/words/gate.ts'
import { canonicalText, EMPTY_HEAD } from '../chain.ts'
import { type GovernedRow, governedRow, LIST } from '../governed-list.ts'
import { type FileRecord, NO_FILE } from '../reconcile.ts'
import type { FactQuery, SessionHome } from '../store.ts'
import type { Database } from './database.ts'

/** A project's head and the newest fact that must show in its state file. */
export interface ProjectRow extends Head {
  readonly dueSeq: number
  /** Of the head, under the user's key. Empty: an older version wrote it, or there was no key. */
  readonly mac: string
}

/** Where a snapshot of the state was taken; its text is fetched apart. */
export interface SnapshotRow extends Head {
  /** Names the shape of the state. */
  readonly shape: string
  readonly sizeChars: number
  /** Under the user's key, over all of it. Empty: an older version wrote it, or nobody did. */
  readonly mac: string
}

/** The tables, one function per statement. All of it runs inside the caller's transaction. */
export type Tables = ReturnType<typeof tablesOf>

export function tablesOf({ sql }: Database) {
  return { ...factTables(sql), ...projectTables(sql), ...sessionTables(sql) }
}

interface FactRange {
  readonly after?: number
  readonly to?: number | undefined
}

type Sql = Database['sql']
type Row = Readonly<Record<string, SQLOutputValue>>

function factTables(sql: Sql) {
  return {
    resultOf(project: ProjectRoot, event: EventId): string | undefined {
      const row = sql('SELECT result FROM events WHERE project = ? AND event_id = ?').get(project, event)
      return row && text(row, 'result')
    },
    saveResult(project: ProjectRoot, event: EventId, result: string): void {
      sql('INSERT INTO events (project, event_id, result) VALUES (?, ?, ?)').run(project, event, result)
    },
    append(rows: readonly StoredFact[]): void {
      const insert = sql('INSERT INTO facts (project, seq, body, prev_hash, hash) VALUES (?, ?, ?, ?, ?)')
      for (const row of rows) {
        const { project, seq, prevHash, hash, ...recorded } = row
        insert.run(project, seq, canonicalText(recorded), prevHash, hash)
        trackSpending(sql, row)
        trackGoverning(sql, row)
      }
    },
    factsOf(project: ProjectRoot, query: FactQuery & FactRange): readonly StoredFact[] {
      return query.newest === undefined ? factsAfter(sql, project, query) : newestFacts(sql, project, query.newest)
    },
    /** What is on record about facts that nothing vouches for, newest first. */
    doubtsIn(project: ProjectRoot, { after, to = Number.MAX_SAFE_INTEGER }: FactRange): readonly StoredFact[] {
      const query = sql(
        `SELECT project, seq, body, prev_hash, hash FROM facts WHERE project = ? AND seq > ? AND seq <= ?
         AND instr(body, '"audit.unvouched"') > 0 ORDER BY seq DESC`,
      )
      return query.all(project, after ?? 0, to).map(storedFact)
    },
    hashAt(project: ProjectRoot, seq: number): string | undefined {
      const row = sql('SELECT hash FROM facts WHERE project = ? AND seq = ?').get(project, seq)
      return row && text(row, 'hash')
    },
    /** Of the facts themselves, whatever the project's row says. */
    newestHead(project: ProjectRoot): Head {
      const row = sql('SELECT seq, hash FROM facts WHERE project = ? ORDER BY seq DESC LIMIT 1').get(project)
      return row ? { seq: Number(row.seq), hash: text(row, 'hash') } : EMPTY_HEAD
    },
    forgetSpending(project: ProjectRoot): void {
      sql('DELETE FROM spent WHERE project = ?').run(project)
    },
    respend(rows: readonly StoredFact[]): void {
      for (const row of rows) {
        trackSpending(sql, row)
        trackGoverning(sql, row)
      }
    },
  }
}

function factsAfter(
  sql: Sql,
  project: ProjectRoot,
  { after = 0, limit = Number.MAX_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER }: FactQuery & FactRange,
): readonly StoredFact[] {
  const query = sql(
    'SELECT project, seq, body, prev_hash, hash FROM facts WHERE project = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?',
  )
  return query.all(project, after, to, limit).map(storedFact)
}

function newestFacts(sql: Sql, project: ProjectRoot, newest: number): readonly StoredFact[] {
  const query = sql('SELECT project, seq, body, prev_hash, hash FROM facts WHERE project = ? ORDER BY seq DESC LIMIT ?')
  return query.all(project, newest).map(storedFact).reverse()
}

function trackGoverning(sql: Sql, { project, fact }: StoredFact): void {
  if (fact.kind === 'project.governed') {
    const upsert = sql('INSERT OR REPLACE INTO governed (root, git, released) VALUES (?, ?, NULL)')
    upsert.run(project, fact.git)
    // Its former name; should something come to be there again, its facts still show that it was governed.
    if (fact.from !== undefined) sql('DELETE FROM governed WHERE root = ?').run(fact.from)
  } else if (fact.kind === 'project.released') {
    const upsert = sql(
      `INSERT INTO governed (root, git, released) VALUES (?, '', ?) ON CONFLICT (root)
       DO UPDATE SET released = excluded.released`,
    )
    upsert.run(project, fact.signature)
  }
}

/** A grant is spent once: a second row for it cannot be written. A release deletes the row, never the fact. */
function trackSpending(sql: Sql, { project, seq, fact }: StoredFact): void {
  if (fact.kind === 'allowance.reserved') {
    sql('INSERT INTO spent (project, allowance, seq) VALUES (?, ?, ?)').run(project, fact.allowance, seq)
  } else if (fact.kind === 'allowance.released') {
    sql('DELETE FROM spent WHERE project = ? AND allowance = ?').run(project, fact.allowance)
  }
}

function projectTables(sql: Sql) {
  return {
    projectRow(project: ProjectRoot): ProjectRow {
      const row = sql('SELECT head_seq, head_hash, due_seq, mac FROM projects WHERE root = ?').get(project)
      if (!row) return { ...EMPTY_HEAD, dueSeq: 0, mac: '' }
      const head = { seq: Number(row.head_seq), hash: text(row, 'head_hash') }
      return { ...head, dueSeq: Number(row.due_seq), mac: text(row, 'mac') }
    },
    saveProjectRow(project: ProjectRoot, { seq, hash, dueSeq, mac }: ProjectRow): void {
      const upsert = sql(
        `INSERT INTO projects (root, head_seq, head_hash, due_seq, mac) VALUES (?, ?, ?, ?, ?) ON CONFLICT (root)
         DO UPDATE SET head_seq = excluded.head_seq, head_hash = excluded.head_hash, due_seq = excluded.due_seq,
         mac = excluded.mac`,
      )
      upsert.run(project, seq, hash, dueSeq, mac)
    },
    snapshotRow(project: ProjectRoot): SnapshotRow {
      const row = sql('SELECT seq, hash, shape, size, mac FROM snapshots WHERE project = ?').get(project)
      if (!row) return { ...EMPTY_HEAD, shape: '', sizeChars: 0, mac: '' }
      const head = { seq: Number(row.seq), hash: text(row, 'hash') }
      return { ...head, shape: text(row, 'shape'), sizeChars: Number(row.size), mac: text(row, 'mac') }
    },
    snapshotText(project: ProjectRoot): string {
      const row = sql('SELECT state FROM snapshots WHERE project = ?').get(project)
      return row ? text(row, 'state') : ''
    },
    saveSnapshot(project: ProjectRoot, { seq, hash, shape, mac }: Omit<SnapshotRow, 'sizeChars'>, state: string): void {
      const upsert = sql(
        `INSERT INTO snapshots (project, seq, hash, shape, size, state, mac) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project)
         DO UPDATE SET seq = excluded.seq, hash = excluded.hash, shape = excluded.shape, size = excluded.size,
         state = excluded.state, mac = excluded.mac`,
      )
      upsert.run(project, seq, hash, shape, state.length, state, mac)
    },
    projectRoots(): readonly ProjectRoot[] {
      return sql('SELECT root FROM projects ORDER BY root')
        .all()
        .map((row) => text(row, 'root') as ProjectRoot)
    },
    governedRows(): readonly GovernedRow[] {
      return sql(LIST).all().map(governedRow)
    },
    fileRecord(project: ProjectRoot): FileRecord {
      const row = sql('SELECT record FROM state_files WHERE project = ?').get(project)
      return row ? { ...NO_FILE, ...JSON.parse(text(row, 'record')) } : NO_FILE
    },
    saveFileRecord(project: ProjectRoot, record: FileRecord): void {
      sql('INSERT OR REPLACE INTO state_files (project, record) VALUES (?, ?)').run(project, JSON.stringify(record))
    },
  }
}

function sessionTables(sql: Sql) {
  return {
    homeOf(runtime: string, session: SessionId): ProjectRoot | undefined {
      const row = sql('SELECT project FROM sessions WHERE runtime = ? AND session = ?').get(runtime, session)
      return row && (text(row, 'project') as ProjectRoot)
    },
    /** The first one wins. */
    saveHome({ runtime, session, project }: SessionHome): void {
      sql('INSERT OR IGNORE INTO sessions (runtime, session, project) VALUES (?, ?, ?)').run(runtime, session, project)
    },
  }
}

export function storedFact(row: Row): StoredFact {
  return {
    ...recordedIn(text(row, 'body')),
    project: text(row, 'project') as ProjectRoot,
    seq: Number(row.seq),
    prevHash: text(row, 'prev_hash'),
    hash: text(row, 'hash'),
  }
}

/** A body that was made unreadable is still a row: the chain breaks there, and verification says so. */
const UNREADABLE: Recorded = {
  eventId: '' as EventId,
  atMs: 0,
  runtime: '',
  session: '' as SessionId,
  fact: { kind: 'payload.malformed', problem: DATABASE_WORDS.unreadableFact },
}

function recordedIn(body: string): Recorded {
  const recorded = parseJson(body) as Recorded | null | undefined
  return typeof recorded?.fact?.kind === 'string' ? recorded : UNREADABLE
}

function text(row: Row, column: string): string {
  return String(row[column])
}
