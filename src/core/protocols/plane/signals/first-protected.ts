import { WHY_CHANGED } from '../../../words/plane.ts'
import type { Signal } from '../signal.ts'

/** PLANE-R5.3: the first action in the protected tier within a window. */
export const firstProtected: Signal = {
  id: 'first-protected',
  needs: [],
  lasts: 1,
  read: ({ window, moment }) => {
    if (moment.kind !== 'call') return 'silent'
    return moment.tier !== 'routine' && window.tier === 'routine'
      ? { toward: 'protected', why: WHY_CHANGED.protected }
      : 'quiet'
  },
}
