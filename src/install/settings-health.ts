import type { Paths } from '../config/paths.ts'
import { isJsonObject, type Json } from '../core/model/json.ts'
import { INSTALL_PROBLEMS } from '../core/words/install.ts'
import { backupsOf } from './commit.ts'
import { readFileState, textHash } from './file-state.ts'
import { plainJson, scanJson } from './json-scan.ts'
import { readRecord } from './record.ts'
import { EDGE_SKILL } from './skill.ts'

const CLAUDE_TYPES = ['command', 'http', 'mcp_tool', 'prompt', 'agent']
/** One invalid entry under these makes Claude Code drop the whole file, silently. */
const FATAL_EVENTS = ['PreToolUse', 'PermissionRequest']
/** Either of these, in any settings file, switches off every hook of the user. */
export const SWITCHES = ['disableAllHooks', 'allowManagedHooksOnly']
const CODEX_TYPES = ['command', 'mcp_tool', 'prompt', 'agent']
const CODEX_ROOT_KEYS = ['hooks', 'description']

/** Why Claude Code would not run hooks of this settings file, ours or anybody's. */
export function claudeSettingsProblems(text: string): readonly string[] {
  const scanned = scanJson(text)
  if (!scanned.ok) return [scanned.problem]
  const root = scanned.root === null ? {} : plainJson(scanned.root)
  const problems = SWITCHES.filter((key) => isJsonObject(root) && root[key] === true).map((key) =>
    INSTALL_PROBLEMS.switchedOn(key),
  )
  const broken = handlersOf(root).filter(
    ({ event, handler }) => FATAL_EVENTS.includes(event) && !isClaudeHandler(handler),
  )
  return [...problems, ...broken.map(({ event }) => INSTALL_PROBLEMS.invalidEntry(event))]
}

/** Why Codex would not load this `hooks.json`. */
export function codexHooksProblems(text: string): readonly string[] {
  const scanned = scanJson(text)
  if (!scanned.ok) return [scanned.problem]
  const root = scanned.root === null ? {} : plainJson(scanned.root)
  if (!isJsonObject(root)) return [INSTALL_PROBLEMS.notAnObject]
  const keys = Object.keys(root).filter((key) => !CODEX_ROOT_KEYS.includes(key))
  const types = handlersOf(root).map(({ handler }) => (isJsonObject(handler) ? handler.type : null))
  const unknown = types.filter((type) => typeof type !== 'string' || !CODEX_TYPES.includes(type))
  return [
    ...keys.map((key) => INSTALL_PROBLEMS.unknownKey(key)),
    ...unknown.map((type) => INSTALL_PROBLEMS.unknownHook(String(type))),
  ]
}

function isClaudeHandler(handler: Json): boolean {
  if (!isJsonObject(handler)) return false
  const { type, command, timeout, onFailure } = handler
  return (
    CLAUDE_TYPES.includes(String(type)) &&
    (type !== 'command' || typeof command === 'string') &&
    (timeout === undefined || typeof timeout === 'number') &&
    (onFailure === undefined || onFailure === 'block' || onFailure === 'allow')
  )
}

function handlersOf(root: Json): readonly { readonly event: string; readonly handler: Json }[] {
  const hooks = isJsonObject(root) ? root.hooks : undefined
  if (hooks === undefined || !isJsonObject(hooks)) return []
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) =>
      listOf(isJsonObject(group) ? group.hooks : undefined).map((handler) => ({ event, handler })),
    ),
  )
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** Every `/edge` that `init` installed still says what it said, so that the client keeps models away from it. */
export function skillIsIntact(paths: Paths): boolean {
  const recorded = readRecord(backupsOf(paths)).files.filter((file) => file.kind === 'skill')
  const places = recorded.length > 0 ? recorded.map((file) => file.path) : [paths.claude.edgeSkill]
  return places.every((path) => {
    const state = readFileState(path)
    return state.kind === 'file' && textHash(state.text) === textHash(EDGE_SKILL)
  })
}
