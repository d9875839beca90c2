import { existsSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { StoredFact } from '../../core/model/fact.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { storedFact } from './store.ts'

interface FactRange {
  readonly after: number
  readonly upTo: number
  readonly limit: number
  readonly newestFirst?: boolean
}

/** The facts for somebody who follows them and never writes: a connection that cannot, in whatever thread. */
export interface FactReader {
  /** Changes with every commit of anybody. */
  readonly version: () => number
  readonly heads: () => readonly { readonly root: ProjectRoot; readonly head: number }[]
  readonly page: (project: ProjectRoot, range: FactRange) => readonly StoredFact[]
  readonly one: (project: ProjectRoot, seq: number) => StoredFact | undefined
  /** False once another file has taken the place of this one. */
  readonly isCurrent: () => boolean
  readonly close: () => void
}

/** Undefined where there is no database yet; reading makes none. */
export function openFactReader(path: string): FactReader | undefined {
  if (!existsSync(path)) return undefined
  const { ino } = statSync(path)
  const db = new DatabaseSync(path, { readOnly: true })
  db.exec('PRAGMA busy_timeout = 250')
  const known = new Map<string, StatementSync>()
  const sql = (text: string): StatementSync => {
    const statement = known.get(text) ?? db.prepare(text)
    known.set(text, statement)
    return statement
  }
  const columns = 'SELECT project, seq, body, prev_hash, hash FROM facts WHERE project = ?'
  return {
    version: () => Number(sql('PRAGMA data_version').get()?.['data_version']),
    heads: () =>
      sql('SELECT root, head_seq FROM projects')
        .all()
        .map((row) => ({ root: String(row['root']) as ProjectRoot, head: Number(row['head_seq']) })),
    page: (project, { after, upTo, limit, newestFirst = false }) =>
      sql(`${columns} AND seq > ? AND seq <= ? ORDER BY seq ${newestFirst ? 'DESC' : ''} LIMIT ?`)
        .all(project, after, upTo, limit)
        .map(storedFact),
    one: (project, seq) => {
      const row = sql(`${columns} AND seq = ?`).get(project, seq)
      return row && storedFact(row)
    },
    isCurrent: () => statSync(path, { throwIfNoEntry: false })?.ino === ino,
    close: () => db.close(),
  }
}
