import { WHY_CHANGED } from '../../../words/plane.ts'
import type { Signal } from '../signal.ts'

/** PLANE-R5.6: the runtime tells of a change in the task itself. Lists and plans of the agent are not among these (PLANE-R5.10). */
export const lifecycle: Signal = {
  id: 'task-lifecycle',
  needs: [],
  lasts: 1,
  read: ({ moment }) =>
    moment.kind === 'lifecycle' ? { toward: moment.name, why: WHY_CHANGED.runtime(moment.name) } : 'silent',
}
