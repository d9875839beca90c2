import { type GitRun, gitEnvironment, RUN_NOTHING, runGit } from '../../git/run-git.ts'

const GIT_DEADLINE_MS = 5_000

/** Asks the repository once. Without git, or outside a repository, nothing is known. */
export function askRepository(root: string, args: readonly string[], input = ''): Promise<GitRun> {
  const signal = AbortSignal.timeout(GIT_DEADLINE_MS)
  return runGit([...RUN_NOTHING, ...args], { cwd: root, env: gitEnvironment(), input, signal })
}
