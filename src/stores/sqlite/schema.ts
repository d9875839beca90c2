/** Marks the file as ours: a database of another program is never touched. "FLD4" in ASCII. */
export const APPLICATION_ID = 0x464c4434

/**
 * Each entry brings the database one version further; entries are added, never changed.
 *
 * `facts` is the record, `events` holds the answers given. Everything else follows from the facts and can be made again.
 * The columns people search by are computed from the body, so they cannot say anything else than the hashed text.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE facts (
    project TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    event_id ANY GENERATED ALWAYS AS (body ->> '$.eventId') VIRTUAL,
    at_ms ANY GENERATED ALWAYS AS (body ->> '$.atMs') VIRTUAL,
    session ANY GENERATED ALWAYS AS (body ->> '$.session') VIRTUAL,
    kind ANY GENERATED ALWAYS AS (body ->> '$.fact.kind') VIRTUAL,
    call_id ANY GENERATED ALWAYS AS (body ->> '$.fact.call') VIRTUAL,
    PRIMARY KEY (project, seq)
  ) STRICT;
  CREATE TRIGGER facts_are_not_changed BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END;
  CREATE TRIGGER facts_are_not_deleted BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END;

  CREATE TABLE events (
    project TEXT NOT NULL,
    event_id TEXT NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (project, event_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE projects (
    root TEXT PRIMARY KEY,
    head_seq INTEGER NOT NULL,
    head_hash TEXT NOT NULL,
    due_seq INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE snapshots (
    project TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    shape TEXT NOT NULL,
    size INTEGER NOT NULL,
    state TEXT NOT NULL
  ) STRICT;

  CREATE TABLE state_files (
    project TEXT PRIMARY KEY,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE spent (
    project TEXT NOT NULL,
    allowance TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (project, allowance)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    runtime TEXT NOT NULL,
    session TEXT NOT NULL,
    project TEXT NOT NULL,
    PRIMARY KEY (runtime, session)
  ) STRICT, WITHOUT ROWID;
  `,
  // Follows from the facts as well. A project that an older version has facts of goes on as it was.
  `
  CREATE TABLE governed (
    root TEXT PRIMARY KEY,
    git TEXT NOT NULL,
    released TEXT
  ) STRICT, WITHOUT ROWID;
  INSERT INTO governed SELECT root, '', NULL FROM projects;
  `,
  // A snapshot of an older version is signed by nobody, and the facts are folded once more.
  `ALTER TABLE snapshots ADD COLUMN mac TEXT NOT NULL DEFAULT ''`,
  // Of the head. Facts of an older version are vouched for by the head that is kept outside.
  `ALTER TABLE projects ADD COLUMN mac TEXT NOT NULL DEFAULT ''`,
]
