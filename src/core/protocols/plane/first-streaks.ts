import type { Scope, SignalId, Streaks } from '../../model/plane.ts'
import type { JudgedCall } from './moments.ts'
import { isSolid } from './scope.ts'

/**
 * ADR 0021, frozen: what the two signals that last made of a call before calls carried it. Rows without `streaks` are folded
 * by this and by nothing else, so that recorded history keeps its meaning whatever becomes of the signals.
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
