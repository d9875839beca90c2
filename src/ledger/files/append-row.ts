import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from '../../core/rules/text/redact.ts'
import { makeFolder } from './make-folder.ts'
import { TRAJECTORY_FOLDER, trajectoryFolder, utcDay } from './zones.ts'

export interface Row {
  /** A real path. */
  readonly root: string
  readonly agent: string
  readonly atMs: number
  readonly entry: Readonly<Record<string, unknown>>
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants

/**
 * LEDGER-107: adds one line to the trajectory and touches no other. False: it could not be written, which stops nothing.
 * LEDGER-13: every text in it is redacted first.
 */
export function appendRow({ root, agent, atMs, entry }: Row): boolean {
  const row = { ts: new Date(atMs).toISOString(), agent, ...entry }
  let file: number | undefined
  try {
    if (!makeFolder(root, TRAJECTORY_FOLDER)) return false
    const path = join(trajectoryFolder(root), `${agent}-${utcDay(atMs)}.jsonl`)
    file = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o644)
    const { size } = fstatSync(file)
    if (!fstatSync(file).isFile()) return false
    const line = JSON.stringify(row, (_, value) => (typeof value === 'string' ? redact(value) : value))
    writeSync(file, `${endsTorn(file, size) ? '\n' : ''}${line}\n`)
    return true
  } catch {
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** A writer was killed in the middle of a line: the next one begins on a line of its own. */
function endsTorn(file: number, size: number): boolean {
  const last = Buffer.alloc(1)
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 10
}
