import type { GitPlace } from '../core/model/anchor.ts'
import { splitNul } from '../git/run-git.ts'
import { gitStatus } from './git.ts'

const MAX_CHANGED = 200

/** A path that no repository holds: git then answers about the branch alone, without looking at the work tree. */
const NOTHING = ['--untracked-files=no', '--', ':(literal).hestai/sessions/nothing']
const ALL = ['--untracked-files=normal']

/** Branch, commit and distance, and the changed files where they are asked for; undefined outside a repository. */
export async function gitPlaceOf(root: string, sight: 'branch' | 'changes'): Promise<GitPlace | undefined> {
  const args = ['--porcelain=v2', '--branch', '-z', '--no-renames', ...(sight === 'branch' ? NOTHING : ALL)]
  const { code, stdout } = await gitStatus(root, args)
  if (code !== 0) return undefined
  const parts = splitNul(stdout)
  const header = (name: string) =>
    parts.find((part) => part.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length)
  const [, ahead = '0', behind = '0'] = /^\+(\d+) -(\d+)$/.exec(header('ab') ?? '') ?? []
  return {
    branch: header('head') ?? 'unknown',
    commit: header('oid') ?? '',
    ahead: Number(ahead),
    behind: Number(behind),
    // What we keep there ourselves is not work.
    changed: parts
      .flatMap(pathIn)
      .filter((path) => !/^\.hestai(?:-sys)?\//.test(path))
      .slice(0, MAX_CHANGED),
  }
}

/** `1 .M N... 100644 100644 100644 <hash> <hash> <path>`, `u …` with ten fields before the path, `? <path>`. */
function pathIn(entry: string): readonly string[] {
  const kind = entry.charAt(0)
  const fields = { '1': 8, u: 10, '?': 1 }[kind]
  return fields === undefined ? [] : [entry.split(' ').slice(fields).join(' ')]
}
