import type { Signal } from '../signal.ts'

const MINUTE_MS = 60_000

/** PLANE-R5.7: the window has had all the time it was expected to take. */
export const timeBudget: Signal = {
  id: 'time-budget',
  needs: ['time'],
  lasts: 1,
  read: ({ window, moment }) => {
    if (moment.kind !== 'call') return 'silent'
    if (window.workedMs < window.backstop.ms) return 'quiet'
    return { toward: 'time', why: `${Math.round(window.backstop.ms / MINUTE_MS)} minutes of work without a boundary` }
  },
}
