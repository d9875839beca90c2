import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { repositoryId } from '../../src/config/governed.ts'
import type { Paths } from '../../src/config/paths.ts'
import { recordHome } from '../../src/config/project-home.ts'
import { projectRoot } from '../../src/core/model/ids.ts'
import { sha256 } from '../../src/stores/sha256.ts'
import { migrate } from '../../src/stores/sqlite/migrate.ts'

/** As `init --in-repo` leaves it, without the facts: these projects are on the list. */
export function govern(
  { database, projects }: Pick<Paths, 'database'> & Partial<Pick<Paths, 'projects'>>,
  ...roots: readonly string[]
): void {
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(database)
  migrate(db)
  const insert = db.prepare('INSERT OR REPLACE INTO governed (root, git, released) VALUES (?, ?, NULL)')
  for (const root of roots) {
    insert.run(root, repositoryId(root))
    if (projects !== undefined) recordHome({ projects, sha256 }, { root: projectRoot(root), layout: 'in-repo' })
  }
  db.close()
}
