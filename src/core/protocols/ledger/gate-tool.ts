import { ALLOW } from '../../model/decision.ts'
import type { ToolCall } from '../../model/tool.ts'
import { writesOf } from '../../rules/flow/writes-of.ts'
import { BUDGET_EXHAUSTED, pivotHint } from '../../words/ledger.ts'
import type { CallJudge } from '../contract.ts'
import { attentionOf } from './evolve.ts'
import { searchIn } from './record/observe.ts'

/** LEDGER-71 with `red_action: gate`, and LEDGER-105: a refined query wants its pivot first. */
export const gateAttention: CallJudge = ({ state, event, policy }) => {
  const { record } = state.ledger
  const attention = attentionOf(state.ledger, event.session)
  const isWorker = event.agent !== undefined || policy.roles.main === 'worker'
  if (attention.gated && isWorker && isNewWork(event.tool, event)) {
    return {
      decision: { kind: 'block', reasons: [{ ruleId: 'LEDGER-71', text: BUDGET_EXHAUSTED }] },
      facts: [],
      effects: [],
    }
  }
  const isOpen = record.search?.session === event.session && !attention.pivotTold
  if (!isOpen || policy.ledger.effect === 'observe' || searchIn(event.tool) === undefined) return undefined
  return {
    decision: { ...ALLOW, kind: 'allow', steer: pivotHint(record.search.count, event.around.cli) },
    facts: [{ kind: 'attention.measured', attention: { ...attention, pivotTold: true } }],
    effects: [],
  }
}

type CallToJudge = Parameters<CallJudge>[0]['event']

/** Reads, our own tools and commands, and whatever writes nothing go on. */
function isNewWork(tool: ToolCall, { around }: CallToJudge): boolean {
  switch (tool.kind) {
    case 'edit':
    case 'delegate':
    case 'schedule':
      return true
    case 'mcp':
      return tool.server !== 'fairlead' && tool.readOnly !== true
    case 'shell':
      return writesOf(tool, around).length > 0
    default:
      return false
  }
}
