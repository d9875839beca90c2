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

/** A sentence, a function call, or a freeform call such as `apply_patch`. */
export type OpenAiItem =
  | string
  | { readonly name: string; readonly namespace?: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly name: string; readonly input: string }

export type OpenAiTurn = TurnRules & {
  readonly items: readonly OpenAiItem[] | ((request: ModelRequest) => readonly OpenAiItem[])
  /** Total input tokens to report; a large figure drives auto-compaction. */
  readonly inputTokens?: number
  readonly status?: number
}

export type OpenAiScript = readonly (OpenAiTurn | readonly OpenAiItem[])[]

const OUT_OF_SCRIPT: OpenAiTurn = { items: ['The script has no further turn.'] }
const SUMMARY: OpenAiTurn = { items: ['What was done so far.'] }
const SIDE_ANSWER: OpenAiTurn = { items: ['{"title":"scripted"}'] }
const OUTPUT_TOKENS = 20

/** The Responses API as far as Codex uses it, over server-sent events. */
export function startOpenAiServer(script: OpenAiScript): Promise<ModelServer> {
  const pick = turnPicker(script.map((turn): OpenAiTurn => ('items' in turn ? turn : { items: turn })))
  const turnFor = (request: ModelRequest): OpenAiTurn => {
    if (request.kind === 'compact') return SUMMARY
    return request.kind === 'side' ? SIDE_ANSWER : (pick(request) ?? OUT_OF_SCRIPT)
  }
  let served = 0
  return startModelServer({
    classify,
    conversation: (body) => body.input,
    answer: (request, response) => {
      if (request.kind === 'probe') {
        sendJson(response, 404, {})
        return
      }
      const turn = turnFor(request)
      served += 1
      const events = turnEvents({ turn, request, n: served })
      setTimeout(() => {
        if (turn.status !== undefined) sendJson(response, turn.status, { error: { message: 'scripted error' } })
        else sendEvents(response, events)
      }, turn.delayMs ?? 0)
    },
  })
}

function classify(seen: { method: string; path: string; body: Readonly<Record<string, unknown>> }): RequestKind {
  if (seen.method !== 'POST' || !seen.path.endsWith('/responses')) return 'probe'
  if (JSON.stringify(seen.body.input ?? []).includes('CONTEXT CHECKPOINT COMPACTION')) return 'compact'
  // A title is asked for with a schema; the work itself never is.
  return JSON.stringify(seen.body.text ?? {}).includes('json_schema') ? 'side' : 'turn'
}

type Answer = { readonly turn: OpenAiTurn; readonly request: ModelRequest; readonly n: number }

function turnEvents({ turn, request, n }: Answer): readonly (readonly [string, object])[] {
  const id = `resp_${n}`
  const items = typeof turn.items === 'function' ? turn.items(request) : turn.items
  const input_tokens = turn.inputTokens ?? 100 + n
  const usage = {
    input_tokens,
    input_tokens_details: { cached_tokens: 10 },
    output_tokens: OUTPUT_TOKENS,
    output_tokens_details: { reasoning_tokens: 5 },
    total_tokens: input_tokens + OUTPUT_TOKENS,
  }
  return [
    ['response.created', { response: { id } }],
    ...items.flatMap((item, output_index) => {
      const data = { output_index, item: wireItem(item, `${n}_${output_index}`) }
      return [['response.output_item.added', data] as const, ['response.output_item.done', data] as const]
    }),
    ['response.completed', { response: { id, usage, output: [] } }],
  ]
}

function wireItem(item: OpenAiItem, id: string): object {
  if (typeof item === 'string') {
    const content = [{ type: 'output_text', text: item }]
    return { type: 'message', role: 'assistant', id: `msg_${id}`, content }
  }
  if ('input' in item) return { type: 'custom_tool_call', call_id: `call_${id}`, ...item }
  return { type: 'function_call', call_id: `call_${id}`, ...item, arguments: JSON.stringify(item.arguments) }
}
