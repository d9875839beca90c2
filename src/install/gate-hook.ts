import { join } from 'node:path'
import type { Paths } from '../config/paths.ts'
import type { Json } from '../core/model/json.ts'
import { isClaudeProjectHook, isClaudeUserHook } from './claude-hooks.ts'
import { isCodexHook } from './codex-hooks.ts'
import { readFileState } from './file-state.ts'
import { findHandlers, type IsOurs } from './hooks-json.ts'
import type { RuntimeName } from './plan-install.ts'
import { type HookCommand, hookCommandOf } from './probe.ts'

/** The hook that stands before every tool, as a settings file of the runtime names it. */
export interface GateHook {
  readonly file: string
  /** Whose file it is. */
  readonly scope: 'user' | 'project'
  readonly handler: Json
  readonly command: HookCommand
  /** Every doorway that has a hook of ours in this file. */
  readonly events: readonly { readonly name: string; readonly strict: boolean }[]
}

/** Read back from the settings, not assumed: what counts is what the runtime will find there. */
export function findGateHook(runtime: RuntimeName, paths: Paths, project: string): GateHook | null {
  for (const { file, scope, isOurs } of placesFor(runtime, paths, project)) {
    const state = readFileState(file)
    const found = state.kind === 'file' ? findHandlers(state.text, isOurs) : null
    const gate = found?.ok ? found.handlers.find(({ event }) => event === 'PreToolUse') : undefined
    const command = gate === undefined ? null : hookCommandOf(gate.handler, project)
    if (!found?.ok || gate === undefined || command === null) continue
    const events = found.handlers.map(({ event, handler }) => ({ name: event, strict: isStrict(handler) }))
    return { file, scope, handler: gate.handler, command, events }
  }
  return null
}

export function isStrict(handler: Json): boolean {
  return JSON.stringify(handler).includes('--strict')
}

type HookPlace = Pick<GateHook, 'file' | 'scope'> & { readonly isOurs: IsOurs }

function placesFor(runtime: RuntimeName, paths: Paths, project: string): readonly HookPlace[] {
  if (runtime === 'codex') return [{ file: paths.codex.hooks, scope: 'user', isOurs: isCodexHook(paths.hookCommand) }]
  return [
    { file: paths.claude.settings, scope: 'user', isOurs: isClaudeUserHook(paths.hookCommand) },
    { file: join(project, '.claude', 'settings.json'), scope: 'project', isOurs: isClaudeProjectHook },
  ]
}
