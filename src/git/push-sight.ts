import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { gitPlaceOf } from './git-place.ts'
import { runGit, splitNul } from './run-git.ts'

/** What decides where a push goes, what it carries, and which hooks run. */
export interface PushSight {
  /** The top of the work tree. */
  readonly top: string
  readonly hooksFolder: string
  /** The current branch, or how git says that there is none. */
  readonly branch: string
  /** Commits by the names of their refs, `HEAD` among them. */
  readonly refs: ReadonlyMap<string, string>
  /** Settings in the order in which they count; a name may be there more than once. */
  readonly settings: readonly (readonly [name: string, value: string])[]
  /** Changed and untracked files, where they were asked for; undefined when git could not tell in time. */
  readonly changed?: readonly string[] | undefined
}

const DEADLINE_MS = 1_500
const SETTINGS =
  '^(remote\\..*\\.(url|pushurl|push|mirror|receivepack|proxy|vcs)|remote\\.pushdefault|url\\..*|push\\..*|branch\\..*\\.(remote|pushremote|merge)|core\\.(sshcommand|hookspath|gitproxy|askpass)|(credential|http|gpg)\\..*)$'

/** Undefined outside a repository. */
export async function pushSightOf(folder: string, looksAtTree: boolean): Promise<PushSight | 'unasked' | undefined> {
  if (!liesInRepository(folder)) return undefined
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const ask = (...args: readonly string[]) => runGit(args, { cwd: folder, signal })
  const [places, shown, config] = await Promise.all([
    ask('rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir', '--symbolic-full-name', 'HEAD'),
    ask('show-ref', '--head'),
    ask('config', '-z', '--show-scope', '--get-regexp', SETTINGS),
  ])
  // Before the first commit the last of these is missing.
  const [top, common, branch = ''] = places.stdout.toString('utf8').split('\n')
  if (!top || !common) return 'unasked'
  const settings = settingsIn(config.stdout)
  const hooks = settings.findLast(([name]) => name === 'core.hookspath')?.[1]
  const place = looksAtTree ? await gitPlaceOf(top, 'changes') : undefined
  return {
    top,
    hooksFolder: hooks === undefined ? resolve(common, 'hooks') : resolve(top, hooks.replace(/^~(?=\/)/, homedir())),
    branch: branch.replace(/^refs\/heads\//, ''),
    refs: new Map(lines(shown.stdout).map((line) => [line.slice(line.indexOf(' ') + 1), line.split(' ', 1).join('')])),
    settings,
    ...(looksAtTree && { changed: place?.changed?.map((path) => resolve(top, path)) }),
  }
}

/** Nearly free, where it saves starting git in vain. */
function liesInRepository(folder: string): boolean {
  if (existsSync(join(folder, 'objects')) || existsSync(join(folder, '.git'))) return true
  return folder !== dirname(folder) && liesInRepository(dirname(folder))
}

/** Scope, then name and value; ours of the command line are no settings of the repository. */
function settingsIn(stdout: Buffer): PushSight['settings'] {
  const fields = splitNul(stdout)
  return fields.flatMap((field, at) => {
    if (at % 2 === 0 || fields[at - 1] === 'command') return []
    const end = field.indexOf('\n')
    return [end < 0 ? ([field, ''] as const) : ([field.slice(0, end), field.slice(end + 1)] as const)]
  })
}

const lines = (stdout: Buffer): readonly string[] =>
  stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
