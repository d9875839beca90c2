import type { Json } from '../../../model/json.ts'
import type { Provider } from '../provider.ts'

/** What the tool `checkpoint` takes: three sentences. The form is the provider's, never the agent's workflow (PLANE-L9). */
export const CHECKPOINT_FIELDS = ['objective', 'done', 'next'] as const

/** Output that fits the schema of our own tool. */
export const structuredOutput: Provider = {
  id: 'structured-output',
  looks: 'ahead',
  shows: ({ tool }) =>
    tool.kind === 'mcp' && tool.server === 'fairlead' && tool.tool === 'checkpoint' && isValid(tool.input),
}

function isValid(input: Json): boolean {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false
  const fields = new Map(Object.entries(input))
  return CHECKPOINT_FIELDS.every((name) => {
    const value = fields.get(name)
    return typeof value === 'string' && value.trim() !== ''
  })
}
