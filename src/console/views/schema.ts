import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { FactReader } from '../../stores/sqlite/fact-reader.ts'

/**
 * What the pages ask, made from the facts and from nothing else: it may be deleted at any time. Every write adds up the same
 * whichever fact comes first, since the newest are read before the oldest.
 */
const SCHEMA = `
  CREATE TABLE projects (
    id INTEGER PRIMARY KEY, root TEXT NOT NULL UNIQUE, low INTEGER NOT NULL, high INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, project INTEGER NOT NULL, session TEXT NOT NULL, runtime TEXT NOT NULL,
    started INTEGER NOT NULL, last INTEGER NOT NULL, ended INTEGER NOT NULL DEFAULT 0, calls INTEGER NOT NULL DEFAULT 0,
    holds INTEGER NOT NULL DEFAULT 0, refused INTEGER NOT NULL DEFAULT 0, steers INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0, loops INTEGER NOT NULL DEFAULT 0, title TEXT NOT NULL DEFAULT '',
    title_seq INTEGER NOT NULL DEFAULT 0, UNIQUE (project, session)
  ) STRICT;
  CREATE INDEX sessions_by_time ON sessions (last);
  CREATE TABLE rows (
    project INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, session INTEGER NOT NULL, kind INTEGER NOT NULL,
    outcome INTEGER NOT NULL, agent INTEGER NOT NULL, PRIMARY KEY (project, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rows_by_session ON rows (session, seq, kind);
  CREATE INDEX rows_by_kind ON rows (kind, project, seq);
  CREATE TABLE holds (
    project INTEGER NOT NULL, number INTEGER NOT NULL, seq INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL DEFAULT 0,
    session TEXT NOT NULL DEFAULT '', runtime TEXT NOT NULL DEFAULT '', agent_type TEXT NOT NULL DEFAULT '',
    type TEXT NOT NULL DEFAULT '', rule TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT '', command TEXT NOT NULL DEFAULT '',
    folder TEXT NOT NULL DEFAULT '', outcome TEXT NOT NULL DEFAULT '', outcome_seq INTEGER NOT NULL DEFAULT 0,
    ended INTEGER NOT NULL DEFAULT 0, door TEXT NOT NULL DEFAULT '', why TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (project, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX holds_by_time ON holds (at);
  CREATE INDEX holds_by_project ON holds (project, at);
  CREATE INDEX holds_by_end ON holds (ended);
  CREATE INDEX holds_by_rule ON holds (rule, at);
  CREATE TABLE grants (project INTEGER NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (project, id)) STRICT, WITHOUT ROWID;
  CREATE INDEX grants_by_number ON grants (project, number);
  CREATE TABLE uses (
    project INTEGER NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, how TEXT NOT NULL,
    session TEXT NOT NULL, ok INTEGER, PRIMARY KEY (project, id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE days (
    project INTEGER NOT NULL, day INTEGER NOT NULL, what INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (day, project, what)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5(text, content='', columnsize=0, detail=none);
`

const VERSION = createHash('sha256').update(SCHEMA).digest().readInt32BE(0)

export interface ViewsDb {
  readonly sql: (text: string) => StatementSync
  readonly inTransaction: <Result>(work: () => Result) => Result
  /** False once somebody deleted or replaced the file. */
  readonly isCurrent: () => boolean
  readonly close: () => void
}

/** What every question is asked of. */
export interface ViewsAsked {
  readonly db: ViewsDb
  readonly reader: FactReader
}

/** Opens the file, or makes it anew where it is of another version or unreadable. */
export function openViews(path: string): ViewsDb {
  try {
    return opened(path)
  } catch {
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
    return opened(path)
  }
}

function opened(path: string): ViewsDb {
  const db = new DatabaseSync(path)
  // Made again after a crash; so nothing waits for the disk.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY')
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version !== VERSION) {
    if (version !== 0) throw new Error('another version')
    db.exec(`BEGIN; ${SCHEMA}; PRAGMA user_version = ${VERSION}; COMMIT`)
  }
  const { ino } = statSync(path)
  const known = new Map<string, StatementSync>()
  return {
    sql: (text) => {
      const statement = known.get(text) ?? db.prepare(text)
      known.set(text, statement)
      return statement
    },
    inTransaction: (work) => {
      db.exec('BEGIN')
      try {
        const result = work()
        db.exec('COMMIT')
        return result
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
    isCurrent: () => statSync(path, { throwIfNoEntry: false })?.ino === ino,
    close: () => db.close(),
  }
}
