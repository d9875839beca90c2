import { literal, nullish, number, object, safeParse } from 'valibot'
import type { Usage } from '../../core/model/ledger.ts'
import { lastLine } from '../last-line.ts'

const Count = object({
  type: literal('event_msg'),
  payload: object({
    type: literal('token_count'),
    info: object({
      last_token_usage: object({ total_tokens: number() }),
      model_context_window: nullish(number()),
    }),
  }),
})
const Spent = object({
  type: literal('token_usage_record'),
  payload: object({ usage: object({ total_tokens: number() }) }),
})

/** How full the context is, from the end of a rollout. The count knows the window too; the record is there earlier. */
export function usageIn(tail: string): Usage | undefined {
  const count = lastLine(tail, '"token_count"', (json) => {
    const parsed = safeParse(Count, json)
    if (!parsed.success) return undefined
    const { last_token_usage: used, model_context_window: window } = parsed.output.payload.info
    return { tokens: used.total_tokens, ...(typeof window === 'number' && window > 0 && { window }) }
  })
  const spent = lastLine(tail, '"token_usage_record"', (json) => {
    const parsed = safeParse(Spent, json)
    return parsed.success ? { tokens: parsed.output.payload.usage.total_tokens } : undefined
  })
  return spent === undefined ? count : { ...count, ...spent }
}
