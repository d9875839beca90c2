import type { Claims, EdgeState, OperatorMode } from '../../model/state.ts'

export type Move = { readonly ok: true; readonly warning?: string } | { readonly ok: false; readonly why: string }

/** EDGE-73 to EDGE-81 without the quality gate: may the operator mode be entered from where we are? */
export function moveTo({ mode, claims }: Pick<EdgeState, 'mode' | 'claims'>, to: OperatorMode): Move {
  switch (to) {
    case 'plan':
      return { ok: true }
    case 'active':
      return enterActive(claims)
    case 'review':
      return enterReview(mode, claims)
    case 'done':
      // EDGE-75: nothing was worked on.
      if (mode === 'plan') return { ok: false, why: 'there is nothing to complete in `plan`; go on with /edge active' }
      return mode === 'done' ? { ok: false, why: 'the work is done already; go on with /edge plan' } : { ok: true }
  }
}

function enterActive({ objective, plan }: Claims): Move {
  // EDGE-21.
  if (objective === '') return { ok: false, why: '`active` needs an objective; type /edge active "what you want"' }
  return plan.length === 0 ? { ok: true, warning: NO_PLAN } : { ok: true }
}

function enterReview(mode: OperatorMode, { plan }: Claims): Move {
  if (mode === 'done') return { ok: false, why: 'the work is done and archived; go on with /edge plan' }
  return plan.some((step) => step.status === 'completed') ? { ok: true } : { ok: true, warning: NOTHING_COMPLETED }
}

/** EDGE-44, to the letter. */
export const NO_PLAN = 'Warning: No plan exists. Consider /edge plan first.'
const NOTHING_COMPLETED = 'Warning: No step is marked completed, so there is little to review.'
