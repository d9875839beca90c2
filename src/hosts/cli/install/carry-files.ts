import { cpSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectHomes } from '../../../core/model/homes.ts'
import { staysInside } from '../../../disk/contain.ts'

type Places = Pick<ProjectHomes, 'own' | 'ledger'>

/** Roles that come with us are written again where they are missing; a policy in a repository is another thing than one at home. */
const CARRIED = {
  own: ['active_context.yaml', '.proof', '.hestai/sessions'],
  ledger: ['loa-grimoire', '.beads'],
} as const

/**
 * Copies what is kept of a project to where it will be kept; the originals stay. Done before the choice is recorded, so that a
 * kill leaves everything where it was. Gives the names that were copied.
 */
export function carryFiles(from: Places, to: Places): readonly string[] {
  return (['own', 'ledger'] as const).flatMap((place) =>
    from[place] === to[place] ? [] : CARRIED[place].filter((name) => carry(from[place], to[place], name)),
  )
}

/** Nothing is copied behind a link, nor a folder over a file. */
function carry(from: string, to: string, name: string): boolean {
  const found = lstatSync(join(from, name), { throwIfNoEntry: false })
  const there = lstatSync(join(to, name), { throwIfNoEntry: false })
  const isOurs = found !== undefined && (found.isFile() || found.isDirectory()) && staysInside(from, join(from, name))
  const isFree = there === undefined || (!there.isSymbolicLink() && there.isDirectory() === found?.isDirectory())
  if (!isOurs || !isFree || !staysInside(to, join(to, name))) return false
  // A Beads program keeps its own database in the same folder; ours are the plain files.
  const filter = (path: string) =>
    name !== '.beads' || path === join(from, name) || /\/(?!config)[^/]+\.yaml$/.test(path)
  cpSync(join(from, name), join(to, name), {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    filter,
  })
  return true
}
