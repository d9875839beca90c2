import type { DatabaseSync } from 'node:sqlite'
import { DATABASE_WORDS } from '../../core/words/gate.ts'
import { storeFailure } from '../store.ts'
import { APPLICATION_ID, MIGRATIONS } from './schema.ts'

/** Brings the database to the newest version, or refuses one that is not ours or is newer than this program. */
export function migrate(db: DatabaseSync): void {
  if (isCurrent(db)) return
  // Not in a transaction: SQLite cannot change the journal inside one.
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have been faster.
    if (!isCurrent(db)) {
      for (const sql of MIGRATIONS.slice(versionOf(db))) db.exec(sql)
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`)
    }
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

function isCurrent(db: DatabaseSync): boolean {
  const version = versionOf(db)
  const isOurs = numberOf(db, 'PRAGMA application_id') === APPLICATION_ID
  if (!isOurs && (version > 0 || numberOf(db, 'SELECT count(*) FROM sqlite_schema') > 0)) {
    throw storeFailure('database-unreadable', DATABASE_WORDS.foreign)
  }
  if (version > MIGRATIONS.length) {
    throw storeFailure('database-unreadable', DATABASE_WORDS.newer)
  }
  return version === MIGRATIONS.length
}

function versionOf(db: DatabaseSync): number {
  return numberOf(db, 'PRAGMA user_version')
}

function numberOf(db: DatabaseSync, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0])
}
