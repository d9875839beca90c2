import { randomUUID } from 'node:crypto'
import { eventId, sessionId } from '../../core/model/ids.ts'
import type { ToolContext } from './tool.ts'

/** ANCHOR-10, ANCHOR-60: before the first call is answered, what a crash left half promoted is finished or undone, and what is long over goes. */
export async function settleAnchors({ gate, cwd, projectOf }: ToolContext): Promise<void> {
  const project = projectOf(cwd)
  if (!project) return
  const stamp = { id: eventId(randomUUID()), atMs: Date.now() }
  const event = { kind: 'anchor.settle', ...stamp, ...OURSELVES, cwd: project } as const
  // A database that cannot be opened now is told by the first call; the server itself starts all the same.
  await gate.submit(event, project).catch(() => undefined)
}

/** No agent did it: it is no sign that one lives. */
const OURSELVES = { runtime: 'fairlead', session: sessionId('server') } as const
