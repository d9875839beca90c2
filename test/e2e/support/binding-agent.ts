import { type Arguments, argumentsIn, nextArguments } from '../../support/template-agent.ts'
import type { ModelRequest } from './model-server.ts'

/** What the scripted agent does next: use its tool, call `anchor`, or stop. */
export type Act =
  | { readonly kind: 'use' }
  | { readonly kind: 'bind'; readonly args: Arguments }
  | { readonly kind: 'stop' }

export interface BindingAgent {
  readonly next: (request: ModelRequest) => Act
  /** Where each answer of the tool said that it stands. */
  readonly states: readonly string[]
  readonly refusals: readonly string[]
}

/**
 * Tries its tool; when that is refused, does what the refusal says, and then what each answer says, with nothing but
 * these texts; when it is bound, tries again. `wishes` is what it asks for in stage identity; it stops after `most` calls.
 */
export function bindingAgent(wishes: Arguments, most = 8): BindingAgent {
  const states: string[] = []
  const refusals: string[] = []
  let calls = 0
  const bind = (args: Arguments | undefined): Act => {
    calls += 1
    return args === undefined || calls > most ? { kind: 'stop' } : { kind: 'bind', args }
  }
  const next = (request: ModelRequest): Act => {
    const text = lastResult(request)
    const answer = /\{\s*"ok":[\s\S]*\}/.exec(text)?.[0]
    if (answer !== undefined) {
      states.push(JSON.parse(answer).state)
      const args = nextArguments(answer, wishes)
      return states.at(-1) === 'BOUND' ? { kind: 'use' } : bind(args)
    }
    if (text.includes('"stage":')) {
      refusals.push(text)
      return states.includes('BOUND') ? { kind: 'stop' } : bind(argumentsIn(text, wishes))
    }
    return text === '' ? { kind: 'use' } : { kind: 'stop' }
  }
  return { next, states, refusals }
}

/** The text of the newest tool result of a conversation, in either dialect; empty when the last word is not one. */
function lastResult({ body }: ModelRequest): string {
  const items = (body['messages'] ?? body['input'] ?? []) as readonly Readonly<Record<string, unknown>>[]
  const last = items.findLast((item) => item['role'] === 'user' || String(item['type']).endsWith('_output'))
  if (last === undefined) return ''
  if (last['type'] !== undefined && 'output' in last) return textOf(last['output'])
  const blocks = Array.isArray(last['content']) ? last['content'] : []
  return blocks
    .filter((block) => block.type === 'tool_result')
    .map((block) => textOf(block.content))
    .join('\n')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (typeof value !== 'object' || value === null) return ''
  return 'text' in value ? textOf(value.text) : 'content' in value ? textOf(value.content) : ''
}
