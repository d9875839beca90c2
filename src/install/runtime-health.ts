import { join } from 'node:path'
import type { Paths } from '../config/paths.ts'
import type { Policy } from '../core/model/policy.ts'
import { hasDirector } from '../core/protocols/plane/role-of.ts'
import { HEALTH_TEXTS } from '../core/words/runtime-health.ts'
import { codex } from '../runtimes/codex/codex.ts'
import { featureOf, hasProfile, trustedHashes } from './codex-config.ts'
import { trustOf } from './codex-hooks.ts'
import { readFileState } from './file-state.ts'
import type { InstallPlan, RuntimeName } from './plan-install.ts'
import type { GateHook } from './probe.ts'
import { claudeSettingsProblems, codexHooksProblems, SWITCHES } from './settings-health.ts'
import { hasServer, serverOf } from './target.ts'

/** `odd` is worth knowing; `bad` means that something governed is not safe. */
export interface Check {
  readonly what: string
  readonly verdict: 'good' | 'odd' | 'bad'
  readonly found: string
}

/** The hook that was found, and how paths are written for people. */
interface Place {
  readonly paths: Paths
  readonly project: string
  readonly hook: GateHook
  readonly show: (path: string) => string
}

/** What `doctor` and `init` have to know of one runtime's settings. */
interface RuntimeHealth {
  /** Kinds of files that `init` writes for it, as the record of the installation names them. */
  readonly kinds: readonly string[]
  /** A project's own layout has scripts for it, which are silent where the user's settings call us. */
  readonly hasProjectScripts: boolean
  /** It runs only hooks that the person trusted. */
  readonly needsTrust: boolean
  /** It runs shell commands through a program of ours, which seals them. */
  readonly seals: boolean
  /** What switches hooks off although they stand in the file. */
  readonly checks: (place: Place) => readonly Check[]
  /** A gap that the person closed in its settings. */
  readonly isClosed: (gap: string, paths: Paths) => boolean
  /** The policy asks for tools that its settings do not offer. */
  readonly lacksTools: (policy: Policy, paths: Paths) => boolean
}

const CLAUDE_CODE: RuntimeHealth = {
  kinds: ['claude-settings', 'claude-project'],
  hasProjectScripts: true,
  needsTrust: false,
  seals: true,
  checks: claudeChecks,
  isClosed: () => false,
  lacksTools: (policy, { claude, cliCommand }) =>
    needsClaudeServer(policy) && !hasServer(textOf(claude.servers), serverOf(cliCommand)),
}

/** Codex is always given our server: its dialogs are the door there. */
const CODEX: RuntimeHealth = {
  kinds: ['codex-hooks'],
  hasProjectScripts: false,
  needsTrust: true,
  seals: false,
  checks: codexChecks,
  isClosed: (gap, { codex }) => gap.includes('`unified_exec_tty = false`') && closesTerminals(textOf(codex.config)),
  lacksTools: () => false,
}

export const RUNTIME_HEALTH: Readonly<Record<RuntimeName, RuntimeHealth>> = { 'claude-code': CLAUDE_CODE, codex: CODEX }

/** Where an anchor is demanded, the tool to bind with must be there; where a director is named, the one to decide with. */
export function needsClaudeServer(policy: Policy): boolean {
  return (policy.mcp['claude-code'] ?? 'off') !== 'off' || policy.anchor.required || hasDirector(policy)
}

/** What only the person can agree to, where this plan changes settings that ask for it. */
export function consentNeeded({ edits, trust }: InstallPlan) {
  const config = edits.find(({ kind }) => kind === 'codex-config')
  if (config === undefined) return undefined
  const known = trustedHashes(config.before ?? '')
  return {
    title: codex.title,
    untrusted: trust.filter(({ key, hash }) => known.get(key) !== hash),
    hasTerminals: !closesTerminals(config.before ?? ''),
  }
}

/** What an agent types into an open terminal reaches no hook; with this setting it has none. */
function closesTerminals(config: string): boolean {
  return featureOf(config, 'unified_exec_tty') === 'false'
}

function claudeChecks({ paths, project, hook, show }: Place): readonly Check[] {
  const local = ['settings.json', 'settings.local.json'].map((name) => join(project, '.claude', name))
  const files = [paths.claude.managedSettings, paths.claude.settings, ...local]
  const problems = files.flatMap((file) => {
    const state = readFileState(file)
    const found = state.kind === 'file' ? claudeSettingsProblems(state.text) : []
    // An invalid entry disables its own file only; a switch in any file disables them all.
    return found
      .filter((problem) => file === hook.file || SWITCHES.some((key) => problem.includes(key)))
      .map((problem): Check => ({ what: 'settings', verdict: 'bad', found: HEALTH_TEXTS.problem(show(file), problem) }))
  })
  return [{ what: 'hooks', verdict: 'good', found: HEALTH_TEXTS.hooksIn(show(hook.file)) }, ...problems]
}

function codexChecks({ paths, show }: Place): readonly Check[] {
  const file = paths.codex.hooks
  const [hooks, config] = [textOf(file), textOf(paths.codex.config)]
  const trusted = trustedHashes(config)
  const ours = trustOf(hooks, file, paths.hookCommand)
  const untrusted = ours.filter(({ key, hash }) => trusted.get(key) !== hash)
  const problems = [
    ...codexHooksProblems(hooks).map((problem) => HEALTH_TEXTS.problem(show(file), problem)),
    ...(featureOf(config, 'hooks') === 'false' ? [HEALTH_TEXTS.hooksSwitchedOff] : []),
  ]
  return [
    { what: 'hooks', verdict: 'good', found: HEALTH_TEXTS.hooksIn(show(file)) },
    ...problems.map((found): Check => ({ what: 'hooks', verdict: 'bad', found })),
    untrusted.length === 0
      ? { what: 'trust', verdict: 'good', found: HEALTH_TEXTS.trusted(ours.length) }
      : { what: 'trust', verdict: 'bad', found: HEALTH_TEXTS.untrusted(untrusted.length, ours.length) },
    closesTerminals(config)
      ? { what: 'terminals', verdict: 'good', found: HEALTH_TEXTS.terminalsOff }
      : { what: 'terminals', verdict: 'odd', found: HEALTH_TEXTS.terminalsOn },
    ...(hasProfile(config) ? [{ what: 'sandbox', verdict: 'good', found: HEALTH_TEXTS.profileOn } as const] : []),
  ]
}

function textOf(path: string): string {
  const state = readFileState(path)
  return state.kind === 'file' ? state.text : ''
}
