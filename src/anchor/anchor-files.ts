import type { AnchorEffect, FoundPermit, FoundSession, KeptFolder } from '../core/model/anchor.ts'
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

/** The folders `.hestai` and `.hestai-sys` of a project. What cannot be used is told, never thrown. */
export interface AnchorFiles {
  /** Why the sessions folder cannot be used; undefined when it can. */
  trouble(project: string): string | undefined
  pending(project: string, nowMs: number): readonly FoundSession[]
  session(project: string, token: string, nowMs: number): FoundSession | undefined
  /** Folders that may be thrown away one day, the eldest first. */
  kept(project: string, nowMs: number): readonly KeptFolder[]
  isActive(project: string, token: string): boolean
  permit(project: string, token: string): FoundPermit | undefined
  roles(project: string): readonly string[]
  constitution(project: string, role: string): { readonly path: string; readonly text: string } | undefined
  /** False when it could not be done. */
  perform(project: string, effect: AnchorEffect): boolean
}

/** `at` is told of every point where a crash would be felt. */
export function anchorFiles(at: (point: PromotionPoint) => void = () => undefined): AnchorFiles {
  return {
    trouble: troubleOf,
    pending: pendingOf,
    session: sessionOf,
    kept: keptOf,
    isActive,
    permit: permitOf,
    roles: rolesOf,
    constitution: constitutionOf,
    perform: (project, effect) => {
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
