import type { GitPlace } from '../core/model/anchor.ts'
import { gitStatus } from './ask-git.ts'
import { splitNul } from './run-git.ts'

/** A path that no repository holds: git then answers about the branch alone, without looking at the work tree. */
const NOTHING = ['--untracked-files=no', '--', ':(literal).hestai/sessions/nothing']
const ALL = ['--untracked-files=normal']

/** Branch, commit and distance, and the changed files where they are asked for; undefined outside a repository. */
export async function gitPlaceOf(root: string, sight: 'branch' | 'changes'): Promise<GitPlace | undefined> {
  const whole = sight === 'changes' ? await status(root, ALL) : undefined
  // A work tree too large to be looked at in time still has a branch: ARM and proof must see the same one.
  const parts = whole ?? (await status(root, NOTHING))
  if (parts === undefined) return undefined
  const header = (name: string) =>
    parts.find((part) => part.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length)
  const [, ahead = '0', behind = '0'] = /^\+(\d+) -(\d+)$/.exec(header('ab') ?? '') ?? []
  return {
    branch: header('head') ?? 'unknown',
    commit: header('oid') ?? '',
    ahead: Number(ahead),
    behind: Number(behind),
    ...(whole !== undefined && { changed: parts.flatMap(pathIn).filter((path) => !OURS.test(path)) }),
  }
}

/** What we keep there ourselves is not work. */
const OURS = /^(?:\.hestai(?:-sys)?\/|\.proof\/|active_context\.yaml$)/

async function status(root: string, what: readonly string[]): Promise<readonly string[] | undefined> {
  const { code, stdout } = await gitStatus(root, ['--porcelain=v2', '--branch', '-z', '--no-renames', ...what])
  return code === 0 ? splitNul(stdout) : undefined
}

/** `1 .M N... 100644 100644 100644 <hash> <hash> <path>`, `u …` with ten fields before the path, `? <path>`. */
function pathIn(entry: string): readonly string[] {
  const kind = entry.charAt(0)
  const fields = { '1': 8, u: 10, '?': 1 }[kind]
  return fields === undefined ? [] : [entry.split(' ').slice(fields).join(' ')]
}
