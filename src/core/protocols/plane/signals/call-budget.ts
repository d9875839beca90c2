import { WHY_CHANGED } from '../../../words/plane.ts'
import type { Signal } from '../signal.ts'

/** PLANE-R5.7: the window has had all the calls it was expected to take. */
export const callBudget: Signal = {
  id: 'call-budget',
  needs: [],
  lasts: 1,
  read: ({ scope, window, moment }) => {
    if (moment.kind !== 'call') return 'silent'
    if (scope.calls - window.openedAt < window.backstop.calls) return 'quiet'
    return { toward: 'calls', why: WHY_CHANGED.calls(window.backstop.calls) }
  },
}
