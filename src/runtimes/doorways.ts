import { boolean, nullish, number, object } from 'valibot'
import type { StartSource, ToolOutcome } from '../core/model/event.ts'
import { callId } from '../core/model/ids.ts'
import type { Json } from '../core/model/json.ts'
import type { ToolCall } from '../core/model/tool.ts'
import { json, legible, text } from './legible.ts'
import { type Opened, type ReadDoorway, UNKNOWN } from './payload.ts'
import { type ReadTool, readTool } from './tools.ts'

const Start = object({ source: text, model: text })
const Prompt = object({ prompt: text })
const Stop = object({ stop_hook_active: nullish(boolean()) })
const Compaction = object({ trigger: text })
const End = object({ reason: text })
const AgentChange = object({ agent_id: text })
const Use = object({
  tool_name: text,
  tool_input: json,
  tool_use_id: text,
  mcp_server: nullish(object({ name: text })),
})
const After = object({ tool_response: json, error: text, duration_ms: nullish(number()) })

const START_SOURCES: readonly StartSource[] = ['startup', 'resume', 'clear', 'compact', 'fork']

/** A source that a newer client invents is a start like any other. */
export function openSessionStart(payload: Json): Opened {
  const { fields, bad } = legible(Start, payload, ['source'])
  const source = START_SOURCES.find((known) => known === fields.source) ?? 'startup'
  return { body: { kind: 'session.start', source, ...(fields.model ? { model: fields.model } : {}) }, bad }
}

export function openPrompt(payload: Json): Opened {
  const { fields, bad } = legible(Prompt, payload, ['prompt'])
  return { body: { kind: 'prompt', text: fields.prompt ?? '' }, bad }
}

export function openStop(payload: Json): Opened {
  const { fields, bad } = legible(Stop, payload)
  return { body: { kind: 'stop', again: fields.stop_hook_active ?? false }, bad }
}

export function openCompaction(kind: 'compact.before' | 'compact.after'): ReadDoorway {
  return (payload) => {
    const { fields, bad } = legible(Compaction, payload, ['trigger'])
    return { body: { kind, trigger: fields.trigger === 'manual' ? 'manual' : 'auto' }, bad }
  }
}

export function openAgentChange(kind: 'agent.start' | 'agent.stop'): ReadDoorway {
  return (payload) => ({ body: { kind }, bad: legible(AgentChange, payload, ['agent_id']).bad })
}

export function openSessionEnd(payload: Json): Opened {
  const { fields, bad } = legible(End, payload)
  return { body: { kind: 'session.end', reason: fields.reason ?? UNKNOWN }, bad }
}

export type ToolTable = ReadonlyMap<string, ReadTool>

export function openToolBefore(table: ToolTable): ReadDoorway {
  return (payload, cwd) => {
    const { call, tool, bad } = readUse(table, payload, cwd)
    return { body: { kind: 'tool.before', call: callId(call ?? UNKNOWN), tool }, bad: bad ?? missing(call) }
  }
}

export interface Result {
  readonly tool: ToolCall
  readonly response: Json | undefined
  readonly error: string | undefined
}

/** `judge` says how it went; the rest is the same everywhere. */
export function openToolAfter(
  table: ToolTable,
  judge: (result: Result) => Omit<ToolOutcome, 'durationMs'>,
): ReadDoorway {
  return (payload, cwd) => {
    const { call, tool, bad } = readUse(table, payload, cwd)
    const after = legible(After, payload)
    const { tool_response: response, duration_ms: durationMs } = after.fields
    const judged = judge({ tool, response, error: after.fields.error ?? undefined })
    const outcome: ToolOutcome = typeof durationMs === 'number' ? { ...judged, durationMs } : judged
    const body = { kind: 'tool.after', call: callId(call ?? UNKNOWN), tool, outcome } as const
    return { body, bad: bad ?? after.bad ?? missing(call) }
  }
}

export function openToolRefused(table: ToolTable): ReadDoorway {
  return (payload, cwd) => {
    const { call, tool, bad } = readUse(table, payload, cwd)
    const refusal = legible(End, payload)
    const reason = refusal.fields.reason ?? ''
    const body = { kind: 'tool.refused', call: callId(call ?? UNKNOWN), tool, reason } as const
    return { body, bad: bad ?? refusal.bad ?? missing(call) }
  }
}

/** Comes without an id of the call. */
export function openPermissionRequest(table: ToolTable): ReadDoorway {
  return (payload, cwd) => {
    const { tool, bad } = readUse(table, payload, cwd)
    return { body: { kind: 'permission.request', tool }, bad }
  }
}

function readUse(table: ToolTable, payload: Json, cwd: string) {
  const { fields, bad } = legible(Use, payload, ['tool_name', 'tool_input'])
  const server = fields.mcp_server?.name ?? undefined
  const reading = readTool(table, { name: fields.tool_name ?? UNKNOWN, input: fields.tool_input, cwd, server })
  return { call: fields.tool_use_id ?? undefined, tool: reading.tool, bad: bad ?? reading.bad }
}

function missing(call: string | undefined): string | undefined {
  return call === undefined ? 'tool_use_id' : undefined
}
