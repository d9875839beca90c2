import type { Decision } from '../../model/decision.ts'
import type { FactContext } from '../../model/fact.ts'
import type { Boundary, Evidence, PlaneFact, PlaneState, Scope, Snapshot, Streaks, Window } from '../../model/plane.ts'
import type { PlanePolicy, Policy } from '../../model/policy.ts'
import type { CallToJudge } from '../contract.ts'
import { backstopOf } from './baseline.ts'
import { ALL_SIGNALS, detect, problemOf } from './detect.ts'
import { arm } from './hysteresis.ts'
import { type JudgedCall, momentOfCall } from './moments.ts'
import { isSolid, scopeKey, scopeOf } from './scope.ts'
import type { Moment, Signal } from './signal.ts'
import { loopIn } from './signals/failure-loop.ts'
import { steerOf } from './steer.ts'

/** What the plane makes of one moment: rows for the audit and, at most, a word to the agent. It stops nothing (PLANE-R10a). */
export interface Watched {
  readonly facts: readonly PlaneFact[]
  readonly steer?: string
  /** What the signals have noticed so far, for the row of the call: folding reads it there and asks no signal again. */
  readonly streaks: Streaks
}

export interface Watching {
  readonly plane: PlaneState
  readonly policy: PlanePolicy
  readonly context: Pick<FactContext, 'runtime' | 'session' | 'agent'>
  /** No word to the agent now. */
  readonly mute: boolean
  readonly signals?: readonly Signal[]
}

export function watch(moment: Moment, { plane, policy, context, mute, signals = ALL_SIGNALS }: Watching): Watched {
  const key = scopeKey(context)
  const scope = scopeOf(plane, key)
  const { window } = scope
  // A window opens with the first call of a scope, and not before (PLANE-R4b).
  if (window === null)
    return { facts: moment.kind === 'call' ? firstWindow(scope, moment, policy) : [], streaks: scope.streaks }
  const detected = detect({ scope, window, moment }, signals)
  // A signal that the policy leaves out is asked, so that it knows the past once it counts; it says nothing.
  const isActive = ({ signal }: { readonly signal: string }) => policy.signals.some((id) => id === signal)
  const [pointed, gaps] = [detected.pointed.filter(isActive), detected.gaps.filter(isActive)]
  const boundary = arm({ scope, window, moment }, pointed, policy)
  const steer = mute ? undefined : steerOf(window, { pointed, boundary }, policy)
  const loop =
    moment.kind === 'result' && moment.print && pointed.some((one) => one.signal === 'failure-loop')
      ? loopIn(scope, moment.print)
      : undefined
  const number = boundary ? window.number + 1 : window.number
  return {
    facts: [
      ...gaps,
      ...(loop ? [{ kind: 'loop.detected', at: Math.max(scope.calls - 1, 0), ...loop } as const] : []),
      ...(boundary ? crossing({ key, window, moment, boundary, policy }) : []),
      ...(steer ? [{ kind: 'steer.issued', number, ...steer } as const] : []),
    ],
    ...(steer && { steer: steer.text }),
    streaks: detected.streaks,
  }
}

/** Calls for which evidence seen before a boundary still speaks for the window after it. */
const EVIDENCE_CALLS = 12
/** Places of the old window that the new one starts with. */
const KEPT_PLACES = 3

function firstWindow(scope: Scope, call: Extract<Moment, { kind: 'call' }>, policy: PlanePolicy): readonly PlaneFact[] {
  const number = scope.windows + 1
  const resumes = scope.snapshot
  const work = isSolid(call.work) ? call.work : (resumes?.kind ?? call.work)
  return [
    {
      kind: 'window.opened',
      number,
      work,
      tier: call.tier,
      backstop: backstopOf(policy, call.tier),
      evidence: null,
      places: call.place === undefined ? (resumes?.places ?? []) : [call.place],
      ...(scope.parent !== null && { parent: scope.parent }),
      ...(resumes && { resumes }),
    },
    // PLANE-R6d: it opens all the same, and the audit says that nothing showed a reassessment.
    { kind: 'checkpoint.skipped', number },
  ]
}

interface Crossing {
  readonly key: string
  readonly window: Window
  readonly moment: Moment
  readonly boundary: Boundary
  readonly policy: PlanePolicy
}

function crossing(crossed: Crossing): readonly PlaneFact[] {
  const { window, moment, boundary, policy } = crossed
  const number = window.number + 1
  const tier = moment.kind === 'call' ? moment.tier : 'routine'
  const evidence = recent(window.evidence, boundary.at)
  const why = boundary.signals.includes('call-budget')
    ? 'calls'
    : boundary.signals.includes('time-budget')
      ? 'time'
      : undefined
  return [
    { kind: 'boundary.detected', boundary, snapshot: snapshotOf(crossed) },
    ...(why ? [{ kind: 'window.expired', number: window.number, why } as const] : []),
    {
      kind: 'window.opened',
      number,
      work: boundary.to,
      tier,
      backstop: backstopOf(policy, tier),
      evidence,
      places: placesAfter(window, moment),
    },
    ...(evidence === null ? [{ kind: 'checkpoint.skipped', number } as const] : []),
  ]
}

const recent = (evidence: Evidence | null, at: number): Evidence | null =>
  evidence !== null && at - evidence.at <= EVIDENCE_CALLS ? evidence : null

function placesAfter({ places, elsewhere }: Window, moment: Moment): readonly string[] {
  const here = moment.kind === 'call' && moment.place !== undefined ? [moment.place] : []
  const before = [...places, ...elsewhere].filter((one) => !here.includes(one)).slice(-KEPT_PLACES)
  return [...before, ...here]
}

function snapshotOf({ key, window, boundary }: Crossing): Snapshot {
  const { places, tier, evidence } = window
  const { number, at, atMs, to } = boundary
  return { version: 1, scope: key, boundary: number, at, atMs, kind: to, places, tier, evidence }
}

/** PLANE-R12a: a detector that fails says nothing, takes no verdict with it, and leaves the gap as a fact. */
export function guarded(look: () => Watched, streaks: Streaks = {}): Watched {
  try {
    return look()
  } catch (error) {
    return { facts: [{ kind: 'signal.failed', signal: 'detector', problem: problemOf(error) }], streaks }
  }
}

/** What a person let pass needs no second thought from us; what is blocked has been told why, and is final. */
const isPersonsWord = ({ tier }: JudgedCall, { kind }: Decision, { edge }: Policy): boolean =>
  kind === 'allow' && tier !== 'routine' && edge.level === 'gate'

/** The plane looks at every call that was judged, also at one that was refused: an attempt shows what the work is about. */
export function watchCall({ state, event, policy }: CallToJudge, call: JudgedCall, decision: Decision): Watched {
  const { runtime, session, agent, atMs } = event
  const moment = momentOfCall(call, atMs)
  const context = { runtime, session, ...(agent && { agent: agent.id }) }
  const mute = decision.kind === 'block' || isPersonsWord(call, decision, policy)
  return guarded(
    () => watch(moment, { plane: state.plane, policy: policy.plane, context, mute }),
    scopeOf(state.plane, scopeKey(context)).streaks,
  )
}
