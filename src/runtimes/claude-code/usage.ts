import { literal, number, object, optional, safeParse } from 'valibot'
import type { Usage } from '../../core/model/ledger.ts'
import { lastLine } from '../last-line.ts'

const count = optional(number(), 0)
const Assistant = object({
  type: literal('assistant'),
  isSidechain: optional(literal(false), false),
  message: object({
    usage: object({
      input_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      output_tokens: count,
    }),
  }),
})

/**
 * How full the context is, from the end of a transcript. One message stands there once for each of its blocks, each time
 * with the same figures, so the newest record counts alone. A sidechain is another context.
 */
export function usageIn(tail: string): Usage | undefined {
  return lastLine(tail, '"assistant"', (json) => {
    const parsed = safeParse(Assistant, json)
    if (!parsed.success) return undefined
    const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } =
      parsed.output.message.usage
    const tokens = input_tokens + cache_creation_input_tokens + cache_read_input_tokens + output_tokens
    return tokens > 0 ? { tokens } : undefined
  })
}
