import { randomUUID } from 'node:crypto'
import type { Proof } from '../../core/model/event.ts'
import { eventId, sessionId } from '../../core/model/ids.ts'
import type { LadderAct } from '../../core/model/ladder.ts'
import { type Exit, failed } from './exit.ts'
import { type OpenProject, wired } from './open-project.ts'
import { oneLine } from './show.ts'
import type { Context } from './terminal.ts'

/** Puts a person's word on record; an unproven one is on record as refused. Undefined when it counts. */
export async function submitLadder(
  { env, cwd }: Context,
  { paths, project }: Pick<OpenProject, 'paths' | 'project'>,
  { act, proof }: { readonly act: LadderAct; readonly proof: Proof },
): Promise<Exit | undefined> {
  const { gate } = await wired(paths, env)
  try {
    const stamp = { id: eventId(randomUUID()), atMs: Date.now() }
    const session = sessionId(`terminal-${process.pid}`)
    const decision = await gate.submit(
      { kind: 'ladder', act, proof, ...stamp, runtime: 'fairlead', session, cwd },
      project,
    )
    return decision.kind === 'answer' ? failed(oneLine(decision.text, 400)) : undefined
  } finally {
    await gate.close()
  }
}
