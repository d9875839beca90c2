import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { readSealPlan } from '../../config/seal.ts'
import type { Environment } from '../../core/model/json.ts'
import { SEAL_TEXTS } from '../../core/words/install.ts'
import { findProgram } from '../detect.ts'
import { readFileState } from '../file-state.ts'
import { tracksAny } from '../git-exclude.ts'
import { pinnedEnvironment } from '../scripts.ts'
import { foreignShell, type ShellVariables } from './shell-variables.ts'

export interface SealWish {
  readonly paths: Paths
  readonly env: Environment
  readonly projects: readonly string[]
  /** A command that can't be sealed does not run. */
  readonly strict: boolean
}

/** What lies beside the helper, and what Claude Code is told. */
export interface SealDraft {
  readonly plan: string
  readonly variables: Exclude<ShellVariables, undefined>
  /** Names of the helper under which it is a shell. */
  readonly link: string
}

export type Drafted = { readonly ok: true; readonly draft: SealDraft } | { readonly ok: false; readonly why: string }

/** The plan for this machine, or why commands can't be sealed from these settings. Nothing is written or tried here. */
export function draftSeal(wish: SealWish): Drafted {
  const { paths, env } = wish
  const why = unfitSettings(paths)
  if (why !== undefined) return { ok: false, why }
  const before = readSealPlan(paths)
  const state = readFileState(paths.claude.settings)
  const own = foreignShell(state.kind === 'file' ? state.text : '', paths.hookCommand)
  const shell = realShell(own.shell ?? before?.shell, env)
  const chain = own.prefix ?? before?.chain
  const lines = [
    `shell ${shell}`,
    ...(chain === undefined ? [] : [`chain ${chain}`]),
    ...coversOf(wish),
    `socket ${paths.socket}`,
    `key ${paths.key}`,
    ...exemptions(paths, env),
    ...(wish.strict ? ['strict'] : []),
  ]
  const odd = lines.find((line) => line.includes('\n'))
  if (odd !== undefined) return { ok: false, why: SEAL_TEXTS.odd(odd) }
  const link = `${paths.sealCommand}-${basename(shell)}`
  const variables = { CLAUDE_CODE_SHELL_PREFIX: paths.sealCommand, CLAUDE_CODE_SHELL: link }
  return { ok: true, draft: { plan: `${lines.join('\n')}\n`, variables, link } }
}

/** A path of this machine must not travel: with a repository, a mount or a folder that others share. */
function unfitSettings({ claude }: Paths): string | undefined {
  const { folder, settings } = claude
  const [found, above] = [lstatSync(folder, { throwIfNoEntry: false }), statSync(dirname(folder))]
  if (found?.isSymbolicLink()) return SEAL_TEXTS.linked(folder)
  if (found !== undefined && found.dev !== above.dev) return SEAL_TEXTS.mounted(folder)
  return found !== undefined && tracksAny(folder, ['settings.json']) ? SEAL_TEXTS.tracked(settings) : undefined
}

/** The shell that Claude Code would take: the person's where it is one that it knows. */
function realShell(named: string | undefined, env: Environment): string {
  const known = [named, env['SHELL']].find(
    (path) => path !== undefined && /\/(?:bash|zsh)$/.test(path) && isExecutable(path),
  )
  return known ?? findProgram('bash', env) ?? findProgram('zsh', env) ?? '/bin/sh'
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Names below a runtime folder that a tool needs and that lead to no other program of the person's. */
const PASSED = ['keyring', 'gnupg', 'gcr', 'ssh-agent.socket', 'openssh_agent']

/** Folders, never single files: a file could be renamed away from below its cover. Later ones lie over earlier ones. */
function coversOf({ paths, env, projects }: SealWish): readonly string[] {
  const uid = process.getuid?.() ?? 0
  const runtime = env['XDG_RUNTIME_DIR'] || `/run/user/${uid}`
  const temporary = [
    ...new Set(['/tmp', env['TMPDIR'] || '/tmp', env['CLAUDE_CODE_TMPDIR'] || '/tmp'].map((folder) => resolve(folder))),
  ]
  const { claude, codex } = paths
  return [
    `read-only ${paths.folder}`,
    `hide ${paths.state}`,
    ...(dirname(paths.socket) === paths.state ? [] : [`hide ${dirname(paths.socket)}`]),
    `keep ${claude.folder}/shell-snapshots`,
    `keep ${claude.folder}/worktrees`,
    `read-only ${claude.folder}`,
    `hide ${claude.folder}/ide`,
    `read-only ${realFolder(codex.folder)}`,
    ...projects.flatMap(projectCovers),
    `read-only ${realFolder(join(paths.home, '.gnupg'))}`,
    'read-only /sys/fs/cgroup',
    'hide /tmp/.X11-unix',
    ...temporary.flatMap((folder) => [
      `hide ${folder}/cc-socks`,
      `hide ${folder}/codex-daemon-${uid}`,
      `private ${folder}/tmux-${uid}`,
    ]),
    `private ${runtime}`,
    ...PASSED.map((name) => `pass ${runtime}/${name}`),
  ]
}

/** What git tracks is watched instead: a read-only cover breaks checkout, rebase and stash. */
function projectCovers(project: string): readonly string[] {
  const worktrees = join(project, '.claude', 'worktrees')
  return ['.claude', '.codex'].flatMap((name) => {
    const folder = join(project, name)
    const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true
    if (isLink || tracksAny(project, [`${name}/`])) return []
    return [...(name === '.claude' ? [`keep ${worktrees}`] : []), `read-only ${folder}`]
  })
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** Variables that say for whom our own programs work; the rest of their environment is made from nothing. */
const TAKEN = [
  'LANG',
  'LC_ALL',
  'TERM',
  'TZ',
  'USER',
  'LOGNAME',
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_PID',
]
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Our own server, to the letter, as a client starts it through its prefix. */
function exemptions(paths: Paths, env: Environment): readonly string[] {
  const set = { ...pinnedEnvironment(paths, env), PATH: SYSTEM_PATH }
  const short = paths.cliCommand.replace(paths.home, '~')
  return [
    `node ${paths.current}/node`,
    `cli ${paths.current}/cli.mjs`,
    ...[paths.cliCommand, short].map((command) => `exempt mcp claude-code\t${command} mcp claude-code`),
    ...Object.entries(set).map(([name, value]) => `set ${name}=${value}`),
    ...TAKEN.map((name) => `take ${name}`),
  ]
}
