import { escalate } from './lower.ts'
import type { Event } from './model/event.ts'
import type { Fact } from './model/fact.ts'
import type { Effect, Outcome } from './model/outcome.ts'
import type { Policy } from './model/policy.ts'
import type { State } from './model/state.ts'
import { persistAtBoundary } from './protocols/ledger/record/write.ts'
import { backstopOf } from './protocols/plane/backstop.ts'
import { backstopFigures } from './protocols/plane/baseline.ts'

interface Scene {
  readonly state: State
  readonly event: Event
  readonly policy: Policy
}

/** What holds for every outcome, whichever protocol made it. */
export function finish(outcome: Outcome, scene: Scene): Outcome {
  return escalate(persistAtBoundary(synced(measured(outcome, scene), scene), scene), scene)
}

/** PLANE-R8b: a window that opens is measured against what was learned here, where the policy says so. */
function measured(outcome: Outcome, { state, policy: { plane } }: Scene): Outcome {
  if (plane.baselines !== 'learned') return outcome
  const facts = outcome.facts.map((fact): Fact => {
    if (fact.kind !== 'window.opened') return fact
    const { calls, ms } = backstopFigures(state.baseline, fact.work, plane)
    return { ...fact, backstop: backstopOf({ ...plane, windowCalls: calls, windowMs: ms }, fact.tier) }
  })
  return { ...outcome, facts }
}

/** PLANE-L15h: while a director is at work its copy is brought up to date at every boundary. */
function synced(outcome: Outcome, { state, policy: { roles } }: Scene): Outcome {
  const isAtWork = roles.main === 'director' || state.roles.atWork.some((one) => one.endsWith(` ${roles.director}`))
  if (!isAtWork || !outcome.facts.some(({ kind }) => kind === 'boundary.detected')) return outcome
  const sync: Effect = { kind: 'backup.sync' }
  return { ...outcome, effects: [...outcome.effects, sync] }
}
