import type { EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import type { SessionId } from '../../model/ids.ts'
import type { Json } from '../../model/json.ts'
import { lookUp } from '../../model/language.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import { type Hold, NO_OBSERVATIONS, type Observations, type State } from '../../model/state.ts'
import { isoTime } from '../../model/time.ts'
import { digestOf } from '../../rules/text/fingerprint.ts'
import { HEADLINES, observedText, START_NOTICES, WHY_ENDED } from '../../words/edge.ts'
import { contextText } from './context-text.ts'
import { evolveEdge } from './evolve.ts'
import { liveHolds } from './holds.ts'
import { keepSettings } from './keep-settings.ts'
import { endHolds, lapsed, lapsedHolds, unseenUses } from './kept.ts'
import { callCount } from './observations.ts'
import { evolveSessions } from './sessions.ts'

type Start = EventOf<'session.start'>

/** EDGE-91 to EDGE-95, EDGE-98: settle what the last session left, and tell the new one where things stand. */
export function startSession(state: State, event: Start): Outcome {
  const started: Fact = { kind: 'session.started', source: event.source, startHash: event.around.stateHash }
  const lost = lostSessions(state, event)
  const facts: readonly Fact[] = [
    ...lapsedHolds(state, event.atMs, lost),
    ...unseenUses(state, lost),
    ...recaptured(state, event),
    ...lost.map((id): Fact => ({ kind: 'session.lost', lost: id })),
    ...beginAnew(state, event),
    started,
  ]
  const after = facts.reduce((known, fact) => folded(known, fact, event), state)
  const now = { atMs: event.atMs, lost: lost.flatMap((id) => observedIn(after, id)) }
  const notice = [...auditNotice(state), ...doorNotice(event), ...noticesOf(after, now)].join('\n')
  return {
    decision: {
      kind: 'allow',
      steer: contextText(after.edge, now),
      ...(notice !== '' && { notice }),
    },
    facts,
    effects: [],
  }
}

function folded(state: State, fact: Fact, { id, atMs, runtime, session }: Start): State {
  const recorded = { eventId: id, atMs, runtime, session, fact }
  return { ...state, edge: evolveEdge(state.edge, recorded), sessions: evolveSessions(state, recorded) }
}

/** EDGE-98: an unclean exit is a session that sent no end and whose client is gone. */
function lostSessions(state: State, { around, session }: Start): readonly SessionId[] {
  return around.gone.filter((id) => id !== session && lookUp(state.sessions, id)?.ended === false)
}

/** EDGE-65: what the log of tool results knows and the facts do not, since a call could not be recorded. */
function recaptured({ sessions }: State, { around }: Start): readonly Fact[] {
  return around.logged
    .filter(({ session, observed }) => {
      const known = lookUp(sessions, session)
      return known !== undefined && callCount(observed) > callCount(known.observed)
    })
    .map(({ session, observed }) => ({ kind: 'session.recaptured', of: session, observed }))
}

/** After `done`, a new session starts new work. */
function beginAnew({ edge, sessions }: State, { session, source }: Start): readonly Fact[] {
  const isNew = (source === 'startup' || source === 'clear') && lookUp(sessions, session) === undefined
  return isNew && edge.mode === 'done' ? [{ kind: 'mode.changed', to: 'plan', by: 'inferred' }] : []
}

function observedIn({ sessions }: State, id: SessionId): readonly Observations[] {
  const session = lookUp(sessions, id)
  return session ? [session.observed] : []
}

function noticesOf(
  { edge }: State,
  now: { readonly atMs: number; readonly lost: readonly Observations[] },
): readonly string[] {
  const holds = liveHolds(edge, now.atMs)
  return [
    ...now.lost.map((observed) => START_NOTICES.lost(observedText(observed, callCount(observed)))),
    ...(holds.length === 0 ? [] : [START_NOTICES.waiting(holds)]),
  ]
}

/** Said once, when it is on record. */
function auditNotice({ edge: { unvouched } }: State): readonly string[] {
  return unvouched === undefined ? [] : [START_NOTICES.unvouched(unvouched)]
}

/** Told at the start, so that the person doesn't find out at the first hold. */
function doorNotice({ around: { doorClosed } }: Start): readonly string[] {
  return doorClosed === null ? [] : [START_NOTICES.doorClosed(doorClosed)]
}

/** EDGE-72, EDGE-88, EDGE-97: whatever the mode, what was seen is saved with this fact; `done` is archived; stop is approved. */
export function stopSession(state: State, event: EventOf<'stop'>, policy: Policy): Outcome {
  const archived = archiveDone(state, event)
  const declined = declinedAtPrompt(state, event.session)
  const fresh = policy.roles.director === 'none' ? freshHolds(state, event) : []
  const told = isShown(state, fresh) ? [] : fresh
  const settings = keepSettings(event)
  const notice = [...told.map(HEADLINES.waiting), ...(settings.notice === undefined ? [] : [settings.notice])].join(
    '\n',
  )
  return {
    decision: { kind: 'allow', ...(notice !== '' && { notice }) },
    facts: [
      ...declined,
      ...told.map(({ number }): Fact => ({ kind: 'session.told', remark: `hold ${number}` })),
      { kind: 'session.stopped' },
      ...settings.facts,
      ...archived.facts,
    ],
    effects: [...settings.effects, ...archived.effects],
  }
}

/** Holds that wait and of which nobody was told at the end of a turn. */
function freshHolds({ edge, sessions }: State, { session, atMs, agent }: EventOf<'stop'>): readonly Hold[] {
  if (agent !== undefined) return []
  const { said = [] } = lookUp(sessions, session) ?? {}
  return liveHolds(edge, atMs).filter(
    (hold) => hold.session === session && hold.asked === undefined && !said.includes(`hold ${hold.number}`),
  )
}

/** EDGE-134: of several calls in a row clients fold what was refused, and of a subagent's they show nothing. */
function isShown({ sessions }: State, [hold, ...others]: readonly Hold[]): boolean {
  if (hold === undefined || others.length > 0 || hold.agentType !== undefined) return false
  return (lookUp(sessions, hold.session)?.observed.lastActivityMs ?? 0) <= hold.createdAtMs
}

/** A hold ends with its session, which was the only one that could run the call; what may be decided later is kept. */
export function endSession(state: State, event: EventOf<'session.end'>): Outcome {
  const own = state.edge.holds.filter((hold) => hold.session === event.session)
  const ended = [...endHolds(state, own, WHY_ENDED.sessionEnded, event.atMs), ...unseenUses(state, [event.session])]
  const archived = archiveDone(state, event)
  return {
    decision: { kind: 'allow' },
    facts: [...ended, ...archived.facts, { kind: 'session.ended', reason: event.reason }],
    effects: archived.effects,
  }
}

/** EDGE-29: what happened after `done` was reached is archived as well. */
function archiveDone(state: State, { session, atMs }: EventOf<'stop' | 'session.end'>) {
  return state.edge.mode === 'done' ? archive(state, session, atMs) : { facts: [], effects: [] }
}

/** EDGE-81: the work as it stood, one line for good. The digest is a fact too, so a changed archive shows. */
export function archive(state: State, session: SessionId, atMs: number): Pick<Outcome, 'facts' | 'effects'> {
  const { claims, work } = state.edge
  if (work.archivedCalls === work.calls) return { facts: [], effects: [] }
  const { filesModified, toolsUsed, testsRun, testsPassed } =
    lookUp(state.sessions, session)?.observed ?? NO_OBSERVATIONS
  const body: { readonly [key: string]: Json } = {
    archived_at: isoTime(atMs),
    session,
    objective: claims.objective,
    plan: claims.plan.map(({ description, status, proof }) => ({
      description,
      status,
      ...(proof !== undefined && { proof }),
    })),
    observations: {
      files_modified: filesModified,
      tools_used: toolsUsed,
      tests_run: testsRun,
      tests_passed: testsPassed,
    },
    calls: work.calls,
    edits: work.edits,
  }
  const digest = digestOf(body)
  return {
    facts: [{ kind: 'work.archived', digest }],
    effects: [{ kind: 'proof.archive', line: { ...body, digest } }],
  }
}

/** The turn is over and the call has not run: the person said no at the runtime's own prompt. A subagent's outlives the turn. */
export function declinedAtPrompt({ edge }: State, session: SessionId): readonly Fact[] {
  return edge.holds
    .filter((hold) => hold.session === session && hold.asked !== undefined && hold.agentType === undefined)
    .map((hold) => lapsed(hold, WHY_ENDED.declined))
}
