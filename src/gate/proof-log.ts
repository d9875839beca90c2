import { join } from 'node:path'
import type { ProjectRoot } from '../core/model/ids.ts'
import { appendText } from '../disk/append-text.ts'
import { makeFolder } from '../disk/contain.ts'

export const PROOF_FOLDER = '.proof'
export const SESSION_LOG = 'session_log.jsonl'

/** One line. A repository may carry a link or a fifo of this name: neither is followed, nor waited for. */
export function appendProof(project: ProjectRoot, file: string, line: object): void {
  try {
    const folder = makeFolder(project, PROOF_FOLDER, { mode: 0o700, links: 'none' })
    if (folder === undefined) return
    appendText(join(folder, file), `${JSON.stringify(line)}\n`, { mode: 0o600, survives: 'kill' })
  } catch {
    // A full disk must not fail the call; the fact is in the audit already.
  }
}
