import { runGit, splitNul } from './run-git.ts'

const DEADLINE_MS = 1_000
/** More than anybody reads before they approve a push. */
const MAX_COMMITS = 50
const HASH_CHARS = 7
const SUBJECT_CHARS = 72

/** What a push would publish: commits of HEAD that no remote is known to have, newest first, as `9c1e2ab fix: rounding`. */
export async function unpushedCommits(top: string): Promise<readonly string[]> {
  const args = ['log', '-z', '--no-show-signature', '--format=%H %s', `-n${MAX_COMMITS}`, 'HEAD', '--not', '--remotes']
  const { code, stdout } = await runGit(args, { cwd: top, signal: AbortSignal.timeout(DEADLINE_MS) })
  if (code !== 0) return []
  return splitNul(stdout).map((line) => {
    const blank = line.indexOf(' ')
    const subject = line.slice(blank + 1).replaceAll(/\p{C}+/gu, ' ')
    return `${line.slice(0, HASH_CHARS)} ${subject.slice(0, SUBJECT_CHARS)}`
  })
}
