import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
  if (!staysInside(project, folder)) throw new Error(`\`${folder}\` leads out of the project; remove the link`)
  mkdirSync(folder, { recursive: true, mode: 0o775 })
  if (!staysInside(project, folder)) throw new Error(`\`${folder}\` leads out of the project; remove the link`)
}

/** As far as the folder is there, every link on the way to it ends inside of the project. */
export function staysInside(project: ProjectRoot, folder: string): boolean {
  try {
    const real = realpathSync(folder)
    return real === folder || real.startsWith(`${realpathSync(project)}/`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    // A link to nowhere is no missing folder: what is made there would be made elsewhere.
    if (!isMissing || lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return false
    return folder === project || staysInside(project, dirname(folder))
  }
}

/** True when something is there that is not a plain file: a link, a folder, a pipe. */
export function isOdd(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile()
}
