import type { Decision, Reasons } from './model/decision.ts'
import type { ParsedEvent } from './model/event.ts'
import type { ToolCall } from './model/tool.ts'
import { previewOf } from './rules/text/preview.ts'
import { HEADLINES, reasonIn } from './words/edge.ts'

const COMMAND_CHARS = 200

/** EDGE-134: a refusal without a first line of its own gets one. Clients show it; of what a subagent does they show nothing. */
export function withHeadline<Refusal extends Extract<Decision, { readonly reasons: Reasons }>>(
  decision: Refusal,
  { tool, agent }: Pick<ParsedEvent & { readonly tool: ToolCall }, 'tool' | 'agent'>,
): Refusal {
  const said = { command: previewOf(tool, COMMAND_CHARS), reason: reasonIn(decision.reasons) }
  const headline = decision.headline ?? HEADLINES.blocked(said)
  const isSeen = agent === undefined || decision.kind === 'ask'
  return { ...decision, headline, ...(!isSeen && { notice: headline }) }
}
