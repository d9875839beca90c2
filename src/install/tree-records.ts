import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectHomes } from '../core/model/homes.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { runGitSync, splitNul } from '../git/run-git.ts'

/** What agents did, as it is kept in a work tree with `--in-repo`. */
const STATE_NAMES = ['active_context.yaml', '.proof', '.claude/state', '.hestai/sessions']
/** What was written down about the work. */
const LEDGER_NAMES = ['loa-grimoire', '.beads']
const GIT_TIMEOUT_MS = 5_000

/** Names of our records in a work tree that its team does not track: whoever tracks them means to have them there. */
export function treeRecords(
  project: ProjectRoot,
  { layout, ledger }: Pick<ProjectHomes, 'layout' | 'ledger'>,
): readonly string[] {
  const names = [...(layout === 'in-repo' ? STATE_NAMES : []), ...(String(ledger) === project ? LEDGER_NAMES : [])]
  const there = names.filter((name) => existsSync(join(project, name)))
  if (there.length === 0) return []
  const { code, stdout } = runGitSync(['ls-files', '-z', '--', ...there], { cwd: project, timeoutMs: GIT_TIMEOUT_MS })
  const tracked = code === 0 ? splitNul(stdout) : []
  return there.filter((name) => !tracked.some((path) => path === name || path.startsWith(`${name}/`)))
}
