import type { Door } from '../../model/door.ts'
import type { EdgeVerb, EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { unreachable } from '../../model/language.ts'
import { answer, type Outcome, refusal } from '../../model/outcome.ts'
import type { State } from '../../model/state.ts'
import { DECISION_TEXTS, EDGE_HELP, grantsText, statusText } from '../../words/edge.ts'
import { refusedText } from '../../words/person.ts'
import { changeMode, noteQuestion } from './change-mode.ts'
import { decideHold } from './decide-hold.ts'
import { lapsedHolds, liveHolds } from './holds.ts'
import { changePause } from './pause.ts'
import { readEdgeWords } from './read-words.ts'

type Act = EventOf<'edge'>
/** What only shows something needs no proof. */
type Deed = Exclude<EdgeVerb, 'status' | 'list' | 'help'>

/** A person decides, changes the mode, or asks. Only a proven person changes anything (ADR 0009). */
export function answerPerson(state: State, event: Act): Outcome {
  const { verb, proof } = event
  if (verb === 'status') return answer(statusText(state.edge, liveHolds(state.edge, event.atMs)))
  if (verb === 'list') return answer(grantsText(state.edge, event.atMs))
  if (verb === 'help') return answer(EDGE_HELP)
  if (proof.kind === 'unproven') return refuseUnproven(event, proof)
  const { decision, facts, effects } = act(state, { ...event, verb }, proof.door)
  return { decision, facts: [...lapsedHolds(state.edge, event.atMs), ...facts], effects }
}

function act(state: State, event: Act & { readonly verb: Deed }, door: Door): Outcome {
  const { verb } = event
  switch (verb) {
    case 'approve':
    case 'skip':
    case 'dismiss':
      return decideHold(state, { ...event, verb }, door)
    case 'plan':
    case 'active':
    case 'review':
    case 'done':
      return changeMode(state, { ...event, verb }, door)
    case 'ambiguous':
      return noteQuestion(state, event)
    case 'revoke':
      return revokeGrant(state, event, door)
    case 'pause':
    case 'resume':
      return changePause(state, { ...event, verb }, door)
    default:
      return unreachable(verb)
  }
}

/** `/edge` typed to a client whose command proves no person: what may be asked is answered, what decides is sent to a door. */
export function pointToDoor(state: State, event: EventOf<'command'>): Outcome {
  const noticed: Fact = { kind: 'doorway.noticed', name: 'command edge' }
  const words = readEdgeWords(event.args)
  if (!words.ok) return refusal(words.problem, [noticed])
  if (words.request.verb === 'list') return answer(grantsText(state.edge, event.atMs), [noticed])
  if (words.request.verb === 'help') return answer(EDGE_HELP, [noticed])
  const status = statusText(state.edge, liveHolds(state.edge, event.atMs))
  if (words.request.verb === 'status') return answer(status, [noticed])
  return refusal(DECISION_TEXTS.elsewhere(status, `${event.around.cli} edge ${event.args.trim()}`), [noticed])
}

function refuseUnproven(
  event: Act,
  proof: { readonly why: string; readonly instead: string; readonly means?: string },
): Outcome {
  const fact: Fact = {
    kind: 'approval.refused',
    verb: event.verb,
    why: proof.why,
    ...(event.hold !== undefined && { hold: event.hold }),
    ...(proof.means !== undefined && { means: proof.means }),
  }
  return refusal(refusedText(proof), [fact])
}

/** A person takes back what was granted under this number and not used yet. */
function revokeGrant(state: State, event: EventOf<'edge'>, door: Door): Outcome {
  const { allowances, dismissals, overrides } = state.edge
  const open = [
    ...allowances.filter((one) => one.use.kind === 'open'),
    ...dismissals.filter((one) => event.atMs < one.expiresAtMs),
    ...overrides,
  ].filter((one) => one.number === event.hold)
  if (event.hold === undefined || open.length === 0)
    return refusal(DECISION_TEXTS.nothingToRevoke(event.hold, grantsText(state.edge, event.atMs)))
  return answer(
    DECISION_TEXTS.revoked(event.hold),
    open.map((one) => ({ kind: 'grant.revoked', grant: one.id, door })),
  )
}
