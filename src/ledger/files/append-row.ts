import { join } from 'node:path'
import { redact } from '../../core/rules/text/redact.ts'
import { appendText } from '../../disk/append-text.ts'
import { makeFolder } from '../../disk/contain.ts'
import { TRAJECTORY_FOLDER, trajectoryFolder, utcDay } from './zones.ts'

export interface Row {
  /** A real path. */
  readonly root: string
  readonly agent: string
  readonly atMs: number
  readonly entry: Readonly<Record<string, unknown>>
}

/**
 * LEDGER-107: adds one line to the trajectory and touches no other. False: it could not be written, which stops nothing.
 * LEDGER-13: every text in it is redacted first.
 */
export function appendRow({ root, agent, atMs, entry }: Row): boolean {
  const row = { ts: new Date(atMs).toISOString(), agent, ...entry }
  try {
    if (makeFolder(root, TRAJECTORY_FOLDER, { mode: 0o775, links: 'none' }) === undefined) return false
    const path = join(trajectoryFolder(root), `${agent}-${utcDay(atMs)}.jsonl`)
    const line = JSON.stringify(row, (_, value) => (typeof value === 'string' ? redact(value) : value))
    appendText(path, `${line}\n`, { mode: 0o644, survives: 'kill' })
    return true
  } catch {
    return false
  }
}
