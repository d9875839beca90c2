import { foreignFields, jsonFields } from '../core/model/json.ts'
import { CLAUDE_CODE_WIRE } from './claude-code/wire.ts'
import { CODEX_WIRE } from './codex/wire.ts'
import type { Wire } from './runtime.ts'

/** Without parsers and schemas: the hook program loads this for every call. */
const WIRES: readonly Wire[] = [CLAUDE_CODE_WIRE, CODEX_WIRE]

/** A hook call as far as it can be told from its bytes. */
interface Call {
  readonly runtime: string
  readonly bytes: string
}

/** Or a payload that quotes the name: it then counts as one. For every runtime, so that a wrong name frees no call. */
export function isBeforeTool({ bytes }: Call): boolean {
  return WIRES.some(({ beforeTool }) => bytes.includes(`"${beforeTool}"`))
}

/** The same by the payload's own word, as a parser reads it. */
export function saysBeforeTool({ runtime, bytes }: Call): boolean {
  const name = wireOf(runtime)?.beforeTool
  return name !== undefined && jsonFields(bytes)['hook_event_name'] === name
}

/** An answer before a tool that refuses or asks, and holds nothing else that a client would obey. */
export function isRefusal(stdout: string): boolean {
  const { hookSpecificOutput: output, ...rest } = jsonFields(stdout)
  if (typeof output !== 'object' || output === null || Object.keys(rest).length > 0) return false
  const { permissionDecision, permissionDecisionReason, hookEventName, ...more }: Readonly<Record<string, unknown>> = {
    ...output,
  }
  return /^(?:deny|ask)$/.test(String(permissionDecision)) && Object.keys(more).length === 0
}

/** Or a payload that quotes the name. */
export function isTypedCommand({ runtime, bytes }: Call): boolean {
  const name = wireOf(runtime)?.typedCommand
  return name !== undefined && bytes.includes(`"${name}"`)
}

export function awaitsDaemon({ runtime, bytes }: Call): boolean {
  return wireOf(runtime)?.awaitDaemon.includes(doorwayIn(bytes) ?? '') ?? false
}

/** The doorway as the payload names it. */
export function doorwayIn(bytes: string): string | undefined {
  return /"hook_event_name"\s{0,8}:\s{0,8}"(\w{1,40})"/.exec(bytes)?.[1]
}

/** Where a session began, as far as the variables of a hook or a server tell. */
export function projectFolderIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return WIRES.map(({ projectVariable }) => projectVariable && env[projectVariable]).find((folder) => folder)
}

/** The variables that say so, the first one that is set counting. */
export function projectVariableNames(): readonly string[] {
  return WIRES.flatMap(({ projectVariable }) => projectVariable ?? [])
}

/** The variable through which a client says how it runs shell commands; any layer of its settings can set it. */
export function prefixVariableName(): string {
  return WIRES.map(({ prefixVariable }) => prefixVariable).find((name) => name !== undefined) ?? ''
}

/** A shell call that is about to run or has run, by the client's own id; undefined for any other message. */
export function shellCallIn({
  runtime,
  bytes,
}: Call): { readonly when: 'before' | 'after'; readonly id: string; readonly command: string } | undefined {
  const wire = wireOf(runtime)
  if (wire?.shell === undefined || !bytes.includes(`"${wire.shell.tool}"`)) return undefined
  const { hook_event_name: doorway, tool_name: tool, tool_use_id: id, tool_input: input } = jsonFields(bytes)
  if (tool !== wire.shell.tool || typeof id !== 'string') return undefined
  const command = String(foreignFields(input)['command'] ?? '')
  if (doorway === wire.beforeTool) return { when: 'before', id, command }
  return wire.shell.after.some((name) => name === doorway) ? { when: 'after', id, command } : undefined
}

export function hasPrefix(runtime: string): boolean {
  return wireOf(runtime)?.prefixVariable !== undefined
}

/** A command that a person typed, by the client's own ids; undefined when one of them is missing. */
export function typedPrompt(call: Call) {
  if (!isTypedCommand(call)) return undefined
  const { session_id: session, prompt_id: prompt, transcript_path: transcript } = jsonFields(call.bytes)
  const isWhole = typeof session === 'string' && typeof prompt === 'string' && typeof transcript === 'string'
  return isWhole ? { session, prompt, transcript } : undefined
}

/** The same for the two messages about one typed command; undefined for anything but such a command. */
export function typedCommandKey(call: Call): string | undefined {
  if (!isTypedCommand(call)) return undefined
  const { session_id: session, prompt_id: prompt, command_args: args } = jsonFields(call.bytes)
  return session === undefined ? undefined : JSON.stringify([session, prompt, args])
}

/** The session whose turn has ended; undefined for any other message. */
export function endedTurn({ runtime, bytes }: Call) {
  if (!wireOf(runtime)?.turnEnds.includes(doorwayIn(bytes) ?? '')) return undefined
  const { session_id: session, transcript_path: transcript } = jsonFields(bytes)
  return typeof session === 'string' && typeof transcript === 'string' ? { session, transcript } : undefined
}

export function sessionIn(bytes: string): string | undefined {
  return /"session_id":"([^"]{1,200})"/.exec(bytes)?.[1]
}

function wireOf(runtime: string): Wire | undefined {
  return WIRES.find((wire) => wire.runtime === runtime)
}

/** The variables that a hook of this runtime is started with in a project. */
export function projectVariables(runtime: string, project: string): Readonly<Record<string, string>> {
  const name = wireOf(runtime)?.projectVariable
  return name === undefined ? {} : { [name]: project }
}
