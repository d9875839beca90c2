import type { Json } from '../core/model/json.ts'
import type { HookGroup } from './hooks-json.ts'

/** The four thin scripts of a project's own layout; each answers for several doorways. */
export const SHIMS = ['session_start', 'pre_tool', 'post_tool', 'stop'] as const
export type Shim = (typeof SHIMS)[number]

interface ClaudeDoorway {
  readonly event: string
  readonly shim: Shim
  readonly matcher?: string
}

/** Only doorways that the contract lists; one entry of an unknown shape would disable the user's whole file. */
const DOORWAYS: readonly ClaudeDoorway[] = [
  { event: 'SessionStart', shim: 'session_start' },
  { event: 'UserPromptSubmit', shim: 'session_start' },
  { event: 'UserPromptExpansion', shim: 'session_start', matcher: 'edge' },
  { event: 'PreToolUse', shim: 'pre_tool', matcher: '*' },
  { event: 'PostToolUse', shim: 'post_tool', matcher: '*' },
  { event: 'PostToolUseFailure', shim: 'post_tool', matcher: '*' },
  { event: 'PermissionDenied', shim: 'post_tool', matcher: '*' },
  { event: 'Stop', shim: 'stop' },
  { event: 'SubagentStart', shim: 'session_start' },
  { event: 'SubagentStop', shim: 'stop' },
  { event: 'PreCompact', shim: 'stop' },
  { event: 'ConfigChange', shim: 'pre_tool' },
  { event: 'SessionEnd', shim: 'stop' },
]

const TIMEOUT_SECONDS = 10
/** Marks a handler of ours where its command is a script of the project. */
const PROJECT_MARK = 'fairlead'

/** Hooks for the user's settings: they call the stable command, without a shell. */
export function claudeUserGroups(hookCommand: string, strict: boolean): readonly HookGroup[] {
  return DOORWAYS.map((doorway) => groupOf(doorway, strict, { command: hookCommand, args: ['claude-code'] }))
}

/** Hooks for a project's settings: scripts of the project, named by `fileOf`. */
export function claudeProjectGroups(fileOf: (shim: Shim) => string, strict: boolean): readonly HookGroup[] {
  return DOORWAYS.map((doorway) => {
    const script = `\${CLAUDE_PROJECT_DIR}/.claude/hooks/${fileOf(doorway.shim)}`
    return groupOf(doorway, strict, { command: 'sh', args: [script, PROJECT_MARK] })
  })
}

export function isClaudeUserHook(hookCommand: string): (handler: Json) => boolean {
  return (handler) => isHandler(handler) && handler.command === hookCommand
}

export function isClaudeProjectHook(handler: Json): boolean {
  return isHandler(handler) && handler.command === 'sh' && argsOf(handler)[1] === PROJECT_MARK
}

function groupOf(
  { event, matcher }: ClaudeDoorway,
  strict: boolean,
  call: { readonly command: string; readonly args: readonly string[] },
): HookGroup {
  const closed = strict && event === 'PreToolUse'
  const handler = {
    type: 'command',
    command: call.command,
    args: closed ? [...call.args, '--strict'] : call.args,
    timeout: TIMEOUT_SECONDS,
    ...(closed ? { onFailure: 'block' } : {}),
  }
  return { event, group: { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] } }
}

function argsOf(handler: { readonly [key: string]: Json }): readonly Json[] {
  return Array.isArray(handler.args) ? handler.args : []
}

function isHandler(value: Json): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
