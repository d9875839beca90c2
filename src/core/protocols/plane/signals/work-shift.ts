import { WHY_CHANGED } from '../../../words/plane.ts'
import { isSolid } from '../scope.ts'
import type { Signal } from '../signal.ts'

/** PLANE-R5.2: the actions are of another kind than the window. */
export const workShift: Signal = {
  id: 'work-shift',
  needs: [],
  lasts: 'persist',
  read: ({ window, moment }) => {
    if (moment.kind !== 'call' || !isSolid(moment.work)) return 'silent'
    if (moment.work === window.kind || !isSolid(window.kind)) return 'quiet'
    return { toward: moment.work, why: WHY_CHANGED.kind(window.kind, moment.work) }
  },
}
