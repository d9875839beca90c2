import type { Finding, Override, Tier } from '../../model/assessment.ts'
import type { BackupReport } from '../../model/backup.ts'
import type { EventOf } from '../../model/event.ts'
import type { Role } from '../../model/plane.ts'
import type { RiskId } from '../../words/risks.ts'

/** How an identity is met: not at all, with a word, with a hold, with a block. */
export type Posture = 'pass' | 'steer' | 'hold' | 'block'

export interface Stake {
  readonly role: Role
  readonly tier: Tier
  readonly override: Override
  /** Everything the call may lose is in a copy made for it. */
  readonly reversible: boolean
}

/**
 * PLANE-L15a: irreversibility times trust. A block is justified only by what cannot be taken back, and only a director buys it
 * off with a copy (C10); a worker's destructive call stays with the person (PLANE-L15d).
 */
export function postureOf({ role, tier, override, reversible }: Stake): Posture {
  if (tier === 'routine' || role === 'human') return 'pass'
  if (role === 'director' && reversible && override === 'any-door') return 'steer'
  return tier === 'catastrophic' ? 'block' : 'hold'
}

/** Can it be taken back now? Wasted work is no loss of data: a director may judge it. */
export function isReversible(finding: Finding, around: EventOf<'tool.before'>['around']): boolean {
  return finding.harm === 'waste' || isCovered(finding, around)
}

/** Could a copy make it so? */
export function mayBecomeReversible(finding: Finding): boolean {
  return finding.override === 'any-door' && (finding.harm === 'waste' || isDiscard(finding))
}

/** What a copy of files can give back. History, stashes, databases and what was sent are not files of the work tree. */
const DISCARDS: ReadonlySet<Finding['harm']> = new Set(['delete', 'overwrite', 'discard-uncommitted'])
const GIT_FILE_RULES: ReadonlySet<string> = new Set<RiskId>([
  'git.reset-hard',
  'git.reset-merge',
  'git.clean',
  'git.discard',
  'git.worktree-remove',
])

const isAboutFiles = ({ rule }: Finding): boolean => rule.startsWith('filesystem.') || GIT_FILE_RULES.has(rule)

/** Would the call lose files that a copy could bring back? */
export function isDiscard({ harm, rule }: Finding): boolean {
  return DISCARDS.has(harm) && rule !== 'git.stash-drop'
}

/** The absolute paths of a finding that may be lost, whether they are there or not. */
export function findingPaths({ targets }: Finding): readonly string[] {
  return targets.filter((target) => target.startsWith('/') && !/[*?[\]$]/.test(target))
}

/**
 * C10: the whole target, in a copy made for this very call. A command that names no path discards changes of the work tree it
 * runs in; a name that is not certain is covered by nothing.
 */
function isCovered(finding: Finding, around: EventOf<'tool.before'>['around']): boolean {
  const backups = around.backups === 'unasked' ? [] : around.backups
  if (!isDiscard(finding) || !isAboutFiles(finding)) return false
  const paths = findingPaths(finding)
  if (paths.length < finding.targets.length) return false
  if (paths.length > 0)
    return paths.every((path) => backups.some((one) => one.kind === 'taken' && one.covered.includes(path)))
  return finding.harm === 'discard-uncommitted' && isWhole(backups, finding.cwd ?? around.cwd)
}

function isWhole(backups: readonly BackupReport[], folder: string): boolean {
  const isAround = (root: string) => folder === root || folder.startsWith(`${root}/`)
  return backups.some((one) => one.kind === 'taken' && isAround(one.root) && one.whole)
}
