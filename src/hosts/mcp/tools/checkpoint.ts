import { CHECKPOINT_FIELDS } from '../../../core/protocols/plane/providers/structured-output.ts'
import type { Tool, ToolAnswer, ToolInput } from '../tool.ts'

/**
 * PLANE-R1b: a reassessment in three sentences. The call itself is the evidence, seen by the hooks like any other; nothing is
 * decided by it (PLANE-O1), so an agent that never calls it loses nothing.
 */
export const checkpoint: Tool = {
  name: 'checkpoint',
  description:
    'Say where the work stands, before you turn to something else or after something went wrong: the objective, what is done, what comes next. One sentence each.',
  inputSchema: {
    type: 'object',
    properties: {
      objective: { type: 'string', description: 'what the work is for' },
      done: { type: 'string', description: 'what is done, and how you know' },
      next: { type: 'string', description: 'the next step, and how you will know that it worked' },
    },
    required: [...CHECKPOINT_FIELDS],
  },
  readOnly: true,
  call,
}

async function call({ args }: ToolInput): Promise<ToolAnswer> {
  const missing = CHECKPOINT_FIELDS.filter((name) => {
    const value = args[name]
    return typeof value !== 'string' || value.trim() === ''
  })
  if (missing.length === 0) return { text: 'noted; go on with the next step' }
  return { text: `\`${missing.join('`, `')}\` is missing; call again with one sentence for each`, isError: true }
}
