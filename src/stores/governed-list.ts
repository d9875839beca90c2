import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { GovernedList, GovernedProject } from '../core/model/homes.ts'
import { type ProjectRoot, projectRoot } from '../core/model/ids.ts'
import type { Head } from '../core/model/state.ts'
import { DATABASE_WORDS } from '../core/words/gate.ts'

type IsReleased = (root: ProjectRoot, signature: string) => boolean

/**
 * For every hook, so by the connection that is open already; else by one of its own that lives for two statements. A project
 * with facts that is not on the list was taken off behind our back: only a signed row takes one off.
 */
export function readGoverned(
  database: string,
  isReleased: IsReleased,
  atHand: () => readonly GovernedRow[] | undefined = () => undefined,
): GovernedList {
  if (!existsSync(database)) return { ok: false, problem: DATABASE_WORDS.listMissing }
  try {
    const rows = atHand() ?? readRows(database)
    if (rows.length === 0) return { ok: false, problem: DATABASE_WORDS.listEmpty }
    const projects = rows.filter(({ root, released }) => released === null || !isReleased(root, released))
    return { ok: true, projects: projects.map(({ released: _, ...project }) => project) }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : DATABASE_WORDS.listMissing }
  }
}

/**
 * Projects whose audit was longer once, by the heads that are kept outside: an older or another database took the place of ours,
 * and what it does not know of goes on being governed.
 */
export function readBereft(database: string, heads: Readonly<Record<string, Head>>): GovernedList {
  const roots = Object.entries(heads).filter(([root, head]) => head.seq > 0 && !hasFact(database, root, head))
  return { ok: true, projects: roots.map(([root]) => ({ root: projectRoot(root), git: '', isListed: false })) }
}

function hasFact(database: string, root: string, { seq, hash }: Head): boolean {
  try {
    const fact = 'SELECT 1 FROM facts WHERE project = ? AND seq = ? AND hash = ?'
    return withDatabase(database, (db) => db.prepare(fact).get(root, seq, hash)) !== undefined
  } catch {
    return false
  }
}

export interface GovernedRow extends GovernedProject {
  readonly released: string | null
}

/** The projects that facts are about, one step in the index for each; no row beside the facts has to be believed. */
export const LIST = `
  WITH RECURSIVE known(root) AS (
    SELECT min(project) FROM facts
    UNION ALL SELECT (SELECT min(project) FROM facts WHERE project > known.root) FROM known WHERE known.root IS NOT NULL
  )
  SELECT root, git, released, TRUE AS listed FROM governed
  UNION ALL SELECT root, '', NULL, FALSE FROM known WHERE root IS NOT NULL AND root NOT IN (SELECT root FROM governed)`

function readRows(database: string): readonly GovernedRow[] {
  return withDatabase(database, (db) => db.prepare(LIST).all().map(governedRow))
}

function withDatabase<Result>(database: string, look: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(database, { readOnly: true })
  try {
    db.exec('PRAGMA busy_timeout = 200')
    return look(db)
  } finally {
    db.close()
  }
}

export function governedRow({ root, git, released, listed }: Readonly<Record<string, SQLOutputValue>>): GovernedRow {
  return {
    root: projectRoot(String(root)),
    git: String(git),
    isListed: listed === 1,
    released: released === null ? null : String(released),
  }
}
