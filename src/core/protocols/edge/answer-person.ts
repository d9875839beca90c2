import type { EdgeVerb, EventOf } from '../../model/event.ts'
import type { Fact, Grant } from '../../model/fact.ts'
import type { Outcome } from '../../model/outcome.ts'
import { own } from '../../model/own.ts'
import type { Junction, State } from '../../model/state.ts'
import { holdsOf } from './holds.ts'
import { changePause } from './pause.ts'

type Act = EventOf<'edge'>

const MINUTE_MS = 60_000
/** EDGE-53. */
const DISMISSAL_MINUTES = 60
/** The gate signs grants after the decision; the core has no key. */
const UNSIGNED = ''

/** A person decides about a hold, or asks what waits. Only a proven person changes anything (ADR 0009). */
export function answerPerson(state: State, event: Act): Outcome {
  const { verb, proof } = event
  if (verb === 'status') return answer(statusText(state), [])
  if (proof.kind === 'unproven') return refuseUnproven(event, proof)
  if (verb === 'pause' || verb === 'resume') return changePause(state, { ...event, verb }, proof.door)
  const hold = pickHold(state, event)
  return hold ? SETTLE[verb](event, hold, proof.door) : answer(missingHold(state, event), [])
}

/** `/edge` typed to a client whose command proves no person: the status, and the door that does. */
export function pointToDoor(state: State, event: EventOf<'command'>): Outcome {
  const cli = event.around.cli ?? 'fairlead'
  const next = `to decide, run \`${cli} edge approve\`, \`skip\` or \`dismiss\` in a terminal of your own`
  return answer(`${statusText(state)}; ${next}`, [{ kind: 'doorway.noticed', name: 'command edge' }])
}

type Settle = (event: Act, hold: Junction, door: string) => Outcome

const SETTLE: Readonly<Record<Exclude<EdgeVerb, 'status' | 'pause' | 'resume'>, Settle>> = { approve, skip, dismiss }

function approve(event: Act, hold: Junction, door: string): Outcome {
  const fact: Fact = { kind: 'junction.approved', grant: grantOf(event, hold, door), signature: UNSIGNED }
  return told(`hold #${hold.number} approved once`, `run it again now, unchanged: ${hold.reason}`, [fact])
}

function skip(_event: Act, { number, fingerprint, session, reason }: Junction, door: string): Outcome {
  const fact: Fact = { kind: 'junction.skipped', number, fingerprint, session, door }
  return told(`hold #${number} skipped`, `do not try again: ${reason}; take a different approach`, [fact])
}

function dismiss(event: Act, hold: Junction, door: string): Outcome {
  const minutes = event.minutes ?? DISMISSAL_MINUTES
  const expiresAtMs = event.atMs + minutes * MINUTE_MS
  const grant: Grant = { ...grantOf(event, hold, door), fingerprint: hold.kindPrint, expiresAtMs }
  const fact: Fact = { kind: 'junction.dismissed', grant, signature: UNSIGNED }
  return told(`hold #${hold.number} and its like pass for ${minutes} minutes`, `go on: ${hold.reason}`, [fact])
}

function grantOf(event: Act, hold: Junction, door: string): Grant {
  return {
    id: event.id,
    number: hold.number,
    fingerprint: hold.fingerprint,
    session: hold.session,
    ...(hold.agentType !== undefined && { agentType: hold.agentType }),
    grantedAtMs: event.atMs,
    door,
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
