import { lstatSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { makeFolder } from '../../disk/contain.ts'

/** The State Zone (LEDGER-5), and where its parts are. */
const GRIMOIRE = 'loa-grimoire'
const NOTES_PATH = `${GRIMOIRE}/NOTES.md`
const TRAJECTORY_PATH = `${GRIMOIRE}/a2a/trajectory`
const ARCHIVE_PATH = `${TRAJECTORY_PATH}/archive`

export function trajectoryFolder(project: ProjectRoot): string {
  return join(project, TRAJECTORY_PATH)
}

export function archiveFolder(project: ProjectRoot): string {
  return join(project, ARCHIVE_PATH)
}

export function notesFile(project: ProjectRoot): string {
  return join(project, NOTES_PATH)
}

/** A repository may bring links along: nothing is written where one of them leads out. */
export function makeLedgerFolder(project: ProjectRoot, folder: string): void {
  if (makeFolder(project, relative(project, folder), { mode: 0o775, links: 'inside' }) === undefined)
    throw new Error(`\`${folder}\` leads out of the project; remove the link`)
}

/** True when something is there that is not a plain file: a link, a folder, a pipe. */
export function isOdd(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile()
}
