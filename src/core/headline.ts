import type { Decision, Reasons } from './model/decision.ts'
import type { ToolCall } from './model/tool.ts'
import { previewOf } from './rules/text/preview.ts'
import { HEADLINES, reasonIn } from './words/edge.ts'

const COMMAND_CHARS = 200

/** EDGE-123: a refusal without a first line of its own gets one; the person reads it, too. A prompt shows it by itself. */
export function withHeadline<Refusal extends Extract<Decision, { readonly reasons: Reasons }>>(
  decision: Refusal,
  tool: ToolCall,
): Refusal {
  const said = { command: previewOf(tool, COMMAND_CHARS), reason: reasonIn(decision.reasons) }
  const headline = decision.headline ?? HEADLINES.blocked(said)
  return { ...decision, headline, ...(decision.kind !== 'ask' && { notice: headline }) }
}
