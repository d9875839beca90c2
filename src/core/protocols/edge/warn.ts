import type { EventOf } from '../../model/event.ts'
import { own } from '../../model/own.ts'
import type { Judge } from '../judge.ts'
import { NO_PLAN } from './modes.ts'
import { STATE_FILE } from './state-edit.ts'

/** EDGE-44: an edit in `active` without a plan passes, with a word beside it; once a session unless the policy says always. */
export const warnWithoutPlan: Judge = ({ state, event, policy }) => {
  const { mode, claims, pinned } = state.edge
  if (event.tool.kind !== 'edit' || mode !== 'active' || claims.plan.length > 0 || isPlanning(event)) return undefined
  const { warn } = policy.edge
  const isTold = own(state.sessions, event.session)?.said.includes('no-plan') ?? false
  if (warn === 'off' || (warn === 'once' && isTold)) return undefined
  return {
    // Who pinned `active` reads it as well; where it was inferred, the person is left in peace.
    decision: { kind: 'allow', steer: NO_PLAN, ...(pinned && { notice: NO_PLAN }) },
    facts: isTold ? [] : [{ kind: 'session.told', remark: 'no-plan' }],
    effects: [],
  }
}

/** Writing the plan down needs no plan. */
function isPlanning({ tool, around }: EventOf<'tool.before'>): boolean {
  return tool.kind === 'edit' && tool.changes.every((change) => change.path === `${around.project}/${STATE_FILE}`)
}
