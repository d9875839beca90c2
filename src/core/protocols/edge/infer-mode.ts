import type { Fact } from '../../model/fact.ts'
import type { SessionId } from '../../model/ids.ts'
import { own } from '../../model/own.ts'
import type { Policy } from '../../model/policy.ts'
import type { EdgeState, State } from '../../model/state.ts'
import { filesWorkedOn } from './observations.ts'

/** One edit is not yet work; so many without a verification in between are. */
const LASTING_EDITS = 3

type Observed = Extract<Fact, { kind: 'call.observed' }>

/**
 * EDGE-120: until a person pins it, the operator mode follows the work. Lasting edits mean `active`, a verification
 * that passed means `review`; `done` is never inferred.
 */
export function inferMode(
  state: State,
  { session, fact }: { readonly session: SessionId; readonly fact: Observed },
  policy: Policy,
): readonly Fact[] {
  const { mode, pinned } = state.edge
  if (policy.edge.modes !== 'inferred' || pinned || mode === 'done') return []
  if (fact.testRun) return fact.ok && mode === 'active' ? [{ kind: 'mode.changed', to: 'review', by: 'inferred' }] : []
  const isEdit = filesWorkedOn(fact).length > 0
  const known = own(state.sessions, session)
  if (!isEdit || mode === 'active' || !known || known.editsInRow + 1 < LASTING_EDITS) return []
  return becomeActive(state.edge, known.prompt)
}

/** EDGE-21: without an objective there is no `active`, and nobody but a prompt can suggest one. */
function becomeActive(edge: EdgeState, prompt: string): readonly Fact[] {
  const changed: Fact = { kind: 'mode.changed', to: 'active', by: 'inferred' }
  const { objective } = edge.claims
  const isStale = objective === '' || (edge.objectiveInferred && prompt !== '' && prompt !== objective)
  if (!isStale) return [changed]
  return prompt === '' ? [] : [{ kind: 'objective.set', objective: prompt, by: 'inferred' }, changed]
}
