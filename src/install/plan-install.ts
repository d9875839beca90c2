import { join } from 'node:path'
import type { Paths } from '../config/paths.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { INSTALL_PROBLEMS, INSTALLED_PARTS } from '../core/words/install.ts'
import {
  claudeProjectGroups,
  claudeUserGroups,
  edgeGroups,
  hasForeignStatusLine,
  isClaudeProjectHook,
  isClaudeUserHook,
  SHIMS,
  type Shim,
  statusCommandOf,
  withStatusLine,
} from './claude-hooks.ts'
import { hasProfile, type TrustedHook } from './codex-config.ts'
import { codexGroups, trustOf } from './codex-hooks.ts'
import type { FileState } from './file-state.ts'
import type { GitExclude } from './git-exclude.ts'
import { findHandlers, type IsOurs } from './hooks-json.ts'
import { type LedgerWish, planLedger } from './ledger/plan-ledger.ts'
import { type FileEdit, type Planned, planTarget, type World } from './plan.ts'
import { isOurScript, PIN_FILE, pinText, projectModule, projectShim } from './scripts.ts'
import type { ShellVariables } from './seal/shell-variables.ts'
import { CLEAR_SKILL, EDGE_SKILL } from './skill.ts'
import {
  codexConfigTarget,
  excludeTarget,
  fileTarget,
  hooksTarget,
  pinTarget,
  serversTarget,
  type Target,
} from './target.ts'

export const RUNTIME_NAMES = ['claude-code', 'codex'] as const
export type RuntimeName = (typeof RUNTIME_NAMES)[number]

export interface InstallWish {
  readonly project: ProjectRoot
  readonly runtimes: readonly RuntimeName[]
  readonly scope: 'user' | 'project'
  /** Which a project asks others for. */
  readonly version: string
  readonly strict: boolean
  /** Where the daemon listens for clients' own connections. */
  readonly port: number
  /** The person agreed that Codex runs these hooks. */
  readonly trust: boolean
  readonly closeTty: boolean
  /** Claude Code shall offer our MCP tools. */
  readonly claudeServer?: boolean
  /** The person asked for `--seal`: Codex's own sandbox gets a profile that leaves us out. */
  readonly profile?: boolean
  /** Claude Code runs commands through the helper that seals them. */
  readonly shell?: ShellVariables
  /** `/clear` of Claude Code goes through our checkpoint. */
  readonly guardClear?: boolean
  /** The files of the ledger protocol, if they are wanted. */
  readonly ledger?: LedgerWish
  readonly exclude: GitExclude | null
  /** C51: of the other repositories that the same hooks govern. */
  readonly otherExcludes?: readonly GitExclude[]
}

export interface InstallPlan {
  readonly edits: readonly FileEdit[]
  /** Files that cannot be changed; nothing is written while there is one. */
  readonly problems: readonly { readonly path: string; readonly problem: string }[]
  /** What the person should know although it stops nothing. */
  readonly notes: readonly string[]
  /** Codex's names of our hooks with their hashes, agreed to or not. */
  readonly trust: readonly TrustedHook[]
}

/** Everything `init` would change, as data: nothing is written here. */
export function planInstall(world: World, paths: Paths, wish: InstallWish): InstallPlan {
  const plan: Draft = { edits: [], problems: [], notes: [], trust: [] }
  if (wish.runtimes.includes('claude-code')) planClaude(world, paths, { wish, plan })
  if (wish.runtimes.includes('codex')) planCodex(world, paths, { wish, plan })
  if (wish.ledger !== undefined) planLedgerFiles(world, wish.ledger, plan)
  planExcludes(world, plan, wish)
  return plan
}

/** Projects of one repository share a list. A repository that is not the one `init` runs in stops nothing. */
function planExcludes(world: World, plan: Draft, { exclude, otherExcludes = [] }: InstallWish): void {
  const all = exclude === null ? otherExcludes : [exclude, ...otherExcludes]
  for (const [path, same] of Map.groupBy(all, (one) => one.path)) {
    const target = excludeTarget(path, [...new Set(same.flatMap(({ lines }) => lines))])
    if (path === exclude?.path) enter(plan, target, world)
    else planOther(world, plan, target)
  }
}

function planOther(world: World, plan: Draft, target: Target): void {
  const other = planTarget(world, target)
  if (other.kind === 'edit') plan.edits.push(other.edit)
  if (other.kind === 'problem') plan.notes.push(INSTALL_PROBLEMS.stays(target.path, other.problem))
}

interface Draft {
  readonly edits: FileEdit[]
  readonly problems: { path: string; problem: string }[]
  readonly notes: string[]
  trust: readonly TrustedHook[]
}

interface Work {
  readonly wish: InstallWish
  readonly plan: Draft
}

function planClaude(world: World, paths: Paths, { wish, plan }: Work): void {
  const { hookCommand } = paths
  const place = { kind: 'claude-settings', path: paths.claude.settings } as const
  const ours = { hookCommand, shell: wish.shell }
  if (wish.scope === 'project') for (const target of projectTargets(world, paths, wish)) enter(plan, target, world)
  if (!isManaged(world, paths) && (wish.scope === 'user' || hasUserHooks(world, paths))) {
    const groups = claudeUserGroups({ hookCommand, strict: wish.strict, port: wish.port })
    const command = statusCommandOf(hookCommand)
    const hooks = hooksTarget({ ...place, what: INSTALLED_PARTS.hooks('Claude Code') }, groups, ours)
    const text = enter(plan, withStatusLine(hooks, command), world)
    if (text !== null && hasForeignStatusLine(text, command)) plan.notes.push(INSTALL_PROBLEMS.statusLine(command))
  } else {
    const groups = edgeGroups(hookCommand, wish.port)
    enter(plan, hooksTarget({ ...place, what: INSTALLED_PARTS.edge }, groups, ours), world)
  }
  if (wish.claudeServer) enter(plan, serversTarget(paths.claude.servers, paths.cliCommand), world)
  planSkill(world, plan, { path: paths.claude.edgeSkill, text: EDGE_SKILL, name: '/edge' })
  if (wish.guardClear) planSkill(world, plan, { path: paths.claude.clearSkill, text: CLEAR_SKILL, name: '/clear' })
}

function planSkill(
  world: World,
  plan: Draft,
  { path, text, name }: Readonly<Record<'path' | 'text' | 'name', string>>,
) {
  const skill = planTarget(world, fileTarget('skill', path, text))
  if (skill.kind === 'edit') plan.edits.push(skill.edit)
  if (skill.kind === 'problem') plan.notes.push(INSTALL_PROBLEMS.notOurSkill(path, name))
}

function planLedgerFiles(world: World, wish: LedgerWish, plan: Draft): void {
  const { targets, kept } = planLedger(world, wish)
  for (const target of targets) enter(plan, target, world)
  for (const path of kept) plan.notes.push(INSTALL_PROBLEMS.editedDocument(path))
}

/** An earlier `init` put all hooks into the user's settings: they stay there. */
function hasUserHooks(world: World, paths: Paths): boolean {
  return gates(world.read(paths.claude.settings), isClaudeUserHook(paths.hookCommand))
}

/** An administrator's settings call us already; nobody's own switch those off, so the own ones stand back. */
export function isManaged({ read }: Pick<World, 'read'>, { claude }: Pick<Paths, 'claude'>): boolean {
  return gates(read(claude.managedSettings), isClaudeProjectHook)
}

function gates(state: FileState, isOurs: IsOurs): boolean {
  const found = state.kind === 'file' ? findHandlers(state.text, isOurs) : null
  return found?.ok === true && found.handlers.some(({ event }) => event === 'PreToolUse')
}

/** The specification's layout: settings, four thin scripts and what they share, all inside the repository. */
function projectTargets(world: World, paths: Paths, { project, strict, version }: InstallWish): readonly Target[] {
  const folder = join(project, '.claude', 'hooks')
  const fileOf = (shim: Shim) => (isFree(world, join(folder, `${shim}.sh`)) ? `${shim}.sh` : `fairlead_${shim}.sh`)
  const place = {
    kind: 'claude-project',
    path: join(project, '.claude', 'settings.json'),
    what: INSTALLED_PARTS.hooks('Claude Code'),
  } as const
  return [
    fileTarget('script', join(folder, 'fairlead.sh'), projectModule()),
    pinTarget(join(folder, PIN_FILE), pinText(`fairlead@${version}`)),
    ...SHIMS.map((shim) => fileTarget('script', join(folder, fileOf(shim)), projectShim())),
    hooksTarget(place, claudeProjectGroups(fileOf, strict), paths),
  ]
}

/** The specification's names are common ones: a project's own `stop.sh` is left alone. */
function isFree(world: World, path: string): boolean {
  const state = world.read(path)
  return state.kind === 'missing' || (state.kind === 'file' && isOurScript(state.text))
}

function planCodex(world: World, paths: Paths, { wish, plan }: Work): void {
  if (wish.scope === 'project') plan.notes.push(INSTALL_PROBLEMS.userFolder('Codex'))
  const place = { kind: 'codex-hooks', path: paths.codex.hooks, what: INSTALLED_PARTS.hooks('Codex') } as const
  const groups = codexGroups(paths.hookCommand, wish.strict)
  const hooks = enter(plan, hooksTarget(place, groups, paths), world)
  if (hooks === null) return
  plan.trust = trustOf(hooks, paths.codex.hooks, paths.hookCommand)
  const trust = wish.trust ? plan.trust : []
  // Without our hooks nothing is held, and nothing is there to ask about.
  const config = world.read(paths.codex.config)
  const isKept = config.kind === 'file' && hasProfile(config.text)
  const profile = wish.profile || isKept ? { profile: { folder: paths.folder, state: paths.state } } : {}
  const server = { ...(wish.trust && { server: { command: paths.cliCommand } }), ...profile }
  const wishes = [
    { trust, closeTty: wish.closeTty, ...server },
    { trust, closeTty: false, ...server },
  ].filter((one) => one.trust.length > 0 || one.closeTty)
  const [first, second] = wishes
  if (first === undefined) return
  const planned = planTarget(world, codexConfigTarget(paths.codex.config, first))
  if (planned.kind !== 'problem' || second === undefined || !first.closeTty) {
    record(plan, paths.codex.config, planned)
    return
  }
  // An inline `features` table cannot be added to; the trust still can.
  plan.notes.push(`\`${paths.codex.config}\`: ${planned.problem}`)
  enter(plan, codexConfigTarget(paths.codex.config, second), world)
}

/** Plans one file and returns its text as it will be, null where it cannot be changed. */
function enter(plan: Draft, target: Target, world: World): string | null {
  return record(plan, target.path, planTarget(world, target))
}

function record(plan: Draft, path: string, planned: Planned): string | null {
  switch (planned.kind) {
    case 'edit':
      plan.edits.push(planned.edit)
      return planned.edit.after
    case 'done':
      return planned.text
    case 'problem':
      plan.problems.push({ path, problem: planned.problem })
      return null
  }
}
