import type { Door } from '../../model/door.ts'
import type { EventOf } from '../../model/event.ts'
import type { Fact, Grant } from '../../model/fact.ts'
import { answer, type Outcome, refusal } from '../../model/outcome.ts'
import type { Hold, State } from '../../model/state.ts'
import { statusText } from '../../words/edge.ts'
import { liveHolds, whichHold } from './holds.ts'
import { overridePrint } from './quality-gate.ts'

type Act = EventOf<'edge'> & { readonly verb: 'approve' | 'skip' | 'dismiss' }

const MINUTE_MS = 60_000
/** EDGE-53. */
const DISMISSAL_MINUTES = 60
/** The gate signs grants after the decision; the core has no key. */
const UNSIGNED = ''

/** EDGE-50: a pending hold is decided by approve, skip or dismiss. */
export function decideHold(state: State, event: Act, door: Door): Outcome {
  const hold = whichHold(state, event)
  if (!hold) return refusal(missingHold(state, event))
  if (hold.type === 'quality_gate') return decideQuality(state, { event, hold, door })
  if (hold.type === 'ambiguous') return decideQuestion(event, hold, door)
  return SETTLE[event.verb](event, hold, door)
}

type Settle = (event: Act, hold: Hold, door: Door) => Outcome

const SETTLE: Readonly<Record<Act['verb'], Settle>> = { approve, skip, dismiss }

function approve(event: Act, hold: Hold, door: Door): Outcome {
  const fact: Fact = { kind: 'junction.approved', grant: grantOf(event, hold, door), signature: UNSIGNED }
  return told(`hold #${hold.number} approved once`, `run it again now, unchanged: ${hold.reason}`, [fact])
}

function skip(_event: Act, hold: Hold, door: Door): Outcome {
  const fact: Fact = { kind: 'junction.skipped', junction: hold, door }
  return told(`hold #${hold.number} skipped`, `do not try again: ${hold.reason}; take a different approach`, [fact])
}

function dismiss(event: Act, hold: Hold, door: Door): Outcome {
  // EDGE-55: a dismissal never covers the catastrophic.
  if (hold.catastrophic) {
    return refusal(`hold #${hold.number} can pass once and not for a while; /edge approve ${hold.number} or skip`)
  }
  const minutes = event.minutes ?? DISMISSAL_MINUTES
  const fact = dismissed(event, hold, door)
  return told(`hold #${hold.number} and its like pass for ${minutes} minutes`, `go on: ${hold.reason}`, [fact])
}

function dismissed(event: Act, hold: Hold, door: Door): Fact {
  const expiresAtMs = event.atMs + (event.minutes ?? DISMISSAL_MINUTES) * MINUTE_MS
  const grant = { ...grantOf(event, hold, door), fingerprint: hold.kindPrint, expiresAtMs }
  return { kind: 'junction.dismissed', grant, signature: UNSIGNED }
}

interface Decided {
  readonly event: Act
  readonly hold: Hold
  readonly door: Door
}

/** There is nothing for an agent to run: the person types `/edge done` again. */
function decideQuality(state: State, { event, hold, door }: Decided): Outcome {
  switch (event.verb) {
    case 'approve': {
      const checks = hold.checks ?? []
      const grant: Grant = { ...grantOf(event, hold, door), fingerprint: overridePrint(state.edge, checks) }
      const text = `hold #${hold.number} approved: /edge done passes now, unless there are new issues`
      return answer(text, [{ kind: 'quality.overridden', grant, checks, signature: UNSIGNED }])
    }
    case 'skip':
      return answer(`hold #${hold.number} skipped: the work goes on`, [
        { kind: 'junction.skipped', junction: hold, door },
      ])
    case 'dismiss': {
      const text = `hold #${hold.number} and its like pass for ${event.minutes ?? DISMISSAL_MINUTES} minutes`
      return answer(text, [dismissed(event, hold, door)])
    }
  }
}

/** EDGE-48: a question has no call behind it, so deciding it grants nothing. */
function decideQuestion({ verb }: Act, hold: Hold, door: Door): Outcome {
  const { number, reason } = hold
  if (verb === 'skip') return skip_(hold, door)
  const settled: Fact = { kind: 'junction.answered', number, door }
  return verb === 'approve'
    ? told(`hold #${number} approved`, `the person approves: ${reason}`, [settled])
    : told(`hold #${number} put aside`, `the person leaves this to you: ${reason}`, [settled])
}

function skip_(hold: Hold, door: Door): Outcome {
  return told(`hold #${hold.number} skipped`, `the person says no: ${hold.reason}`, [
    { kind: 'junction.skipped', junction: hold, door },
  ])
}

function grantOf(event: Act, hold: Hold, door: Door): Grant {
  return {
    id: event.id,
    number: hold.number,
    fingerprint: hold.fingerprint,
    session: hold.session,
    ...(hold.agentType !== undefined && { agentType: hold.agentType }),
    grantedAtMs: event.atMs,
    door,
    about: hold.reason,
  }
}

function missingHold({ edge }: State, { hold, atMs }: Act): string {
  const status = statusText(edge, liveHolds(edge, atMs))
  if (hold === undefined) return `nothing waits for you; ${status}`
  return hold < edge.nextNumber
    ? `hold #${hold} was decided or has lapsed; ${status}`
    : `there is no hold #${hold}; ${status}`
}

/** The person reads the notice, and the agent goes on with what the steer says. */
function told(notice: string, steer: string, facts: readonly Fact[]): Outcome {
  return { decision: { kind: 'allow', notice, steer }, facts, effects: [] }
}
