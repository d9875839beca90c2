import type { Boundary, SignalId, Window } from '../../model/plane.ts'
import type { PlanePolicy } from '../../model/policy.ts'
import { HINTS } from '../../words/plane.ts'
import type { Pointed } from './detect.ts'

export interface Steer {
  readonly signal: SignalId
  readonly text: string
}

/** Graver reasons speak first: there is one steer in a window. */
const ORDER: readonly SignalId[] = [
  'failure-loop',
  'first-protected',
  'task-lifecycle',
  'work-shift',
  'scope-change',
  'call-budget',
  'time-budget',
]

/**
 * What to say to the agent, if anything: at most one steer in a window. A signal the operator listed speaks when it points,
 * even where the floor holds the boundary back; the others speak at a boundary, where ordinary boundaries steer.
 */
export function steerOf(
  window: Window,
  { pointed, boundary }: { readonly pointed: readonly Pointed[]; readonly boundary: Boundary | undefined },
  policy: PlanePolicy,
): Steer | undefined {
  // A boundary starts a window, which may have a steer of its own.
  if (window.steered && boundary === undefined) return undefined
  const listed = pointed
    .filter((one) => one.lasts === 1 && policy.steerOn.includes(one.signal))
    .map((one) => one.signal)
  const crossed = boundary?.signals.filter((id) => policy.routine === 'steer' || policy.steerOn.includes(id)) ?? []
  const signal = ORDER.find((id) => listed.includes(id) || crossed.includes(id))
  if (signal === undefined) return undefined
  const { from, to } = boundary ?? { from: window.kind, to: window.kind }
  return { signal, text: HINTS[signal](from, to) }
}
