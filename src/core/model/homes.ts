import { type ProjectHome, type ProjectRoot, projectHome } from './ids.ts'

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
