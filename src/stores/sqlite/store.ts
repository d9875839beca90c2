import type { SQLOutputValue } from 'node:sqlite'
import type { Recorded, StoredFact } from '../../core/model/fact.ts'
import type { EventId, ProjectRoot, SessionId } from '../../core/model/ids.ts'
import { canonicalText, EMPTY_HEAD, type Head } from '../chain.ts'
import { type FileRecord, NO_FILE } from '../reconcile.ts'
import type { FactQuery, SessionHome } from '../store.ts'
import type { Database } from './database.ts'

/** The derived row of a project: its head, and the state that the facts up to it give. */
export interface ProjectRow extends Head {
  /** The newest fact that must show in the state file. */
  readonly dueSeq: number
  /** Names the shape of the state; another shape means that the snapshot is to be made again. */
  readonly shape: string
  readonly state: string
}

const NO_PROJECT: ProjectRow = { ...EMPTY_HEAD, dueSeq: 0, shape: '', state: '' }

/** The tables, one function per statement. All of it runs inside the caller's transaction. */
export type Tables = ReturnType<typeof tablesOf>

export function tablesOf({ sql }: Database) {
  return { ...factTables(sql), ...projectTables(sql), ...sessionTables(sql) }
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
      }
    },
    factsOf(project: ProjectRoot, { after = 0, limit = Number.MAX_SAFE_INTEGER }: FactQuery): readonly StoredFact[] {
      const query = sql(
        'SELECT project, seq, body, prev_hash, hash FROM facts WHERE project = ? AND seq > ? ORDER BY seq LIMIT ?',
      )
      return query.all(project, after, limit).map(storedFact)
    },
    hasFacts(project: ProjectRoot): boolean {
      return sql('SELECT 1 FROM facts WHERE project = ? LIMIT 1').get(project) !== undefined
    },
    forgetSpending(project: ProjectRoot): void {
      sql('DELETE FROM spent WHERE project = ?').run(project)
    },
    respend(rows: readonly StoredFact[]): void {
      for (const row of rows) trackSpending(sql, row)
    },
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
      const row = sql('SELECT head_seq, head_hash, due_seq, shape, state FROM projects WHERE root = ?').get(project)
      if (!row) return NO_PROJECT
      return {
        seq: Number(row.head_seq),
        hash: text(row, 'head_hash'),
        dueSeq: Number(row.due_seq),
        shape: text(row, 'shape'),
        state: text(row, 'state'),
      }
    },
    saveProjectRow(project: ProjectRoot, row: ProjectRow): void {
      sql(
        `INSERT INTO projects (root, head_seq, head_hash, due_seq, shape, state) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (root) DO UPDATE SET head_seq = excluded.head_seq, head_hash = excluded.head_hash,
         due_seq = excluded.due_seq, shape = excluded.shape, state = excluded.state`,
      ).run(project, row.seq, row.hash, row.dueSeq, row.shape, row.state)
    },
    projectRoots(): readonly ProjectRoot[] {
      return sql('SELECT root FROM projects ORDER BY root')
        .all()
        .map((row) => text(row, 'root') as ProjectRoot)
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

function storedFact(row: Row): StoredFact {
  return {
    ...recordedIn(text(row, 'body')),
    project: text(row, 'project') as ProjectRoot,
    seq: Number(row.seq),
    prevHash: text(row, 'prev_hash'),
    hash: text(row, 'hash'),
  }
}

/** A body that somebody made unreadable is still a row: the chain breaks there, and verification says so. */
const UNREADABLE: Recorded = {
  eventId: '' as EventId,
  atMs: 0,
  runtime: '',
  session: '' as SessionId,
  fact: { kind: 'payload.malformed', problem: 'the body of this fact is not readable' },
}

function recordedIn(body: string): Recorded {
  try {
    const recorded: Recorded = JSON.parse(body)
    return typeof recorded?.fact?.kind === 'string' ? recorded : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

function text(row: Row, column: string): string {
  return String(row[column])
}
