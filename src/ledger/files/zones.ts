import { join } from 'node:path'

/** LEDGER-5: the State Zone, relative to the project. */
const GRIMOIRE = 'loa-grimoire'
export const NOTES_FILE = `${GRIMOIRE}/NOTES.md`

export const TRAJECTORY_FOLDER = `${GRIMOIRE}/a2a/trajectory`

export function trajectoryFolder(root: string): string {
  return join(root, TRAJECTORY_FOLDER)
}

/** A day as file names carry it, by the wall clock. */
export function localDay(atMs: number): string {
  const date = new Date(atMs)
  const two = (value: number): string => `${value}`.padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export function utcDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}
