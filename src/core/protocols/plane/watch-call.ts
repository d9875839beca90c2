import type { Decision } from '../../model/decision.ts'
import type { Policy } from '../../model/policy.ts'
import type { CallToJudge } from '../contract.ts'
import { guarded } from './guard.ts'
import { type JudgedCall, momentOfCall } from './moments.ts'
import { scopeKey, scopeOf } from './scope.ts'
import { type Watched, watch } from './watch.ts'

/** What a person let pass needs no second thought from us; what is blocked has been told why, and is final. */
const isPersonsWord = ({ tier }: JudgedCall, { kind }: Decision, { edge }: Policy): boolean =>
  kind === 'allow' && tier !== 'routine' && edge.level === 'gate'

/** The plane looks at every call that was judged, also at one that was refused: an attempt shows what the work is about. */
export function watchCall({ state, event, policy }: CallToJudge, call: JudgedCall, decision: Decision): Watched {
  const { runtime, session, agent, atMs } = event
  const moment = momentOfCall(call, atMs)
  const context = { runtime, session, ...(agent && { agent: agent.id }) }
  const mute = decision.kind === 'block' || isPersonsWord(call, decision, policy)
  return guarded(
    () => watch(moment, { plane: state.plane, policy: policy.plane, context, mute }),
    scopeOf(state.plane, scopeKey(context)).streaks,
  )
}
