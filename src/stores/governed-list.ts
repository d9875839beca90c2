import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { GovernedList, GovernedProject } from '../core/model/homes.ts'
import { type ProjectRoot, projectRoot } from '../core/model/ids.ts'
import { DATABASE_WORDS } from '../core/words/gate.ts'

/**
 * For every hook, so by a connection of its own that lives for two statements. A project with facts that is not on the list was
 * taken off behind our back: only a signed row takes one off.
 */
export function readGoverned(
  database: string,
  isReleased: (root: ProjectRoot, signature: string) => boolean,
): GovernedList {
  if (!existsSync(database)) return { ok: false, problem: DATABASE_WORDS.listMissing }
  try {
    const rows = readRows(database)
    if (rows.length === 0) return { ok: false, problem: DATABASE_WORDS.listEmpty }
    const projects = rows.filter(({ root, released }) => released === null || !isReleased(root, released))
    return { ok: true, projects: projects.map(({ released: _, ...project }) => project) }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : DATABASE_WORDS.listMissing }
  }
}

interface Row extends GovernedProject {
  readonly released: string | null
}

const LIST = `
  SELECT root, git, released, TRUE AS listed FROM governed
  UNION ALL SELECT root, '', NULL, FALSE FROM projects WHERE root NOT IN (SELECT root FROM governed)`

function readRows(database: string): readonly Row[] {
  const db = new DatabaseSync(database, { readOnly: true })
  try {
    db.exec('PRAGMA busy_timeout = 200')
    return db.prepare(LIST).all().map(rowOf)
  } finally {
    db.close()
  }
}

function rowOf({ root, git, released, listed }: Readonly<Record<string, SQLOutputValue>>): Row {
  return {
    root: projectRoot(String(root)),
    git: String(git),
    isListed: listed === 1,
    released: released === null ? null : String(released),
  }
}
