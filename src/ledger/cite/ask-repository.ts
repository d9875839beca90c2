import { type GitRun, runGit } from '../../git/run-git.ts'

const GIT_DEADLINE_MS = 5_000

/** Asks the repository once. Without git, or outside a repository, nothing is known. */
export function askRepository(root: string, args: readonly string[], input = ''): Promise<GitRun> {
  return runGit(args, { cwd: root, input, signal: AbortSignal.timeout(GIT_DEADLINE_MS) })
}
