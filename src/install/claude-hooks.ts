import { doorPathOf } from '../config/door-port.ts'
import { foreignField, isJsonObject, type Json } from '../core/model/json.ts'
import { formerCommand, HOOK_SECONDS, type HookGroup, hookFlags } from './hooks-json.ts'
import { plainJson, scanJson } from './json-scan.ts'
import { addMember, descend, removeAt, type Spliced } from './json-splice.ts'

/** The four thin scripts of a project's own layout; each answers for several doorways. */
export const SHIMS = ['session_start', 'pre_tool', 'post_tool', 'stop'] as const
export type Shim = (typeof SHIMS)[number]

interface ClaudeDoorway {
  readonly event: string
  readonly shim: Shim
  readonly matcher?: string
  /** Comes over the client's own connection where the user's settings have our hooks: the kernel shows who sent it. */
  readonly connects?: true
}

/** Only doorways that the contract lists; one entry of an unknown shape would disable the user's whole file. */
const DOORWAYS: readonly ClaudeDoorway[] = [
  { event: 'SessionStart', shim: 'session_start' },
  { event: 'UserPromptSubmit', shim: 'session_start', connects: true },
  { event: 'PreToolUse', shim: 'pre_tool', matcher: '*' },
  { event: 'PostToolUse', shim: 'post_tool', matcher: '*' },
  { event: 'PostToolUseFailure', shim: 'post_tool', matcher: '*' },
  { event: 'PermissionDenied', shim: 'post_tool', matcher: '*', connects: true },
  { event: 'Stop', shim: 'stop' },
  { event: 'SubagentStart', shim: 'session_start' },
  { event: 'SubagentStop', shim: 'stop' },
  { event: 'PreCompact', shim: 'stop' },
  { event: 'ConfigChange', shim: 'pre_tool' },
  { event: 'SessionEnd', shim: 'stop' },
]

/** A connection has no guard of its own: a daemon that says nothing must not keep the person's prompt. */
const CONNECTION_SECONDS = 10
/** Marks a handler of ours where its command is a script of the project. */
const PROJECT_MARK = 'fairlead'

interface UserHooks {
  readonly hookCommand: string
  readonly strict: boolean
  /** Where the daemon listens. A port is one machine's: it never goes into a repository. */
  readonly port: number
}

/** Hooks for the user's settings: they call the stable command, without a shell, or connect to the daemon. */
export function claudeUserGroups({ hookCommand, strict, port }: UserHooks): readonly HookGroup[] {
  const groups = DOORWAYS.map((doorway) =>
    doorway.connects
      ? connectingGroup(doorway, port)
      : groupOf(doorway, strict, { command: hookCommand, args: ['claude-code'] }),
  )
  return [...groups, ...edgeGroups(hookCommand, port)]
}

/**
 * `/edge`, beside the hooks of a project or among the user's own. It counts over the connection alone; the command speaks
 * when that fails, and starts the daemon. A client shows the words of one refusal only, the first: so the command is the
 * one that refuses when it fails, or its words would never be seen (ADR 0014).
 */
export function edgeGroups(hookCommand: string, port: number): readonly HookGroup[] {
  const edge: ClaudeDoorway = { event: 'UserPromptExpansion', shim: 'session_start', matcher: 'edge' }
  return [connectingGroup(edge, port), groupOf(edge, true, { command: hookCommand, args: ['claude-code'] })]
}

/** Hooks for a project's settings: scripts of the project, named by `fileOf`. */
export function claudeProjectGroups(fileOf: (shim: Shim) => string, strict: boolean): readonly HookGroup[] {
  return claudeScriptGroups((shim) => `\${CLAUDE_PROJECT_DIR}/.claude/hooks/${fileOf(shim)}`, strict)
}

/** The same with scripts anywhere: of a plugin, or of an administrator. */
export function claudeScriptGroups(scriptOf: (shim: Shim) => string, strict: boolean): readonly HookGroup[] {
  return DOORWAYS.map((doorway) =>
    groupOf(doorway, strict, { command: 'sh', args: [scriptOf(doorway.shim), PROJECT_MARK] }),
  )
}

export function isClaudeUserHook(hookCommand: string): (handler: Json) => boolean {
  const commands = [hookCommand, formerCommand(hookCommand)]
  return (handler) =>
    isJsonObject(handler) && (commands.some((one) => one === handler.command) || isConnecting(handler))
}

export function isClaudeProjectHook(handler: Json): boolean {
  return isJsonObject(handler) && handler.command === 'sh' && argsOf(handler)[1] === PROJECT_MARK
}

const OUR_URL = new RegExp(`^http://127\\.0\\.0\\.1:\\d+${doorPathOf('claude-code')}$`)

function isConnecting({ type, url }: { readonly [key: string]: Json }): boolean {
  return type === 'http' && OUR_URL.test(String(url))
}

function connectingGroup({ event, matcher }: ClaudeDoorway, port: number): HookGroup {
  const url = `http://127.0.0.1:${port}${doorPathOf('claude-code')}`
  const handler = { type: 'http', url, timeout: CONNECTION_SECONDS }
  return { event, group: { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] } }
}

function groupOf(
  { event, matcher }: ClaudeDoorway,
  strict: boolean,
  call: { readonly command: string; readonly args: readonly string[] },
): HookGroup {
  const gates = strict && event === 'PreToolUse'
  const closed = strict && (gates || event === 'UserPromptExpansion')
  const handler = {
    type: 'command',
    command: call.command,
    args: [...call.args, ...hookFlags(gates)],
    timeout: HOOK_SECONDS,
    ...(closed ? { onFailure: 'block' } : {}),
  }
  return { event, group: { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] } }
}

function argsOf(handler: { readonly [key: string]: Json }): readonly Json[] {
  return Array.isArray(handler.args) ? handler.args : []
}

/** The command beside the one that runtimes call. */
export const statusCommandOf = (hookCommand: string): string => hookCommand.replace(/[^/]*$/, 'status-line')

interface Settings {
  has(text: string): boolean
  add(text: string): Spliced
}

/** The same target, with our status line where the user has none. Theirs stays. */
export function withStatusLine<Target extends Settings>(target: Target, command: string): Target {
  return {
    ...target,
    has: (text) => target.has(text) && statusLineIn(text) !== undefined,
    add: (text) => {
      const added = target.has(text) ? { ok: true as const, text } : target.add(text)
      if (!added.ok || statusLineIn(added.text) !== undefined) return added
      const typed = addMember(added.text, ['statusLine', 'type'], 'command')
      return typed.ok ? addMember(typed.text, ['statusLine', 'command'], command) : typed
    },
  }
}

/** Somebody's own: they are told how to show what ours shows. */
export function hasForeignStatusLine(text: string, command: string): boolean {
  const line = statusLineIn(text)
  return line !== undefined && foreignField(line, 'command') !== command
}

export function removeStatusLine(text: string, command: string): Spliced {
  const isOurs = foreignField(statusLineIn(text), 'command') === command
  return isOurs ? removeAt(text, ['statusLine']) : { ok: true, text }
}

function statusLineIn(text: string): unknown {
  const scanned = scanJson(text)
  const node = scanned.ok ? descend(scanned.root, ['statusLine']) : undefined
  return node === undefined ? undefined : plainJson(node)
}
