import type { ProjectRoot } from './ids.ts'

export interface GovernedProject {
  readonly root: ProjectRoot
  /** Names its repository on this disk; empty where there is none. */
  readonly git: string
  /** False where only its facts show that it was governed. */
  readonly isListed: boolean
}

/** The projects that a person put under the gate, or why nobody can tell: then all are governed. */
export type GovernedList =
  | { readonly ok: true; readonly projects: readonly GovernedProject[] }
  | { readonly ok: false; readonly problem: string }

/** How a project comes to be governed. */
export type Standing =
  | { readonly kind: 'listed'; readonly by: GovernedProject }
  /** Its repository is on the list under a name that no longer exists. */
  | { readonly kind: 'moved'; readonly by: GovernedProject }
  /** Nobody can tell: a list that says nothing must not switch the gate off. */
  | { readonly kind: 'kept'; readonly problem: string }

/** Those that a person named. */
export function rootsIn(list: GovernedList): readonly ProjectRoot[] {
  return list.ok ? list.projects.flatMap(({ root, isListed }) => (isListed ? [root] : [])) : []
}
