import type { Event, EventOf, Proof } from '../../src/core/model/event.ts'
import { sessionId } from '../../src/core/model/ids.ts'
import type { PlanStep, State } from '../../src/core/model/state.ts'
import { common, PROJECT } from './events.ts'

export const HUMAN: Proof = { kind: 'human', door: 'cli' }

/** A person at the command line, outside any session. */
export function person(verb: EventOf<'edge'>['verb'], over: Partial<EventOf<'edge'>> = {}): EventOf<'edge'> {
  return { ...common(), runtime: 'fairlead', session: sessionId('terminal'), kind: 'edge', verb, proof: HUMAN, ...over }
}

export function edit(path = `${PROJECT}/a.ts`): Extract<EventOf<'tool.before'>['tool'], { kind: 'edit' }> {
  return { kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path, before: 'x', after: 'y' }] }
}

/** The state with something else in the operator's slice. */
export function withEdge(state: State, edge: Partial<State['edge']>): State {
  return { ...state, edge: { ...state.edge, ...edge } }
}

export function planOf(...statuses: readonly PlanStep['status'][]): readonly PlanStep[] {
  return statuses.map((status, index) => ({ description: `step ${index + 1}`, status }))
}

export function start(over: Partial<EventOf<'session.start'>> = {}): Event {
  return { ...common(), kind: 'session.start', source: 'startup', ...over }
}
