import { answerText } from './answer.ts'
import { identityCall } from './templates.ts'

/** ANCHOR-47: what an agent is told when its call did not get as far as being judged. */
export function unheard(stage: string, workingDir: string, error: string): string {
  return answerText(stage, {
    outcome: 'refused',
    standing: 'LOBBY',
    token: null,
    errors: [error],
    nextStep: 'mend what `errors` says, then make the call again, or begin with the call in `next_call`',
    next: identityCall(workingDir, 'implementer'),
  })
}
