import type { Door } from '../../model/door.ts'
import type { EventOf } from '../../model/event.ts'
import { type Fact, UNSIGNED } from '../../model/fact.ts'
import { answer, type Outcome, refusal } from '../../model/outcome.ts'
import type { Hold, State } from '../../model/state.ts'
import { DECISION_TEXTS, statusText } from '../../words/edge.ts'
import { grantFor, liveHolds, whichHold } from './holds.ts'
import { overridePrint } from './quality-gate.ts'

type Act = EventOf<'edge'> & { readonly verb: 'approve' | 'skip' | 'dismiss' }

const MINUTE_MS = 60_000
/** EDGE-53. */
const DISMISSAL_MINUTES = 60

/** EDGE-50: a pending hold is decided by approve, skip or dismiss. */
export function decideHold(state: State, event: Act, door: Door): Outcome {
  const hold = whichHold(state, event)
  if (!hold) return refusal(missingHold(state, event))
  if (hold.type === 'quality_gate') return decideQuality(state, event, hold, door)
  return hold.type === 'ambiguous' ? decideQuestion(event, hold, door) : decideCall(event, hold, door)
}

function decideCall(event: Act, hold: Hold, door: Door): Outcome {
  switch (event.verb) {
    case 'approve': {
      const grant = grantFor(hold, event, door)
      return told(DECISION_TEXTS.approved(hold), { kind: 'junction.approved', grant, signature: UNSIGNED })
    }
    case 'skip':
      return told(DECISION_TEXTS.skipped(hold), skipped(hold, door))
    case 'dismiss':
      // EDGE-55: a dismissal never covers the catastrophic.
      if (hold.catastrophic) return refusal(DECISION_TEXTS.onceOnly(hold))
      return told(DECISION_TEXTS.dismissed(hold, minutesOf(event)), dismissed(event, hold, door))
  }
}

/** There is nothing for an agent to run: the person types `/edge done` again. */
function decideQuality({ edge }: State, event: Act, hold: Hold, door: Door): Outcome {
  switch (event.verb) {
    case 'approve': {
      const checks = hold.checks ?? []
      const grant = { ...grantFor(hold, event, door), fingerprint: overridePrint(edge, checks) }
      return answer(DECISION_TEXTS.checksAccepted(hold), [
        { kind: 'quality.overridden', grant, checks, signature: UNSIGNED },
      ])
    }
    case 'skip':
      return answer(DECISION_TEXTS.checksKept(hold), [skipped(hold, door)])
    case 'dismiss':
      return answer(DECISION_TEXTS.checksOff(hold, minutesOf(event)), [dismissed(event, hold, door)])
  }
}

/** EDGE-48: a question has no call behind it, so deciding it grants nothing. */
function decideQuestion({ verb }: Act, hold: Hold, door: Door): Outcome {
  if (verb === 'skip') return told(DECISION_TEXTS.answeredNo(hold), skipped(hold, door))
  const texts = verb === 'approve' ? DECISION_TEXTS.answeredYes(hold) : DECISION_TEXTS.leftToAgent(hold)
  return told(texts, { kind: 'junction.answered', number: hold.number, door })
}

const minutesOf = ({ minutes }: Act): number => minutes ?? DISMISSAL_MINUTES

function skipped(junction: Hold, door: Door): Fact {
  return { kind: 'junction.skipped', junction, door }
}

function dismissed(event: Act, hold: Hold, door: Door): Fact {
  const expiresAtMs = event.atMs + minutesOf(event) * MINUTE_MS
  const grant = { ...grantFor(hold, event, door), fingerprint: hold.kindPrint, expiresAtMs }
  return { kind: 'junction.dismissed', grant, signature: UNSIGNED }
}

function missingHold({ edge }: State, { hold, atMs }: Act): string {
  const isPast = hold !== undefined && hold < edge.nextNumber
  return DECISION_TEXTS.missing(hold, isPast, statusText(edge, liveHolds(edge, atMs)))
}

/** The person reads the notice, and the agent goes on with what the steer says. */
function told(texts: { readonly notice: string; readonly steer: string }, fact: Fact): Outcome {
  return { decision: { kind: 'allow', ...texts }, facts: [fact], effects: [] }
}
