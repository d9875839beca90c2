import { WHY_CHANGED } from '../../../words/plane.ts'
import type { Signal } from '../signal.ts'

/** PLANE-R5.7: the window has had all the time it was expected to take. */
export const timeBudget: Signal = {
  id: 'time-budget',
  needs: ['time'],
  lasts: 1,
  read: ({ window, moment }) => {
    if (moment.kind !== 'call') return 'silent'
    if (window.workedMs < window.backstop.ms) return 'quiet'
    return { toward: 'time', why: WHY_CHANGED.time(window.backstop.ms) }
  },
}
