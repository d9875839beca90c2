import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { GatheredLedger, LedgerRecord } from '../../core/model/ledger.ts'
import { isOurs } from '../../core/protocols/ledger/notes/state-zone.ts'
import { splitNul } from '../../git/run-git.ts'
import { askHistory } from './git-history.ts'

const COMMITTED = /^Committed ([0-9a-f]{7,40}):/
const MAX_STATS = 2_000
/** More moves of HEAD than lie between two sessions. */
const MAX_MOVES = 20

/** Which of the seen commits HEAD does not hold, and whether anything changed since the tests ran. */
export async function standingWork(
  project: ProjectRoot,
  { decisions, tests }: LedgerRecord,
): Promise<Pick<GatheredLedger, 'undone' | 'untested'>> {
  const commits = decisions.flatMap(({ id, title, grounding, superseded }) => {
    const hash = grounding === 'observed' && !superseded ? COMMITTED.exec(title)?.[1] : undefined
    return hash === undefined ? [] : [{ id, hash }]
  })
  const [held, untested] = await Promise.all([
    Promise.all(commits.map(({ hash }) => askHistory(project, ['merge-base', '--is-ancestor', hash, 'HEAD']))),
    tests === null ? false : changedSince(project, tests.atMs),
  ])
  const undone = commits.filter((_, index) => held[index]?.code !== 0).map(({ id }) => id)
  return { ...(undone.length > 0 && { undone }), ...(untested && { untested }) }
}

/** A person, another agent or a pull: what is told of tests is true of the files as they are, or is not told. */
async function changedSince(project: ProjectRoot, atMs: number): Promise<boolean> {
  const [changed, added, moves] = await Promise.all([
    askHistory(project, ['diff-files', '--name-only', '-z']),
    askHistory(project, ['ls-files', '-z', '--others', '--exclude-standard']),
    askHistory(project, ['log', '-g', `-${MAX_MOVES}`, '--date=unix', '--format=%gd %gs', 'HEAD']),
  ])
  const files = [...splitNul(changed.stdout), ...splitNul(added.stdout)].filter((path) => !isOurs(path))
  if (files.length > MAX_STATS) return true
  const isLater = (path: string) => (lstatSync(join(project, path), { throwIfNoEntry: false })?.mtimeMs ?? 0) > atMs
  return (
    files.some(isLater) ||
    moves.stdout
      .toString('utf8')
      .split('\n')
      .some((line) => isMove(line, atMs))
  )
}

/** HEAD went elsewhere, and files with it. A commit changes none. */
function isMove(line: string, atMs: number): boolean {
  const [, seconds, what = ''] = /^HEAD@\{(\d+)\} (.*)$/.exec(line) ?? []
  return seconds !== undefined && Number(seconds) * 1_000 > atMs && !what.startsWith('commit')
}
