import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Citation } from '../../core/model/citation.ts'
import { databaseFile } from '../files/place.ts'

const MAX_SIGHTINGS = 200_000

/** Our own memory of quotes that stood where they were cited: what was never committed has no blob in git. */
export interface Witness {
  saw(citation: Citation): boolean
  note(citations: readonly Citation[], atMs: number): void
}

/**
 * For callers that keep no memory.
 * @internal
 */
export const NO_WITNESS: Witness = { saw: () => false, note: () => {} }

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS sightings (key BLOB PRIMARY KEY, at_ms INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  CREATE INDEX IF NOT EXISTS sightings_by_age ON sightings (at_ms);`

/** Without a database nothing was witnessed; that loses a word in a report and grounds nothing. */
export async function openWitness(folder: string, root: string): Promise<Witness> {
  try {
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(databaseFile({ folder, root }, 'sightings'))
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 2000; ${SCHEMA}`)
    return witnessIn(database, root)
  } catch {
    return NO_WITNESS
  }
}

function witnessIn(database: DatabaseSync, root: string): Witness {
  const find = database.prepare('SELECT 1 FROM sightings WHERE key = ?')
  const add = database.prepare('INSERT OR IGNORE INTO sightings (key, at_ms) VALUES (?, ?)')
  const trim = database.prepare(
    `DELETE FROM sightings WHERE key IN (SELECT key FROM sightings ORDER BY at_ms DESC LIMIT -1 OFFSET ${MAX_SIGHTINGS})`,
  )
  return {
    saw: (citation) => find.get(keyOf(root, citation)) !== undefined,
    note(citations, atMs) {
      if (citations.length === 0) return
      try {
        database.exec('BEGIN IMMEDIATE')
        for (const citation of citations) add.run(keyOf(root, citation), atMs)
        trim.run()
        database.exec('COMMIT')
      } catch {
        if (database.isTransaction) database.exec('ROLLBACK')
      }
    },
  }
}

/** The pin is no part of it: a later reader may have the citation without it. */
function keyOf(root: string, { path, line, lineEnd, quote }: Citation): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([root, path, line, lineEnd ?? line, quote]))
    .digest()
}
