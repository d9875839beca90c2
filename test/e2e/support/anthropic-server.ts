import type { ServerResponse } from 'node:http'
import {
  type ModelRequest,
  type ModelServer,
  type RequestKind,
  sendEvents,
  sendJson,
  startModelServer,
  type TurnRules,
  turnPicker,
} from './model-server.ts'

/** A sentence, or a tool call. */
export type AnthropicBlock = string | { readonly name: string; readonly input: Readonly<Record<string, unknown>> }

export type AnthropicUsage = {
  readonly input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
  readonly output_tokens: number
}

export type AnthropicTurn = TurnRules & {
  readonly blocks: readonly AnthropicBlock[] | ((request: ModelRequest) => readonly AnthropicBlock[])
  readonly usage?: Partial<AnthropicUsage>
  /** Answer with this HTTP error instead. */
  readonly status?: number
}

export type AnthropicScript = readonly (AnthropicTurn | readonly AnthropicBlock[])[]

const USAGE: AnthropicUsage = {
  input_tokens: 100,
  cache_creation_input_tokens: 20,
  cache_read_input_tokens: 3000,
  output_tokens: 50,
}
const OUT_OF_SCRIPT: AnthropicTurn = { blocks: ['The script has no further turn.'] }
const SUMMARY: AnthropicTurn = { blocks: ['<summary>What was done so far.</summary>'] }
const SIDE_ANSWER: AnthropicTurn = { blocks: ['{"title":"scripted","ok":true}'] }

/** The Messages API as far as Claude Code uses it. */
export function startAnthropicServer(script: AnthropicScript): Promise<ModelServer> {
  const pick = turnPicker(script.map((turn): AnthropicTurn => ('blocks' in turn ? turn : { blocks: turn })))
  const nextId = counter()
  const turnFor = (request: ModelRequest): AnthropicTurn => {
    if (request.kind === 'compact') return SUMMARY
    return request.kind === 'side' ? SIDE_ANSWER : (pick(request) ?? OUT_OF_SCRIPT)
  }
  return startModelServer({
    classify,
    conversation: (body) => body.messages,
    answer: (request, response) => {
      if (request.kind === 'probe') {
        answerProbe(request, response)
        return
      }
      const turn = turnFor(request)
      setTimeout(() => answerTurn({ request, response, turn, nextId }), turn.delayMs ?? 0)
    },
  })
}

function classify(seen: { method: string; path: string; body: Readonly<Record<string, unknown>> }): RequestKind {
  if (seen.method !== 'POST' || !seen.path.endsWith('/v1/messages')) return 'probe'
  const messages = Array.isArray(seen.body.messages) ? seen.body.messages : []
  if (/Tool calls will be rejected|write this summary/.test(JSON.stringify(messages.slice(-2)))) return 'compact'
  const tools = seen.body.tools
  return Array.isArray(tools) && tools.length > 0 ? 'turn' : 'side'
}

function answerProbe(request: ModelRequest, response: ServerResponse): void {
  const counts = request.path.endsWith('/count_tokens')
  if (counts || request.method !== 'POST') sendJson(response, 200, counts ? { input_tokens: 1234 } : {})
  else sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: request.path } })
}

type Answer = {
  readonly request: ModelRequest
  readonly response: ServerResponse
  readonly turn: AnthropicTurn
  readonly nextId: () => string
}

function answerTurn({ request, response, turn, nextId }: Answer): void {
  if (turn.status !== undefined) {
    const error = { type: 'invalid_request_error', message: 'scripted error' }
    sendJson(response, turn.status, { type: 'error', error })
    return
  }
  const blocks = typeof turn.blocks === 'function' ? turn.blocks(request) : turn.blocks
  const content = blocks.map((block) =>
    typeof block === 'string'
      ? ({ type: 'text', text: block } as const)
      : ({ type: 'tool_use', id: `toolu_${nextId()}`, name: block.name, input: block.input } as const),
  )
  const stop_reason = content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
  const usage = { ...USAGE, ...turn.usage }
  const envelope = { id: `msg_${nextId()}`, type: 'message', role: 'assistant', model: request.body.model }
  if (request.body.stream !== true) {
    sendJson(response, 200, { ...envelope, content, stop_reason, stop_sequence: null, usage })
    return
  }
  const start = {
    ...envelope,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  }
  sendEvents(response, [
    ['message_start', { message: start }],
    ...content.flatMap((block, index) => blockEvents(block, index)),
    ['message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: usage.output_tokens } }],
    ['message_stop', {}],
  ])
}

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }

function blockEvents(block: Content, index: number): readonly (readonly [string, object])[] {
  const [opening, delta] =
    block.type === 'text'
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        ]
  return [
    ['content_block_start', { index, content_block: opening }],
    ['content_block_delta', { index, delta }],
    ['content_block_stop', { index }],
  ]
}

function counter(): () => string {
  let n = 0
  return () => String(++n).padStart(8, '0')
}
