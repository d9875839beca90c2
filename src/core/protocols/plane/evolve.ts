import type { Recorded } from '../../model/fact.ts'
import type { PlaneFact, PlaneState, Scope, SignalId, Streaks, Window } from '../../model/plane.ts'
import { advance } from './advance.ts'
import { type JudgedCall, momentOf } from './moments.ts'
import { goesOn, isBelow, isSolid, scopeKey, scopeOf } from './scope.ts'

const MAX_SCOPES = 48
const MAX_RECENT = 8

/** What is known of every scope. Facts that do not concern the plane leave it as it is. */
export function evolvePlane(plane: PlaneState, recorded: Recorded): PlaneState {
  const key = scopeKey(recorded)
  const before = scopeOf(plane, key)
  const after = nextScope(before, recorded, plane)
  const scopes = endedBelow(plane.scopes, key, recorded)
  if (after === before) return scopes === plane.scopes ? plane : { ...plane, scopes }
  return bounded({ ...plane, scopes: { ...scopes, [key]: after } })
}

/** Subagents live no longer than the process of their session: with it they end, whether or not somebody said so. */
function endedBelow(
  scopes: PlaneState['scopes'],
  session: string,
  { fact, atMs }: Pick<Recorded, 'fact' | 'atMs'>,
): PlaneState['scopes'] {
  const isOver = fact.kind === 'session.ended' || (fact.kind === 'session.started' && goesOn(fact.source))
  const running = isOver ? Object.entries<Scope>(scopes).filter(([key, one]) => isAtWork(key, one, session)) : []
  if (running.length === 0) return scopes
  return { ...scopes, ...Object.fromEntries(running.map(([key, one]) => [key, ended(one, 'left behind', atMs)])) }
}

const isAtWork = (key: string, scope: Scope, session: string): boolean => scope.ended === null && isBelow(key, session)

function nextScope(scope: Scope, recorded: Recorded, plane: PlaneState): Scope {
  const { fact, atMs } = recorded
  const moment = momentOf(recorded)
  if (moment !== undefined) {
    const streaks = fact.kind === 'call.judged' ? (fact.streaks ?? firstStreaks(scope, fact)) : scope.streaks
    // Only a call shows that somebody works again; a result may come late.
    return { ...advance(scope, moment, streaks), ...(moment.kind === 'call' && { ended: null }) }
  }
  switch (fact.kind) {
    case 'boundary.detected': {
      const { boundary, snapshot } = fact
      const recent = [...scope.recent, boundary].slice(-MAX_RECENT)
      return { ...scope, boundaries: boundary.number, recent, snapshot, streaks: {}, window: null }
    }
    case 'window.opened':
      return { ...scope, windows: fact.number, window: openedWindow(scope, fact, atMs), streaks: {} }
    case 'window.closed':
      return { ...scope, window: null, streaks: {} }
    case 'checkpoint.observed':
      return withWindow(scope, { evidence: fact.evidence })
    case 'steer.issued':
      return withWindow(scope, { steered: true })
    case 'loop.detected':
      // A loop is told once; the same results have to come together again.
      return { ...scope, loops: scope.loops + 1, prints: [] }
    case 'signal.disabled':
      return { ...scope, off: [...scope.off, fact.signal] }
    case 'session.started':
      return goesOn(fact.source) ? { ...scope, ...continued(scope, recorded, plane) } : scope
    case 'session.ended':
      return ended(scope, fact.reason, atMs)
    case 'agent.stopped':
      return ended(scope, 'finished', atMs)
    default:
      return scope
  }
}

type Opened = Extract<PlaneFact, { kind: 'window.opened' }>

function openedWindow(scope: Scope, fact: Opened, atMs: number): Window {
  return {
    number: fact.number,
    kind: fact.work,
    openedAt: Math.max(scope.calls - 1, 0),
    openedAtMs: atMs,
    backstop: fact.backstop,
    evidence: fact.evidence,
    tier: fact.tier,
    steered: false,
    failures: 0,
    places: fact.places,
    elsewhere: [],
    located: fact.places.length,
    workedMs: 0,
  }
}

function withWindow(scope: Scope, change: Partial<Window>): Scope {
  return scope.window ? { ...scope, window: { ...scope.window, ...change } } : scope
}

/** PLANE-O4: what continues another session is linked to it and starts from its last snapshot. */
function continued(scope: Scope, recorded: Recorded, plane: PlaneState): Partial<Scope> {
  if (scope.calls > 0) return { parent: scopeKey(recorded), ended: null }
  const parents = Object.entries<Scope>(plane.scopes).filter(
    ([key, one]) => key.startsWith(`${recorded.runtime}:`) && !key.includes('#') && one.ended !== null,
  )
  const [last] = parents.toSorted(([, left], [, right]) => right.lastAtMs - left.lastAtMs)
  return last ? { parent: last[0], snapshot: last[1].snapshot } : {}
}

/** What only serves detection goes; what a person may ask for stays. */
function ended(scope: Scope, reason: string, atMs: number): Scope {
  if (scope.calls === 0) return scope
  return { ...scope, lastAtMs: Math.max(scope.lastAtMs, atMs), ended: reason, window: null, streaks: {}, prints: [] }
}

/** Subagents that ended go first: many short-lived ones must not push out the session they work for. */
function bounded(plane: PlaneState): PlaneState {
  const keys = Object.keys(plane.scopes)
  if (keys.length <= MAX_SCOPES) return plane
  const rank = (key: string): number => {
    const { ended: reason, lastAtMs } = scopeOf(plane, key)
    return reason !== null && key.includes('#') ? lastAtMs - FOREVER_MS : lastAtMs
  }
  const kept = keys.toSorted((left, right) => rank(right) - rank(left)).slice(0, MAX_SCOPES)
  return { ...plane, scopes: Object.fromEntries(kept.map((key) => [key, scopeOf(plane, key)])) }
}

/** More than any time there is. */
const FOREVER_MS = 2 ** 52

/**
 * ADR 0021, frozen: what the two signals that last made of a call before calls carried it. Rows without `streaks` are folded
 * by this and by nothing else, so that recorded history keeps its meaning whatever becomes of the signals. @internal
 */
export function firstStreaks({ window, streaks, calls, paths }: Scope, { work, place }: JudgedCall): Streaks {
  if (window === null) return streaks
  const shifts = work !== window.kind && isSolid(window.kind)
  const shifted = isSolid(work) ? next(streaks, 'work-shift', shifts ? work : undefined) : streaks
  // In the first 20 calls a path may still come; ten of them find out where the window works.
  if (place === undefined || (calls >= 20 && paths === 0)) return shifted
  const strays = window.located >= 10 && !window.places.includes(place)
  return next(shifted, 'scope-change', strays ? 'elsewhere' : undefined)
}

function next(streaks: Streaks, signal: SignalId, toward: string | undefined): Streaks {
  const { [signal]: before, ...others } = streaks
  if (toward === undefined) return others
  return { ...streaks, [signal]: { toward, held: before?.toward === toward ? before.held + 1 : 1 } }
}
