import { randomUUID } from 'node:crypto'
import { eventId, sessionId } from '../../core/model/ids.ts'
import type { ToolContext } from './tool.ts'

/** ANCHOR-10: what a crash left half promoted is finished or undone before the first call is answered. */
export async function settleAnchors({ gate, runtime, cwd, projectOf }: ToolContext): Promise<void> {
  const project = projectOf(cwd)
  if (!project) return
  const stamp = { id: eventId(randomUUID()), atMs: Date.now() }
  const event = { kind: 'anchor.settle', ...stamp, runtime, session: sessionId('server'), cwd: project } as const
  // A database that cannot be opened now is told by the first call; the server itself starts all the same.
  await gate.submit(event, project).catch(() => undefined)
}
