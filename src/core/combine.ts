import { ALLOW, type Decision, type Reasons } from './model/decision.ts'
import type { Outcome } from './model/outcome.ts'

/**
 * Asking is free, spending is not: every reason is listed, but only the first refusal's facts are kept,
 * and what an approver would spend is spent only when nobody refuses.
 */
export function combine(verdicts: readonly Outcome[]): Outcome {
  const [first, ...others] = verdicts.filter(isRefusal)
  if (!first) return verdicts.length === 0 ? NOTHING : join(verdicts)
  const [head, ...rest] = first.decision.reasons
  const more = others.map((refusal) => refusal.decision.reasons[0])
  const isFinal = [first, ...others].some((refusal) => refusal.isFinal)
  return {
    ...first,
    decision: { ...first.decision, reasons: [head, ...rest, ...more] },
    ...(isFinal && { isFinal }),
  }
}

const NOTHING: Outcome = { decision: ALLOW, facts: [], effects: [] }

/** What happened is recorded by everyone; the first refusal or answer speaks, otherwise all words are joined. */
export function join(outcomes: readonly Outcome[]): Outcome {
  const decisions = outcomes.map(({ decision }) => decision)
  const spoken = decisions.find(({ kind }) => kind !== 'allow')
  const steer = decisions.flatMap((one) => ('steer' in one ? [one.steer] : [])).join('\n')
  const notice = decisions.flatMap((one) => ('notice' in one ? [one.notice] : [])).join('\n')
  return {
    decision: spoken ?? {
      ...{ kind: 'allow', ...(steer !== '' && { steer }), ...(notice !== '' && { notice }) },
      ...(decisions.some((one) => 'unsealed' in one) && { unsealed: true as const }),
    },
    facts: outcomes.flatMap(({ facts }) => facts),
    effects: outcomes.flatMap(({ effects }) => effects),
  }
}

type Refusal = Outcome & { readonly decision: Extract<Decision, { readonly reasons: Reasons }> }

function isRefusal(outcome: Outcome): outcome is Refusal {
  return 'reasons' in outcome.decision
}
