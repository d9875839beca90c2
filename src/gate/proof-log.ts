import { closeSync, constants, lstatSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectRoot } from '../core/model/ids.ts'

export const PROOF_FOLDER = '.proof'
export const SESSION_LOG = 'session_log.jsonl'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants
// A repository may carry a link or a fifo of this name: neither is followed, nor waited for.
const APPEND_FLAGS = O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_WRONLY

/** One line, in one write: two writers never mix theirs. */
export function appendProof(project: ProjectRoot, file: string, line: object): void {
  const folder = join(project, PROOF_FOLDER)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!lstatSync(folder).isDirectory()) return
    const log = openSync(join(folder, file), APPEND_FLAGS, 0o600)
    try {
      writeSync(log, `${JSON.stringify(line)}\n`)
    } finally {
      closeSync(log)
    }
  } catch {
    // A full disk must not fail the call; the fact is in the audit already.
  }
}
