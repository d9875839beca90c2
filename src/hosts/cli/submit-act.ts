import { setTimeout as sleep } from 'node:timers/promises'
import type { Decision } from '../../core/model/decision.ts'
import type { ParsedEvent } from '../../core/model/event.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Gate } from '../../gate/gate.ts'
import type { SealSigner } from '../../gate/passphrase.ts'
import { problemOf } from '../../stores/store-failure.ts'

/** EDGE-100. A person waits longer for their turn than a hook, which has a deadline. */
const TURN_MS = 5_000
const RETRY_MS = 100

export type Submitted =
  | { readonly ok: true; readonly decision: Decision }
  | { readonly ok: false; readonly problem: string }

interface Act {
  readonly act: ParsedEvent
  readonly project: ProjectRoot
  readonly signer?: SealSigner
}

/** One act of a person, tried until it is its turn. */
export async function submitAct(gate: Gate, { act, project, signer }: Act): Promise<Submitted> {
  for (const untilMs = performance.now() + TURN_MS; ; ) {
    try {
      return { ok: true, decision: await gate.submit(act, project, signer) }
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      if (problem.kind !== 'busy') return { ok: false, problem: `${problem.message}; run \`fairlead doctor\`` }
      if (performance.now() >= untilMs) return { ok: false, problem: 'State lock held for >5.0s' }
      await sleep(RETRY_MS)
    }
  }
}
