import type { EventOf } from '../../model/event.ts'
import type { Fact, Grant } from '../../model/fact.ts'
import type { Outcome } from '../../model/outcome.ts'
import { own } from '../../model/own.ts'
import type { Junction, State } from '../../model/state.ts'
import { unreachable } from '../../model/unreachable.ts'
import { holdsOf } from './holds.ts'

type Act = EventOf<'edge'>

const MINUTE_MS = 60_000
/** EDGE-53. */
const DISMISSAL_MINUTES = 60
/** The gate signs grants after the decision; the core has no key. */
const UNSIGNED = ''

/** A person decides about a hold, or asks what waits. Only a proven person changes anything (ADR 0009). */
export function answerPerson(state: State, event: Act): Outcome {
  if (event.verb === 'status') return answer(statusText(state), [])
  if (event.proof.kind === 'unproven') return refuseUnproven(event, event.proof)
  const hold = pickHold(state, event)
  if (!hold) return answer(missingHold(state, event), [])
  return settle(event, hold, event.proof.door)
}

/** `/edge` typed to a client whose command proves no person: the status, and the door that does. */
export function pointToDoor(state: State, event: EventOf<'command'>): Outcome {
  const cli = event.around.cli ?? 'fairlead'
  const next = `to decide, run \`${cli} edge approve\`, \`skip\` or \`dismiss\` in a terminal of your own`
  return answer(`${statusText(state)}; ${next}`, [{ kind: 'doorway.noticed', name: 'command edge' }])
}

function settle(event: Act, hold: Junction, door: string): Outcome {
  const grant: Grant = {
    id: event.id,
    number: hold.number,
    fingerprint: hold.fingerprint,
    session: hold.session,
    ...(hold.agentType !== undefined && { agentType: hold.agentType }),
    grantedAtMs: event.atMs,
    door,
  }
  switch (event.verb) {
    case 'status':
      return answer('', [])
    case 'approve':
      return told(`hold #${hold.number} approved once`, `run it again now, unchanged: ${hold.reason}`, [
        { kind: 'junction.approved', grant, signature: UNSIGNED },
      ])
    case 'skip':
      return told(`hold #${hold.number} skipped`, `do not try again: ${hold.reason}; take a different approach`, [
        { kind: 'junction.skipped', number: hold.number, fingerprint: hold.fingerprint, session: hold.session, door },
      ])
    case 'dismiss': {
      const minutes = event.minutes ?? DISMISSAL_MINUTES
      const expiresAtMs = event.atMs + minutes * MINUTE_MS
      return told(`hold #${hold.number} and its like pass for ${minutes} minutes`, `go on: ${hold.reason}`, [
        {
          kind: 'junction.dismissed',
          grant: { ...grant, fingerprint: hold.kindPrint, expiresAtMs },
          signature: UNSIGNED,
        },
      ])
    }
    default:
      return unreachable(event.verb)
  }
}

/** By number; without one, this session's oldest. Outside any session, the project's oldest. */
function pickHold(state: State, event: Act): Junction | undefined {
  const holds = holdsOf(state.edge)
  if (event.hold !== undefined) return holds.find((hold) => hold.number === event.hold)
  const oldest = holds.find((hold) => hold.session === event.session)
  const outside = own(state.sessions, event.session) === undefined
  return oldest ?? (outside ? holds[0] : undefined)
}

function refuseUnproven(event: Act, proof: { readonly why: string; readonly instead: string }): Outcome {
  const fact: Fact = {
    kind: 'approval.refused',
    verb: event.verb,
    why: proof.why,
    ...(event.hold !== undefined && { hold: event.hold }),
  }
  return answer(`not accepted: ${proof.why}; ${proof.instead}`, [fact])
}

function missingHold(state: State, event: Act): string {
  const wanted = event.hold === undefined ? 'nothing waits for you' : `there is no hold #${event.hold}`
  return `${wanted}; ${statusText(state)}`
}

function statusText(state: State): string {
  const holds = holdsOf(state.edge)
  if (holds.length === 0) return `operator mode ${state.edge.mode}, no holds`
  return `operator mode ${state.edge.mode}, ${holds.map((hold) => `#${hold.number} ${hold.reason}`).join('; ')}`
}

function told(notice: string, steer: string, facts: readonly Fact[]): Outcome {
  return { decision: { kind: 'allow', notice, steer }, facts, effects: [] }
}

function answer(text: string, facts: readonly Fact[]): Outcome {
  return { decision: { kind: 'answer', text }, facts, effects: [] }
}
