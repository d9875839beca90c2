import { WHY_CHANGED } from '../../../words/plane.ts'
import { FINDING_CALLS } from '../advance.ts'
import type { Signal } from '../signal.ts'

/** Actions in places the window has not seen; fewer are an excursion. */
const LASTS_CALLS = 10

/** PLANE-R5.5: the work has moved to a part of the project that the window has not touched. */
export const scopeChange: Signal = {
  id: 'scope-change',
  needs: ['path'],
  lasts: LASTS_CALLS,
  read: ({ window, moment }) => {
    if (moment.kind !== 'call' || moment.place === undefined) return 'silent'
    if (window.located < FINDING_CALLS || window.places.includes(moment.place)) return 'quiet'
    return { toward: 'elsewhere', why: WHY_CHANGED.elsewhere }
  },
}
