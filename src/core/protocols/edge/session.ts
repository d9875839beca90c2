import type { EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { State } from '../../model/state.ts'
import { holdsOf } from './holds.ts'

/** EDGE-91: the state is loaded or made; what lapsed with an earlier session is cleared. */
export function startSession(state: State, event: EventOf<'session.start'>): Outcome {
  const started: Fact = { kind: 'session.started', source: event.source, startHash: event.stateHash ?? '' }
  const holds = holdsOf(state.edge)
  if (holds.length === 0) return { decision: { kind: 'allow' }, facts: [started], effects: [] }
  const list = holds.map((hold) => `#${hold.number} ${hold.reason}`).join('; ')
  return { decision: { kind: 'allow', notice: `fairlead: waiting for you: ${list}` }, facts: [started], effects: [] }
}

/** EDGE-88: stop is approved, whatever the state. */
export function stopSession(): Outcome {
  return { decision: { kind: 'allow' }, facts: [{ kind: 'session.stopped' }], effects: [] }
}

/** A hold dies with its session: nobody is left to run what it held. */
export function endSession(state: State, event: EventOf<'session.end'>): Outcome {
  const lapsed = holdsOf(state.edge)
    .filter((hold) => hold.session === event.session)
    .map((hold): Fact => ({ kind: 'junction.lapsed', number: hold.number, why: 'its session ended' }))
  return {
    decision: { kind: 'allow' },
    facts: [...lapsed, { kind: 'session.ended', reason: event.reason }],
    effects: [],
  }
}
