import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Effect } from '../core/model/effect.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { unreachable } from '../core/model/unreachable.ts'

/** After the commit only. A failure here loses a convenience; the fact is already in the audit. */
export function perform(effects: readonly Effect[], project: ProjectRoot): void {
  for (const effect of effects) {
    switch (effect.kind) {
      case 'proof.append':
        appendProof(project, effect.line)
        break
      default:
        unreachable(effect.kind)
    }
  }
}

function appendProof(project: ProjectRoot, line: object): void {
  const folder = join(project, '.proof')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    appendFileSync(join(folder, 'session_log.jsonl'), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  } catch {
    // The log is rebuilt from facts when it is missing; a full disk must not fail the call.
  }
}
