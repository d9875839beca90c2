import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Decision } from '../../core/model/decision.ts'
import type { EventOf, ParsedEvent } from '../../core/model/event.ts'
import { eventId, sessionId } from '../../core/model/ids.ts'
import { CLI_TEXTS } from '../../core/words/cli.ts'
import type { PassphraseSigner } from '../../person/passphrase.ts'
import { storeProblemOf } from '../../stores/store.ts'
import { type OrExit, refused } from './exit.ts'
import type { OpenProject } from './open-project.ts'
import type { Context } from './terminal.ts'

/** EDGE-100. A person waits longer for their turn than a hook, which has a deadline. */
const TURN_MS = 5_000
const RETRY_MS = 100

/** Submits one act of a person, and tries again while another writer has its turn. */
export async function submitAct(
  { gate, project }: Pick<OpenProject, 'gate' | 'project'>,
  act: ParsedEvent,
  signer?: PassphraseSigner,
): Promise<OrExit<Decision>> {
  for (const untilMs = performance.now() + TURN_MS; ; ) {
    try {
      return { ok: true, open: await gate.submit(act, project, signer) }
    } catch (error) {
      const problem = storeProblemOf(error)
      if (problem === undefined) throw error
      if (problem.kind !== 'busy') return refused(CLI_TEXTS.runDoctor(problem.message))
      if (performance.now() >= untilMs) return refused('State lock held for >5.0s')
      await sleep(RETRY_MS)
    }
  }
}

/** What every act of a person at this terminal begins with. */
export function actStamp({ cwd }: Context): Pick<EventOf<'edge'>, 'id' | 'atMs' | 'runtime' | 'session' | 'cwd'> {
  const session = sessionId(`terminal-${process.pid}`)
  return { id: eventId(randomUUID()), atMs: Date.now(), runtime: 'fairlead', session, cwd }
}
