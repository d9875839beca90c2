import { CHECKPOINT_FIELDS } from '../../../core/protocols/plane/providers/structured-output.ts'
import { LEDGER_TOOL_TEXTS } from '../../../core/words/mcp-tools.ts'
import type { Tool, ToolAnswer, ToolInput } from '../tool.ts'

/**
 * PLANE-R1b: a reassessment in three sentences. The call itself is the evidence, seen by the hooks like any other; nothing is
 * decided by it (PLANE-O1), so an agent that never calls it loses nothing.
 */
export const checkpoint: Tool = {
  name: 'checkpoint',
  description: LEDGER_TOOL_TEXTS.checkpoint.about,
  inputSchema: {
    type: 'object',
    properties: {
      objective: { type: 'string', description: LEDGER_TOOL_TEXTS.checkpoint.objective },
      done: { type: 'string', description: LEDGER_TOOL_TEXTS.checkpoint.done },
      next: { type: 'string', description: LEDGER_TOOL_TEXTS.checkpoint.next },
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
  if (missing.length === 0) return { text: LEDGER_TOOL_TEXTS.checkpoint.noted }
  return { text: LEDGER_TOOL_TEXTS.checkpoint.missing(missing), isError: true }
}
