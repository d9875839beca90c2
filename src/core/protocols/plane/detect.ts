import type { Need, PlaneFact, Scope, SignalId, Streak, Streaks } from '../../model/plane.ts'
import type { Moment, Pointer, Reading, Signal, View } from './signal.ts'
import { callBudget } from './signals/call-budget.ts'
import { failureLoop } from './signals/failure-loop.ts'
import { firstProtected } from './signals/first-protected.ts'
import { lifecycle } from './signals/lifecycle.ts'
import { scopeChange } from './signals/scope-change.ts'
import { timeBudget } from './signals/time-budget.ts'
import { workShift } from './signals/work-shift.ts'

/** A signal that points somewhere, and for how many actions it has. */
export interface Pointed extends Pointer {
  readonly signal: SignalId
  readonly lasts: Signal['lasts']
  readonly held: number
}

type Gap = Extract<PlaneFact, { readonly kind: 'signal.disabled' | 'signal.failed' }>

export interface Detection {
  readonly pointed: readonly Pointed[]
  readonly streaks: Streaks
  /** Signals that were off or failed: the gap is a fact. */
  readonly gaps: readonly Gap[]
}

/** Calls after which what never came counts as missing. */
const CALLS_TO_MISS = 20

/** Asks every signal. One that throws fails alone (PLANE-R12c); one whose input is missing is off (PLANE-R12b). */
export function detect({ scope, window, moment }: View, signals: readonly Signal[] = ALL_SIGNALS): Detection {
  const pointed: Pointed[] = []
  const gaps: Gap[] = []
  let streaks = scope.streaks
  for (const signal of signals) {
    const missing = signal.needs.find((need) => isMissing(need, scope, moment))
    if (missing !== undefined) {
      if (!scope.off.includes(signal.id)) gaps.push({ kind: 'signal.disabled', signal: signal.id, missing })
      continue
    }
    const reading = readGuarded(signal, { scope, window, moment })
    if (typeof reading === 'object' && 'problem' in reading) {
      gaps.push({ kind: 'signal.failed', signal: signal.id, problem: reading.problem })
      continue
    }
    const streak = nextStreak(scope.streaks[signal.id], reading)
    if (signal.lasts !== 1 && streak !== scope.streaks[signal.id]) streaks = withStreak(streaks, signal.id, streak)
    if (typeof reading === 'object' && streak) {
      pointed.push({ ...reading, signal: signal.id, lasts: signal.lasts, held: streak.held })
    }
  }
  return { pointed, streaks, gaps }
}

function readGuarded(signal: Signal, view: View): Reading | { readonly problem: string } {
  try {
    return signal.read(view)
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

function isMissing(need: Need, scope: Scope, moment: Moment): boolean {
  switch (need) {
    case 'time':
      return moment.atMs <= 0
    case 'result':
      return scope.calls >= CALLS_TO_MISS && scope.results === 0
    case 'path':
      return scope.calls >= CALLS_TO_MISS && scope.paths === 0
  }
}

function nextStreak(before: Streak | undefined, reading: Reading): Streak | undefined {
  if (reading === 'silent') return before
  if (reading === 'quiet') return undefined
  return { toward: reading.toward, held: before?.toward === reading.toward ? before.held + 1 : 1 }
}

function withStreak(streaks: Streaks, id: SignalId, streak: Streak | undefined): Streaks {
  if (streak) return { ...streaks, [id]: streak }
  const { [id]: _, ...rest } = streaks
  return rest
}

const MAX_PROBLEM_CHARS = 200

/** What is put on record of an error. */
export function problemOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, MAX_PROBLEM_CHARS) : 'unknown failure'
}

/** PLANE-R5.8: none is mandatory; a policy may leave any of them out. */
export const ALL_SIGNALS: readonly Signal[] = [
  workShift,
  firstProtected,
  failureLoop,
  scopeChange,
  lifecycle,
  callBudget,
  timeBudget,
]
