import { decide, evolve } from '../../src/core/index.ts'
import type { Decision } from '../../src/core/model/decision.ts'
import type { Event } from '../../src/core/model/event.ts'
import type { Fact } from '../../src/core/model/fact.ts'
import type { Policy } from '../../src/core/model/policy.ts'
import { INITIAL_STATE, type State } from '../../src/core/model/state.ts'
import { EDGE_POLICY } from './edge-policy.ts'
import { recorded } from './events.ts'

export interface Played {
  readonly state: State
  readonly decisions: readonly Decision[]
  readonly facts: readonly (readonly Fact[])[]
}

/** Events through the core one after the other, each seeing what the ones before left. */
export function play(events: readonly Event[], state: State = INITIAL_STATE, policy: Policy = EDGE_POLICY): Played {
  return events.reduce<Played>(
    (played, event) => {
      const { decision, facts } = decide(played.state, event, policy)
      return {
        state: facts.reduce((next, fact) => evolve(next, recorded(event, fact)), played.state),
        decisions: [...played.decisions, decision],
        facts: [...played.facts, facts],
      }
    },
    { state, decisions: [], facts: [] },
  )
}
