import { type ProjectHome, type ProjectRoot, projectHome, projectRoot } from './ids.ts'

/** Where the files that we write for a project are: in our own folder, or as they were published, in its work tree. */
export type Layout = 'home' | 'in-repo'

/** Where the names of a project's own files are resolved. */
export interface ProjectHomes {
  readonly layout: Layout
  /** State file, log of results, anchors, lock. */
  readonly own: ProjectHome
  /** Trajectories, which are numbered by the facts of this very project. */
  readonly ledger: ProjectHome
  /** Notes and tasks; linked worktrees share those of the main one. */
  readonly notes: ProjectHome
}

export type HomesOf = (project: ProjectRoot) => ProjectHomes

/** The published layout. */
export const IN_REPO: HomesOf = (project) => {
  const home = projectHome(project)
  return { layout: 'in-repo', own: home, ledger: home, notes: home }
}

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

/** Stands on the list for every repository there is and will be: all are inside it. */
export const EVERYWHERE: ProjectRoot = projectRoot('/')

/** How a project comes to be governed. */
export type GovernedBy =
  | { readonly kind: 'listed'; readonly by: GovernedProject }
  /** Its repository is on the list under a name that no longer exists. */
  | { readonly kind: 'moved'; readonly by: GovernedProject }
  /** Nobody can tell: a list that says nothing must not switch the gate off. */
  | { readonly kind: 'kept'; readonly problem: string }

/** Those that a person named. */
export function rootsIn(list: GovernedList): readonly ProjectRoot[] {
  return list.ok ? list.projects.flatMap(({ root, isListed }) => (isListed ? [root] : [])) : []
}
