import type { EventOf } from '../../model/event.ts'
import type { Evidence, PlaneFact, Scope } from '../../model/plane.ts'
import type { PlanePolicy } from '../../model/policy.ts'
import { commandWords } from '../../rules/work/command-words.ts'
import type { Provider, Seen } from './provider.ts'
import { configured } from './providers/configured.ts'
import { contextReread } from './providers/context-reread.ts'
import { critique } from './providers/critique.ts'
import { driftReview } from './providers/drift-review.ts'
import { partialEvaluation } from './providers/partial-evaluation.ts'
import { sequentialThinking } from './providers/sequential-thinking.ts'
import { structuredOutput } from './providers/structured-output.ts'

/** The most explicit first: of several that one call satisfies, the first is named. */
const ALL_PROVIDERS: readonly Provider[] = [
  configured,
  structuredOutput,
  sequentialThinking,
  critique,
  contextReread,
  partialEvaluation,
  driftReview,
]

/** Actions after which a checkpoint is worth a row again. */
const FRESH_CALLS = 12

/**
 * PLANE-R2: evidence that a reassessment occurred, for the audit and the window. It is recorded and nothing waits for it
 * (PLANE-O1); no signal, no steer and no hold looks at it, so exchanging providers changes none of them (PLANE-R1c).
 */
export function observeCheckpoint(
  scope: Scope,
  event: EventOf<'tool.after'>,
  policy: PlanePolicy,
): readonly PlaneFact[] {
  const { window } = scope
  if (window === null || policy.providers.length === 0) return []
  const at = Math.max(scope.calls - 1, 0)
  if (window.evidence !== null && at - window.evidence.at < FRESH_CALLS) return []
  const seen: Seen = { tool: event.tool, ...commandWords(event.tool, event.around), policy }
  const provider = ALL_PROVIDERS.find((one) => policy.providers.includes(one.id) && one.shows(seen))
  if (provider === undefined) return []
  const looks = window.failures > 0 ? 'back' : provider.looks
  const evidence: Evidence = { provider: provider.id, looks, event: event.id, at }
  return [{ kind: 'checkpoint.observed', number: window.number, evidence }]
}
