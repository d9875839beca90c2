import type { AnchorEffect, FoundPermit, FoundSession, KeptFolder } from '../core/model/anchor.ts'
import type { HomesOf } from '../core/model/homes.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { constitutionOf, govern, type RoleGround, type RoleText, rolesOf } from './governance.ts'
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

/** The folders `.hestai` and `.hestai-sys` of a project, at its home. What cannot be used is told, never thrown. */
export interface AnchorFiles {
  /** Why the sessions folder cannot be used; undefined when it can. */
  trouble(project: ProjectRoot): string | undefined
  pending(project: ProjectRoot, nowMs: number): readonly FoundSession[]
  session(project: ProjectRoot, token: string, nowMs: number): FoundSession | undefined
  /** Folders that may be thrown away one day, the eldest first. */
  kept(project: ProjectRoot, nowMs: number): readonly KeptFolder[]
  isActive(project: ProjectRoot, token: string): boolean
  permit(project: ProjectRoot, token: string): FoundPermit | undefined
  roles(project: ProjectRoot): readonly string[]
  constitution(project: ProjectRoot, role: string): RoleText | undefined
  /** False when it could not be done. */
  perform(project: ProjectRoot, effect: AnchorEffect): boolean
}

/** `at` is told of every point where a crash would be felt. */
export function anchorFiles(homes: HomesOf, at: (point: PromotionPoint) => void = () => undefined): AnchorFiles {
  const homeOf = (project: ProjectRoot) => homes(project).own
  const groundOf = (project: ProjectRoot): RoleGround => ({ project, home: homeOf(project) })
  return {
    trouble: (project) => troubleOf(homeOf(project)),
    pending: (project, nowMs) => pendingOf(homeOf(project), nowMs),
    session: (project, token, nowMs) => sessionOf(homeOf(project), token, nowMs),
    kept: (project, nowMs) => keptOf(homeOf(project), nowMs),
    isActive: (project, token) => isActive(homeOf(project), token),
    permit: (project, token) => permitOf(homeOf(project), token),
    roles: (project) => rolesOf(groundOf(project)),
    constitution: (project, role) => constitutionOf(groundOf(project), role),
    perform: (project, effect) => {
      try {
        if (effect.kind === 'anchor.govern') govern(groundOf(project))
        else performOn(homeOf(project), effect, at)
        return true
      } catch {
        return false
      }
    },
  }
}
