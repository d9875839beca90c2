import type { AnchorEffect } from '../../core/model/anchor.ts'
import { constitutionOf, govern, rolesOf } from './governance.ts'
import {
  isActive,
  keptOf,
  type PromotionPoint,
  pendingOf,
  performOn,
  permitOf,
  sessionOf,
  troubleOf,
} from './sessions.ts'

/** Everything of an anchor that is on disk, in one hand. `at` is told of every point where a crash would be felt. */
export function anchorFiles(at: (point: PromotionPoint) => void = () => undefined) {
  return {
    trouble: troubleOf,
    pending: pendingOf,
    session: sessionOf,
    kept: keptOf,
    isActive,
    permit: permitOf,
    roles: rolesOf,
    constitution: constitutionOf,
    perform: (project: string, effect: AnchorEffect): boolean => {
      try {
        if (effect.kind === 'anchor.govern') govern(project)
        else performOn(project, effect, at)
        return true
      } catch {
        return false
      }
    },
  }
}
