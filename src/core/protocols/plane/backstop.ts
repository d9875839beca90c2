import type { Tier } from '../../model/assessment.ts'
import type { Backstop } from '../../model/plane.ts'
import type { PlanePolicy } from '../../model/policy.ts'

/** How long a window may be at most (PLANE-R8a); where something protected was touched, half of it (PLANE-R7b). */
export function backstopOf({ windowCalls, windowMs }: PlanePolicy, tier: Tier): Backstop {
  const part = tier === 'routine' ? 1 : 2
  return { calls: Math.max(1, Math.round(windowCalls / part)), ms: Math.round(windowMs / part) }
}
