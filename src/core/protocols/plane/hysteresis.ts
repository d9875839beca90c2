import type { Boundary, Scope, Window } from '../../model/plane.ts'
import type { PlanePolicy } from '../../model/policy.ts'
import { WHY_CHANGED } from '../../words/plane.ts'
import type { Pointed } from './detect.ts'
import type { Moment } from './signal.ts'

/** A boundary, or nothing. One odd action is none (PLANE-R5a.1), and neither is what comes too soon (PLANE-R5a.2). */
export function arm(
  { scope, window, moment }: { readonly scope: Scope; readonly window: Window; readonly moment: Moment },
  pointed: readonly Pointed[],
  policy: PlanePolicy,
): Boundary | undefined {
  const lasting = pointed.filter((one) => hasLasted(one, policy))
  if (lasting.length === 0) return undefined
  const at = actionIndex(scope, moment)
  const last = scope.recent.at(-1)
  const shift = lasting.find((one) => one.signal === 'work-shift')
  if (last !== undefined && isTooSoon(last, { at, atMs: moment.atMs, toward: shift?.toward }, policy)) return undefined
  return {
    number: scope.boundaries + 1,
    at,
    atMs: moment.atMs,
    from: window.kind,
    // Only a call shifts the kind, and the call says to which.
    to: shift !== undefined && moment.kind === 'call' ? moment.work : window.kind,
    signals: lasting.map((one) => one.signal),
    why: lasting.map(explain).join('; '),
  }
}

function hasLasted({ lasts, held }: Pointed, policy: PlanePolicy): boolean {
  return held >= (lasts === 'persist' ? policy.persistCalls : lasts)
}

/** The action that the moment belongs to: the one about to run, or the last one judged. */
function actionIndex(scope: Scope, moment: Moment): number {
  return moment.kind === 'call' ? scope.calls : Math.max(scope.calls - 1, 0)
}

interface Now {
  readonly at: number
  readonly atMs: number
  /** The kind that the work moves to, if it does. */
  readonly toward: string | undefined
}

/** Work that goes on to something else may do so soon; work that goes back, or on, has to have stayed away for longer. */
function isTooSoon(last: Boundary, now: Now, policy: PlanePolicy): boolean {
  const goesOn = now.toward !== undefined && now.toward !== last.from
  const floor = goesOn ? policy.floorCalls : Math.max(policy.floorCalls, policy.returnCalls)
  if (now.at - last.at < floor) return true
  return now.atMs > 0 && last.atMs > 0 && now.atMs - last.atMs < policy.floorMs
}

const explain = ({ why, held, lasts }: Pointed): string => (lasts === 1 ? why : WHY_CHANGED.held(why, held))
