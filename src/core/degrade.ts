import { withHeadline } from './headline.ts'
import type { Finding } from './model/assessment.ts'
import { ALLOW, type Decision } from './model/decision.ts'
import type { Event, EventOf } from './model/event.ts'
import type { Policy } from './model/policy.ts'
import { NO_MEMORY } from './model/tool.ts'
import { lockWithoutState } from './protocols/anchor/gate-tool.ts'
import { unsealedReason } from './protocols/edge/gate-tool.ts'
import { isExcepted } from './protocols/edge/grants.ts'
import { assessBy } from './rules/assess.ts'
import { bookFor } from './rules/rules-of.ts'
import { BLOCKED_FOR_SAFETY } from './words/edge.ts'
import { GATE_WORDS } from './words/gate.ts'

/**
 * The answer when state cannot be read: fail-open loses memory, not rules (ADR 0003). The catastrophic needs no state and
 * stays refused; what would wait for a person is put to the runtime's own prompt, since no grant can be honoured;
 * everything else goes on.
 */
export function degrade(event: Event, problem: string, policy: Policy): Decision {
  if (event.kind !== 'tool.before') return ALLOW
  const finding = gravestIn(event, policy)
  if (finding?.tier === 'catastrophic') return blocked(finding, event)
  const unsealed = unsealedReason(event)
  if (unsealed) return withHeadline({ kind: 'block', reasons: [unsealed] }, event)
  const locked = lockWithoutState(event, policy)
  if (locked) return locked
  if (!finding || policy.edge.level !== 'gate') return ALLOW
  const gap = { ruleId: 'PLANE-R12a', text: GATE_WORDS.stateUnreadable(problem) }
  return { kind: 'ask', reasons: [{ ruleId: finding.rule, text: finding.reason }, gap] }
}

/** The answer in a folder that nobody put under the gate: what cannot be undone is blocked, everything else is not our business. */
export function degradeElsewhere(event: Event, policy: Policy): Decision {
  if (event.kind !== 'tool.before') return ALLOW
  const finding = gravestIn(event, policy)
  return finding?.tier === 'catastrophic' ? blocked(finding, event) : ALLOW
}

function gravestIn(event: EventOf<'tool.before'>, policy: Policy): Finding | undefined {
  const { findings } = assessBy(bookFor(policy))(event.tool, event.around, NO_MEMORY)
  return findings.find((one) => !isExcepted(policy, event, one))
}

function blocked({ rule, reason }: Finding, event: EventOf<'tool.before'>): Decision {
  const why = { ruleId: rule, text: reason }
  return withHeadline({ kind: 'block', reasons: [{ ruleId: 'EDGE-38', text: BLOCKED_FOR_SAFETY }, why] }, event)
}
