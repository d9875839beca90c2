import { mkdirSync } from 'node:fs'
import { type HomesOf, IN_REPO } from '../../src/core/model/homes.ts'
import { projectHome } from '../../src/core/model/ids.ts'

/** A home of its own beside the project, as `~/.fairlead/projects/<key>` is one for the product. */
const APART: HomesOf = (project) => {
  const home = projectHome(`${project}.home`)
  mkdirSync(home, { recursive: true })
  return { layout: 'home', own: home, ledger: home, notes: home }
}

/** For suites that must hold wherever a project's files are. */
export const LAYOUTS: readonly (readonly [string, HomesOf])[] = [
  ['in the work tree', IN_REPO],
  ['at a home of its own', APART],
]

/** For suites that are slow: the name of a project says where its files are, in every process that is at work on it. */
export const BY_NAME: HomesOf = (project) => (project.endsWith('.apart') ? APART(project) : IN_REPO(project))
