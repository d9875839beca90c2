import type { Streaks } from '../../model/plane.ts'
import { problemOf } from './problem-of.ts'
import type { Watched } from './watch.ts'

/** PLANE-R12a: a detector that fails says nothing, takes no verdict with it, and leaves the gap as a fact. */
export function guarded(look: () => Watched, streaks: Streaks = {}): Watched {
  try {
    return look()
  } catch (error) {
    return { facts: [{ kind: 'signal.failed', signal: 'detector', problem: problemOf(error) }], streaks }
  }
}
