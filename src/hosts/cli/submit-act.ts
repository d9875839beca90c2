import { setTimeout as sleep } from 'node:timers/promises'
import type { Decision } from '../../core/model/decision.ts'
import type { ParsedEvent } from '../../core/model/event.ts'
import type { SealSigner } from '../../person/passphrase.ts'
import { problemOf } from '../../stores/store-failure.ts'
import { type Opened, refused } from './exit.ts'
import type { OpenProject } from './open-project.ts'

/** EDGE-100. A person waits longer for their turn than a hook, which has a deadline. */
const TURN_MS = 5_000
const RETRY_MS = 100

/** One act of a person, tried until it is its turn. */
export async function submitAct(
  { gate, project }: Pick<OpenProject, 'gate' | 'project'>,
  act: ParsedEvent,
  signer?: SealSigner,
): Promise<Opened<Decision>> {
  for (const untilMs = performance.now() + TURN_MS; ; ) {
    try {
      return { ok: true, open: await gate.submit(act, project, signer) }
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      if (problem.kind !== 'busy') return refused(`${problem.message}; run \`fairlead doctor\``)
      if (performance.now() >= untilMs) return refused('State lock held for >5.0s')
      await sleep(RETRY_MS)
    }
  }
}
