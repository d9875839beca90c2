import { boolean, nullish, number, object } from 'valibot'
import type { StartSource, ToolOutcome } from '../core/model/event.ts'
import { callId } from '../core/model/ids.ts'
import type { Json } from '../core/model/json.ts'
import type { ToolCall } from '../core/model/tool.ts'
import { json, legible, optionalText } from './legible.ts'
import { type BodyReading, type ReadDoorway, UNKNOWN } from './payload.ts'
import { type ReadTool, readTool } from './tools.ts'

const Start = object({ source: optionalText, model: optionalText })
const Prompt = object({ prompt: optionalText })
const Stop = object({ stop_hook_active: nullish(boolean()) })
const Compaction = object({ trigger: optionalText })
const End = object({ reason: optionalText })
const AgentChange = object({ agent_id: optionalText })
const Use = object({
  tool_name: optionalText,
  tool_input: json,
  tool_use_id: optionalText,
  mcp_server: nullish(object({ name: optionalText })),
})
const After = object({ tool_response: json, error: optionalText, duration_ms: nullish(number()) })

/** The doorways that every client of this dialect has. `judge` says how a call went, which each of them tells otherwise. */
export function commonDoorways(table: ToolTable, judge: JudgeResult): readonly (readonly [string, ReadDoorway])[] {
  return [
    ['SessionStart', readSessionStart],
    ['UserPromptSubmit', readPrompt],
    ['PreToolUse', readToolBefore(table)],
    ['PermissionRequest', readPermissionRequest(table)],
    ['PostToolUse', readToolAfter(table, judge)],
    ['Stop', readStop],
    ['SubagentStart', readAgentChange('agent.start')],
    ['SubagentStop', readAgentChange('agent.stop')],
    ['PreCompact', readCompaction('compact.before')],
    ['PostCompact', readCompaction('compact.after')],
    ['SessionEnd', readSessionEnd],
  ]
}

const START_SOURCES: readonly StartSource[] = ['startup', 'resume', 'clear', 'compact', 'fork']

/** A source that a newer client invents is a start like any other. */
function readSessionStart(payload: Json): BodyReading {
  const { fields, bad } = legible(Start, payload, ['source'])
  const source = START_SOURCES.find((known) => known === fields.source) ?? 'startup'
  return { body: { kind: 'session.start', source, ...(fields.model ? { model: fields.model } : {}) }, bad }
}

function readPrompt(payload: Json): BodyReading {
  const { fields, bad } = legible(Prompt, payload, ['prompt'])
  return { body: { kind: 'prompt', text: fields.prompt ?? '' }, bad }
}

function readStop(payload: Json): BodyReading {
  const { fields, bad } = legible(Stop, payload)
  return { body: { kind: 'stop', again: fields.stop_hook_active ?? false }, bad }
}

function readCompaction(kind: 'compact.before' | 'compact.after'): ReadDoorway {
  return (payload) => {
    const { fields, bad } = legible(Compaction, payload, ['trigger'])
    return { body: { kind, trigger: fields.trigger === 'manual' ? 'manual' : 'auto' }, bad }
  }
}

function readAgentChange(kind: 'agent.start' | 'agent.stop'): ReadDoorway {
  return (payload) => ({ body: { kind }, bad: legible(AgentChange, payload, ['agent_id']).bad })
}

function readSessionEnd(payload: Json): BodyReading {
  const { fields, bad } = legible(End, payload)
  return { body: { kind: 'session.end', reason: fields.reason ?? UNKNOWN }, bad }
}

type ToolTable = ReadonlyMap<string, ReadTool>

function readToolBefore(table: ToolTable): ReadDoorway {
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

type JudgeResult = (result: Result) => Omit<ToolOutcome, 'durationMs'>

export function readToolAfter(table: ToolTable, judge: JudgeResult): ReadDoorway {
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

export function readToolRefused(table: ToolTable): ReadDoorway {
  return (payload, cwd) => {
    const { call, tool, bad } = readUse(table, payload, cwd)
    const refusal = legible(End, payload)
    const reason = refusal.fields.reason ?? ''
    const body = { kind: 'tool.refused', call: callId(call ?? UNKNOWN), tool, reason } as const
    return { body, bad: bad ?? refusal.bad ?? missing(call) }
  }
}

/** Comes without an id of the call. */
function readPermissionRequest(table: ToolTable): ReadDoorway {
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
