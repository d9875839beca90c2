import { literal, nullish, number, object, safeParse } from 'valibot'
import type { Json } from '../../core/model/json.ts'
import type { Usage } from '../../core/model/ledger.ts'
import { nestedCall } from '../code-mode.ts'
import type { Transcript, TranscriptReader } from '../runtime.ts'
import { outputText } from '../tools.ts'
import { readJson } from '../torn-json.ts'
import { eventsOf, field, lastLine, type Payload, textField, timeOf } from '../transcript.ts'
import { parse } from './parse.ts'

const RECORDS = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted', 'world_state'])

/** `$CODEX_HOME/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, one record a line. */
export const CODEX_TRANSCRIPT: TranscriptReader = {
  owns: (record) => (RECORDS.has(textField(record, 'type')) && field(record, 'payload') !== null) || isBareItem(record),
  read: (records) => readRollout(records.map(wrapped)),
  usageIn,
}

/** Early versions wrote what a model asked for without anything around it. */
const isBareItem = (record: Json): boolean =>
  /^(?:function|custom_tool|local_shell)_call(?:_output)?$/.test(textField(record, 'type')) &&
  textField(record, 'call_id') !== ''

const wrapped = (record: Json): Json =>
  isBareItem(record) ? { type: 'response_item', timestamp: field(record, 'timestamp'), payload: record } : record

interface Call {
  readonly name: string
  readonly input: Json
}

function readRollout(records: readonly Json[]): Transcript {
  const meta = field(records.find((record) => textField(record, 'type') === 'session_meta') ?? null, 'payload')
  const session = textField(meta, 'id') || textField(records[0], 'id') || 'unknown'
  const cwd = textField(meta, 'cwd') || '/'
  const calls = new Map<string, Call>()
  const payloads = records.flatMap((record) => payloadsOf(record, { session_id: session, cwd }, calls))
  return { session, cwd, events: eventsOf(parse, payloads) }
}

function payloadsOf(record: Json, common: Payload['payload'], calls: Map<string, Call>): readonly Payload[] {
  const atMs = timeOf(record)
  const item = field(record, 'payload')
  if (textField(record, 'type') === 'compacted')
    return [{ atMs, payload: { ...common, hook_event_name: 'PostCompact', trigger: 'auto' } }]
  if (textField(record, 'type') !== 'response_item') return []
  const id = textField(item, 'call_id') || textField(item, 'id')
  const call = callOf(item)
  if (call !== undefined) {
    calls.set(id, call)
    return [{ atMs, payload: { ...common, hook_event_name: 'PreToolUse', ...told(call), tool_use_id: id } }]
  }
  const before = /_output$/.test(textField(item, 'type')) ? calls.get(id) : undefined
  if (before === undefined) return []
  const response = field(item, 'output')
  return [
    {
      atMs,
      payload: { ...common, hook_event_name: 'PostToolUse', ...told(before), tool_use_id: id, tool_response: response },
    },
  ]
}

const told = ({ name, input }: Call): Payload['payload'] => ({ tool_name: name, tool_input: input })

/** The rollout has the model's names and arguments; the hooks have the client's: `exec_command` arrives there as `Bash`. */
function callOf(item: Json): Call | undefined {
  const name = textField(item, 'name')
  switch (textField(item, 'type')) {
    case 'function_call':
      return renamed(name, readJson(textField(item, 'arguments')) ?? null)
    case 'custom_tool_call':
      return customCall(name, textField(item, 'input'))
    case 'local_shell_call':
      return renamed('shell', { command: field(item, 'action', 'command') })
    default:
      return undefined
  }
}

/** In code mode the hooks tell of what the code calls. */
function customCall(name: string, input: string): Call {
  const nested = name === 'exec' ? nestedCall(input) : undefined
  return nested ? { name: nested.tool, input: { command: nested.command } } : renamed(name, { command: input })
}

const SHELLS = new Set(['exec_command', 'shell', 'shell_command', 'local_shell', 'container.exec'])

function renamed(name: string, input: Json): Call {
  if (!SHELLS.has(name)) return { name, input }
  const command = field(input, 'cmd') ?? field(input, 'command')
  return { name: 'Bash', input: { command: commandText(command ?? field(input, 'command')) } }
}

/** A list of words is what `execvp` would get: `["bash", "-lc", "npm test"]`. */
function commandText(command: Json): string {
  if (!Array.isArray(command)) return outputText(command)
  const [shell, flag, script] = command
  const isWrapped = typeof shell === 'string' && /(?:^|\/)(?:ba|z|da|k)?sh$/.test(shell) && /^-\w*c$/.test(String(flag))
  return isWrapped && typeof script === 'string' ? script : command.map(String).join(' ')
}

const Count = object({
  type: literal('event_msg'),
  payload: object({
    type: literal('token_count'),
    info: object({
      last_token_usage: object({ total_tokens: number() }),
      model_context_window: nullish(number()),
    }),
  }),
})
const Spent = object({
  type: literal('token_usage_record'),
  payload: object({ usage: object({ total_tokens: number() }) }),
})

/** How full the context is, from the end of a rollout. The count knows the window too; the record is there earlier. */
function usageIn(tail: string): Usage | undefined {
  const count = lastLine(tail, '"token_count"', (json) => {
    const parsed = safeParse(Count, json)
    if (!parsed.success) return undefined
    const { last_token_usage: used, model_context_window: window } = parsed.output.payload.info
    return { tokens: used.total_tokens, ...(typeof window === 'number' && window > 0 && { window }) }
  })
  const spent = lastLine(tail, '"token_usage_record"', (json) => {
    const parsed = safeParse(Spent, json)
    return parsed.success ? { tokens: parsed.output.payload.usage.total_tokens } : undefined
  })
  return spent === undefined ? count : { ...count, ...spent }
}
