import type { AnchorFiles } from '../anchor/anchor-files.ts'
import { ALLOW, type Decision } from '../core/model/decision.ts'
import type { Effect } from '../core/model/effect.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { unreachable } from '../core/model/unreachable.ts'
import { appendProof, SESSION_LOG } from './proof-log.ts'

/** Where there is nothing to keep an anchor in, none is kept. */
const NOWHERE: Pick<AnchorFiles, 'perform'> = { perform: () => false }

/**
 * After the commit only. Where a failure loses a convenience, nothing is said: the fact is already in the audit. Where
 * it would make the answer untrue, what comes back is the decision to give instead.
 */
export function perform(
  effects: readonly Effect[],
  project: ProjectRoot,
  anchorFiles: Pick<AnchorFiles, 'perform'> = NOWHERE,
): Decision | undefined {
  for (const effect of effects) {
    switch (effect.kind) {
      case 'proof.append':
        appendProof(project, SESSION_LOG, effect.line)
        break
      case 'proof.archive':
        appendProof(project, 'archive.jsonl', effect.line)
        break
      case 'anchor.govern':
      case 'anchor.keep':
      case 'anchor.promote':
        // What follows builds on it: nothing is promoted that was not kept.
        if (!anchorFiles.perform(project, effect)) return insteadOf(effect.otherwise)
        break
      case 'anchor.drop':
      case 'anchor.revoke':
      case 'anchor.clear':
        anchorFiles.perform(project, effect)
        break
      case 'backup.sync':
        // Takes its time, so the gate does it apart (`syncBackup`).
        break
      // The ledger's files have several writers and take longer: `ledger.perform`, in turn.
      case 'ledger.sync':
      case 'ledger.bead':
      case 'ledger.measure':
      case 'ledger.weigh':
      case 'ledger.tend':
        break
      default:
        unreachable(effect)
    }
  }
  return undefined
}

function insteadOf(otherwise: string): Decision {
  return otherwise === '' ? ALLOW : { kind: 'answer', text: otherwise }
}
