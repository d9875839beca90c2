import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectRoot } from '../../core/model/ids.ts'

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

/** A repository may bring links along: nothing is written where one of them leads. */
export function makeFolder(project: ProjectRoot, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const real = realpathSync(folder)
  if (real !== folder && !real.startsWith(`${realpathSync(project)}/`)) {
    throw new Error(`\`${folder}\` leads out of the project; remove the link`)
  }
}

/** True when something is there that is not a plain file: a link, a folder, a pipe. */
export function isOdd(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile()
}
