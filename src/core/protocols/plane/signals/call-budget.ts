import type { Signal } from '../signal.ts'

/** PLANE-R5.7: the window has had all the calls it was expected to take. */
export const callBudget: Signal = {
  id: 'call-budget',
  needs: [],
  lasts: 1,
  read: ({ scope, window, moment }) => {
    if (moment.kind !== 'call') return 'silent'
    if (scope.calls - window.openedAt < window.backstop.calls) return 'quiet'
    return { toward: 'calls', why: `${window.backstop.calls} calls without a boundary` }
  },
}
