import type { Finding } from '../../model/assessment.ts'
import type { BackupReport } from '../../model/backup.ts'
import type { EventOf } from '../../model/event.ts'

/** What a copy of files can give back. History, stashes, databases and what was sent are not files of the work tree. */
const DISCARDS: ReadonlySet<Finding['harm']> = new Set(['delete', 'overwrite', 'discard-uncommitted'])
const FILE_RULES = /^(?:filesystem\.|git\.(?:reset-hard|reset-merge|clean|discard|worktree-remove)$)/

/** Would the call lose files that a copy could bring back? */
export function isDiscard({ harm, rule }: Finding): boolean {
  return DISCARDS.has(harm) && rule !== 'git.stash-drop'
}

/** The absolute paths of a finding that may be lost, whether they are there or not. */
export function pathsOf({ targets }: Finding): readonly string[] {
  return targets.filter((target) => target.startsWith('/') && !/[*?[\]$]/.test(target))
}

/**
 * C10: the whole target, in a copy made for this very call. A command that names no path discards changes of the work tree it
 * runs in; a name that is not certain is covered by nothing.
 */
export function isCovered(finding: Finding, around: EventOf<'tool.before'>['around']): boolean {
  const backups = around.backups === 'unasked' ? [] : around.backups
  if (!isDiscard(finding) || !FILE_RULES.test(finding.rule)) return false
  const paths = pathsOf(finding)
  if (paths.length < finding.targets.length) return false
  if (paths.length > 0)
    return paths.every((path) => backups.some((one) => one.kind === 'taken' && one.covered.includes(path)))
  return finding.harm === 'discard-uncommitted' && isWhole(backups, finding.cwd ?? around.cwd)
}

function isWhole(backups: readonly BackupReport[], folder: string): boolean {
  const isAround = (root: string) => folder === root || folder.startsWith(`${root}/`)
  return backups.some((one) => one.kind === 'taken' && isAround(one.root) && one.whole)
}
