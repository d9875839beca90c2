import { randomUUID } from 'node:crypto'
import { eventId, sessionId } from '../../core/model/ids.ts'
import type { ToolContext } from './tool.ts'

/** ANCHOR-10, ANCHOR-60: before the first call, finishes or undoes what a crash interrupted, and removes expired anchors. */
export async function settleAnchors({ gate, cwd, projectOf }: ToolContext): Promise<void> {
  const project = projectOf(cwd)
  if (!project) return
  const stamp = { id: eventId(randomUUID()), atMs: Date.now() }
  const event = { kind: 'anchor.settle', ...stamp, ...OURSELVES, cwd: project } as const
  // A database that can't be opened is reported by the first call; the server starts anyway.
  await gate.submit(event, project).catch(() => undefined)
}

/** Not an agent, so this doesn't count as a sign of life of one. */
const OURSELVES = { runtime: 'fairlead', session: sessionId('server') } as const
