import type { SessionState, State } from '../../../core/model/state.ts'
import { DOCTOR_SESSION } from '../../../install/probe.ts'

/** The session of an agent that was seen last; the doctor's own probe is none. */
export function lastRun({ sessions }: State): readonly [id: string, session: SessionState] | undefined {
  const known: readonly (readonly [string, SessionState])[] = Object.entries(sessions)
  const runs = known.filter(([id]) => id !== DOCTOR_SESSION)
  return runs.toSorted(([, left], [, right]) => right.lastAtMs - left.lastAtMs)[0]
}
