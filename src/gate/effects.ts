import type { Effect } from '../core/model/effect.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { unreachable } from '../core/model/unreachable.ts'
import { appendProof, SESSION_LOG } from './proof-log.ts'

/** After the commit only. A failure here loses a convenience; the fact is already in the audit. */
export function perform(effects: readonly Effect[], project: ProjectRoot): void {
  for (const effect of effects) {
    switch (effect.kind) {
      case 'proof.append':
        appendProof(project, SESSION_LOG, effect.line)
        break
      case 'proof.archive':
        appendProof(project, 'archive.jsonl', effect.line)
        break
      default:
        unreachable(effect)
    }
  }
}
