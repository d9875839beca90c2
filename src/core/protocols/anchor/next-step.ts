import type { Asked } from './answer.ts'
import type { Open } from './standing.ts'
import { bindTemplate, FILLED_IN, nextCall, proofTemplate } from './templates.ts'

/** What to do when stage context is next. */
export function contextNext(asked: Asked, { constitution, token }: Open) {
  const template = bindTemplate(constitution)
  return {
    nextStep:
      'replace everything between < and > in `template` with what the constitution says, and make the call in `next_call` with it as `payload`',
    next: nextCall({ stage: 'context', token, working_dir: asked.workingDir, payload: FILLED_IN }),
    template,
  }
}

/** What to do when stage proof is next. */
export function proofNext(asked: Asked, { handshake, constitution, token }: Open) {
  const place = { stage: 'proof', token, working_dir: asked.workingDir }
  if (handshake.mode === 'express') {
    return {
      nextStep: 'make the call in `next_call` as it stands',
      next: nextCall(place),
      template: 'nothing to fill in',
    }
  }
  const template = proofTemplate(constitution, handshake.strictness, asked.desk.suggested)
  return {
    nextStep:
      'replace everything between < and > in `template`, cite constraints of the role and files that are there, and make the call in `next_call` with it as `payload`',
    next: nextCall({ ...place, payload: FILLED_IN }),
    template,
  }
}
