import type { Door } from '../../model/door.ts'
import type { EdgeVerb, EventOf } from '../../model/event.ts'
import { type Fact, UNSIGNED } from '../../model/fact.ts'
import { unreachable } from '../../model/language.ts'
import { answerWith, type Outcome, refusal } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import { type EdgeState, type Hold, isForLater, type KeptHold, type State } from '../../model/state.ts'
import { redactedPreview } from '../../rules/text/preview.ts'
import {
  EDGE_HELP,
  EDGE_PAUSE_TEXTS,
  grantsText,
  HOLD_DECISION_TEXTS,
  statusText,
  WHY_ENDED,
} from '../../words/edge.ts'
import { KEPT_TEXTS } from '../../words/kept.ts'
import { refusedText } from '../../words/person.ts'
import type { Listener } from '../contract.ts'
import { changeMode, noteQuestion } from './change-mode.ts'
import { livePause } from './grants.ts'
import { grantFor, holdsMeant, waitingHolds, whichHold } from './holds.ts'
import { isExpired, lapsedHolds } from './kept.ts'
import { overridePrint } from './quality-gate.ts'
import { readEdgeWords } from './read-words.ts'

type Act = EventOf<'edge'>

const MINUTE_MS = 60_000
/** EDGE-53. */
const DISMISSAL_MINUTES = 60
const PAUSE_MINUTES = 15
const MAX_PAUSE_MINUTES = 240

/** `/edge …`, or the same in a terminal: a person decides, changes the mode, or asks. */
export const answerPerson: Listener = (state, event, policy) => {
  if (event.kind === 'edge') return answerAct(state, event, policy)
  return event.kind === 'command' && event.name === 'edge' ? pointElsewhere(state, event) : undefined
}

/** Only a proven person changes anything (ADR 0009); asking needs no proof. */
function answerAct(state: State, event: Act, policy: Policy): Outcome {
  const { verb, proof } = event
  if (isQuestion(verb)) return answerWith(shown(state, verb, event.atMs))
  if (proof.kind === 'unproven') return refuseUnproven(event, proof)
  const { decision, facts, effects } = act(state, { ...event, verb }, { door: proof.door, policy })
  return { decision, facts: [...lapsedHolds(state, event.atMs), ...facts], effects }
}

/** Typed to a client whose command proves no person: a question is answered, a decision belongs in a terminal. */
function pointElsewhere(state: State, { args, atMs, around }: EventOf<'command'>): Outcome {
  const noticed: Fact = { kind: 'doorway.noticed', name: 'command edge' }
  const words = readEdgeWords(args)
  if (!words.ok) return refusal(words.problem, [noticed])
  if (isQuestion(words.request.verb)) return answerWith(shown(state, words.request.verb, atMs), [noticed])
  const command = `${around.cli} edge ${args.trim()}`
  return refusal(HOLD_DECISION_TEXTS.elsewhere(shown(state, 'status', atMs), command), [noticed])
}

type Question = Extract<EdgeVerb, 'status' | 'list' | 'help'>

const isQuestion = (verb: EdgeVerb): verb is Question => verb === 'status' || verb === 'list' || verb === 'help'

function shown({ edge }: State, verb: Question, atMs: number): string {
  if (verb === 'help') return EDGE_HELP
  return verb === 'list' ? grantsText(edge, atMs) : statusText(edge, waitingHolds(edge, atMs))
}

/** The door that a person's decision came through, and the rules that hold for it. */
interface Deciding {
  readonly door: Door
  readonly policy: Policy
}

function act(state: State, event: Act & { readonly verb: Exclude<EdgeVerb, Question> }, by: Deciding): Outcome {
  const { verb } = event
  const { door } = by
  switch (verb) {
    case 'approve':
    case 'skip':
    case 'dismiss':
      return decideHold(state, { ...event, verb }, by)
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
      return startPause(event, door)
    case 'resume':
      return endPause(state.edge, event.atMs)
    default:
      return unreachable(verb)
  }
}

function refuseUnproven({ verb, hold }: Act, proof: Extract<Act['proof'], { kind: 'unproven' }>): Outcome {
  const fact: Fact = {
    kind: 'approval.refused',
    verb,
    why: proof.why,
    ...(hold !== undefined && { hold }),
    ...(proof.means !== undefined && { means: proof.means }),
  }
  return refusal(refusedText(proof), [fact])
}

type Choice = Act & { readonly verb: 'approve' | 'skip' | 'dismiss' }

/** EDGE-50: a pending hold is decided by approve, skip or dismiss. */
function decideHold(state: State, event: Choice, by: Deciding): Outcome {
  const hold = whichHold(state, event)
  if (!hold) return refusal(missingHold(state, event))
  if (hold.type === 'quality_gate') return decideQuality(state, event, hold, by)
  return hold.type === 'ambiguous' ? decideQuestion(event, hold, by) : decideCall(event, hold, by)
}

function decideCall(event: Choice, hold: Hold | KeptHold, by: Deciding): Outcome {
  switch (event.verb) {
    case 'approve': {
      const grant = grantFor(hold, event, by)
      const texts =
        grant.expiresAtMs === undefined
          ? HOLD_DECISION_TEXTS.approved(hold)
          : KEPT_TEXTS.approved(hold, grant.expiresAtMs)
      return told(texts, { kind: 'junction.approved', grant, signature: UNSIGNED })
    }
    case 'skip':
      return told(
        isForLater(hold) ? KEPT_TEXTS.skipped(hold, hold.keepUntilMs) : HOLD_DECISION_TEXTS.skipped(hold),
        skipped(hold, by, event.text),
      )
    case 'dismiss':
      // EDGE-55: a dismissal never covers the catastrophic.
      if (hold.catastrophic) return refusal(HOLD_DECISION_TEXTS.onceOnly(hold))
      return told(HOLD_DECISION_TEXTS.dismissed(hold, minutesOf(event)), dismissed(event, hold, by))
  }
}

/** There is nothing for an agent to run: the person types `/edge done` again. */
function decideQuality({ edge }: State, event: Choice, hold: Hold, by: Deciding): Outcome {
  switch (event.verb) {
    case 'approve': {
      const checks = hold.checks ?? []
      const grant = { ...grantFor(hold, event, by), fingerprint: overridePrint(edge, checks) }
      return answerWith(HOLD_DECISION_TEXTS.checksAccepted(hold), [
        { kind: 'quality.overridden', grant, checks, signature: UNSIGNED },
      ])
    }
    case 'skip':
      return answerWith(HOLD_DECISION_TEXTS.checksKept(hold), [skipped(hold, by)])
    case 'dismiss':
      return answerWith(HOLD_DECISION_TEXTS.checksOff(hold, minutesOf(event)), [dismissed(event, hold, by)])
  }
}

/** EDGE-48: a question has no call behind it, so deciding it grants nothing. */
function decideQuestion({ verb }: Choice, hold: Hold, by: Deciding): Outcome {
  if (verb === 'skip') return told(HOLD_DECISION_TEXTS.answeredNo(hold), skipped(hold, by))
  const texts = verb === 'approve' ? HOLD_DECISION_TEXTS.answeredYes(hold) : HOLD_DECISION_TEXTS.leftToAgent(hold)
  return told(texts, { kind: 'junction.answered', number: hold.number, door: by.door })
}

const minutesOf = ({ minutes }: Choice): number => minutes ?? DISMISSAL_MINUTES

/** EDGE-132. */
const MAX_NOTE_CHARS = 300

function skipped(junction: Hold, { door }: Deciding, text = ''): Fact {
  const note = redactedPreview(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), MAX_NOTE_CHARS)
  return { kind: 'junction.skipped', junction, door, ...(note !== '' && { note }) }
}

function dismissed(event: Choice, hold: Hold, by: Deciding): Fact {
  const expiresAtMs = event.atMs + minutesOf(event) * MINUTE_MS
  const { scope: _, ...exact } = grantFor(hold, event, by)
  const grant = { ...exact, fingerprint: hold.kindPrint, expiresAtMs }
  return { kind: 'junction.dismissed', grant, signature: UNSIGNED }
}

function missingHold(state: State, event: Choice): string {
  const { hold, atMs, verb, minutes } = event
  const { edge } = state
  const several = holdsMeant(state, event)
  if (several.length > 0) return HOLD_DECISION_TEXTS.whichOne(verb, several, minutes)
  const isPast = hold !== undefined && hold < edge.nextNumber
  return HOLD_DECISION_TEXTS.missing(hold, isPast, statusText(edge, waitingHolds(edge, atMs)))
}

/** The person reads the notice, and the agent goes on with what the steer says. */
function told(texts: { readonly notice: string; readonly steer: string }, fact: Fact): Outcome {
  return { decision: { kind: 'allow', ...texts }, facts: [fact], effects: [] }
}

/** A person takes back what was granted under this number and not used yet. */
function revokeGrant({ edge }: State, { hold, atMs }: Act, door: Door): Outcome {
  const open = [
    ...edge.allowances.filter((one) => one.use.kind === 'open' && !isExpired(one, atMs)),
    ...edge.dismissals.filter((one) => !isExpired(one, atMs)),
    ...edge.overrides,
  ].filter(({ number }) => number === hold)
  if (hold === undefined || open.length === 0)
    return refusal(HOLD_DECISION_TEXTS.nothingToRevoke(hold, grantsText(edge, atMs)))
  return answerWith(
    HOLD_DECISION_TEXTS.revoked(hold),
    open.map(({ id }) => ({ kind: 'grant.revoked', grant: id, door })),
  )
}

/** No holds for a while. What is catastrophic stays refused. */
function startPause({ id, atMs, minutes = PAUSE_MINUTES }: Act, door: Door): Outcome {
  const length = Math.min(minutes, MAX_PAUSE_MINUTES)
  const pause = { id, startedAtMs: atMs, expiresAtMs: atMs + length * MINUTE_MS }
  return {
    decision: { kind: 'allow', notice: EDGE_PAUSE_TEXTS.started(length) },
    facts: [{ kind: 'pause.started', pause, door, signature: UNSIGNED }],
    effects: [],
  }
}

function endPause(edge: EdgeState, atMs: number): Outcome {
  const pause = livePause(edge, atMs)
  if (!pause) return answerWith(EDGE_PAUSE_TEXTS.none)
  return {
    decision: { kind: 'allow', notice: EDGE_PAUSE_TEXTS.over },
    facts: [{ kind: 'pause.ended', pause: pause.id, why: WHY_ENDED.pauseByPerson }],
    effects: [],
  }
}
