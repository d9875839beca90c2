import { literal, number, object, optional, safeParse } from 'valibot'
import type { Json } from '../../core/model/json.ts'
import type { Usage } from '../../core/model/ledger.ts'
import type { Transcript, TranscriptReader } from '../runtime.ts'
import { outputText } from '../tools.ts'
import { eventsOf, field, lastLine, type Payload, textField, timeOf } from '../transcript.ts'
import { parse } from './parse.ts'

const RECORDS = new Set(['user', 'assistant', 'system', 'attachment', 'summary', 'queue-operation', 'last-prompt'])

/** `<config>/projects/<folder>/<session>.jsonl`, one record a line. */
export const CLAUDE_CODE_TRANSCRIPT: TranscriptReader = {
  owns: (record) => RECORDS.has(textField(record, 'type')) && field(record, 'payload') === null,
  read: readTranscript,
  usageIn,
}

function readTranscript(records: readonly Json[]): Transcript {
  const uses = new Map<string, Json>()
  const payloads = records.flatMap((record) => payloadsOf(record, uses))
  const first = records.find((record) => textField(record, 'cwd') !== '')
  const session = records.map((record) => textField(record, 'sessionId')).find((id) => id !== '') ?? 'unknown'
  return { session, cwd: textField(first, 'cwd') || '/', events: eventsOf(parse, payloads) }
}

function payloadsOf(record: Json, uses: Map<string, Json>): readonly Payload[] {
  const atMs = timeOf(record)
  const common = commonFields(record)
  const type = textField(record, 'type')
  if (type === 'system' && textField(record, 'subtype') === 'compact_boundary') {
    const trigger = textField(record, 'compactMetadata', 'trigger') || 'auto'
    return [{ atMs, payload: { ...common, hook_event_name: 'PostCompact', trigger } }]
  }
  const content = field(record, 'message', 'content')
  if (type !== 'assistant' && type !== 'user') return []
  if (typeof content === 'string') return type === 'user' ? [prompt(content, { atMs, common })] : []
  if (!Array.isArray(content)) return []
  return content.flatMap((block: Json): readonly Payload[] => {
    if (textField(block, 'type') === 'tool_use') return [started(block, uses, { atMs, common })]
    return textField(block, 'type') === 'tool_result' ? finished(block, record, { atMs, common, uses }) : []
  })
}

interface Setting {
  readonly atMs: number
  readonly common: Payload['payload']
}

function commonFields(record: Json): Payload['payload'] {
  const agent = field(record, 'isSidechain') === true ? textField(record, 'agentId') : ''
  return {
    session_id: textField(record, 'sessionId') || 'unknown',
    cwd: textField(record, 'cwd') || '/',
    ...(agent !== '' && { agent_id: agent, agent_type: '' }),
  }
}

function prompt(text: string, { atMs, common }: Setting): Payload {
  return { atMs, payload: { ...common, hook_event_name: 'UserPromptSubmit', prompt: text } }
}

function started(block: Json, uses: Map<string, Json>, { atMs, common }: Setting): Payload {
  const id = textField(block, 'id')
  uses.set(id, block)
  return { atMs, payload: { ...common, hook_event_name: 'PreToolUse', ...toolFields(block), tool_use_id: id } }
}

function finished(
  block: Json,
  record: Json,
  { atMs, common, uses }: Setting & { readonly uses: ReadonlyMap<string, Json> },
): readonly Payload[] {
  const id = textField(block, 'tool_use_id')
  const use = uses.get(id)
  if (use === undefined) return []
  const result = field(block, 'content')
  const base = { ...common, ...toolFields(use), tool_use_id: id }
  if (field(block, 'is_error') === true)
    return [{ atMs, payload: { ...base, hook_event_name: 'PostToolUseFailure', error: outputText(result) } }]
  const told = field(record, 'toolUseResult')
  const response = told === null ? result : told
  return [{ atMs, payload: { ...base, hook_event_name: 'PostToolUse', tool_response: response } }]
}

const toolFields = (block: Json): Payload['payload'] => ({
  tool_name: textField(block, 'name'),
  tool_input: field(block, 'input'),
})

const count = optional(number(), 0)
const Assistant = object({
  type: literal('assistant'),
  isSidechain: optional(literal(false), false),
  message: object({
    usage: object({
      input_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      output_tokens: count,
    }),
  }),
})

/**
 * How full the context is, from the end of a transcript. One message stands there once for each of its blocks, each time
 * with the same figures, so the newest record counts alone. A sidechain is another context.
 */
function usageIn(tail: string): Usage | undefined {
  return lastLine(tail, '"assistant"', (json) => {
    const parsed = safeParse(Assistant, json)
    if (!parsed.success) return undefined
    const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } =
      parsed.output.message.usage
    const tokens = input_tokens + cache_creation_input_tokens + cache_read_input_tokens + output_tokens
    return tokens > 0 ? { tokens } : undefined
  })
}
