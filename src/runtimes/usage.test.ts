import { expect, it } from 'vitest'
import { runtimeOf } from './registry.ts'

const used = (runtime: string, ...lines: readonly (object | string)[]) =>
  runtimeOf(runtime)?.transcript.usageIn(
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )

const message = (tokens: number, over: object = {}) => ({
  type: 'assistant',
  isSidechain: false,
  message: {
    id: 'msg_1',
    usage: { input_tokens: 100, cache_creation_input_tokens: 20, cache_read_input_tokens: tokens, output_tokens: 50 },
  },
  ...over,
})

it('[LEDGER-78] Claude Code: the newest message of the main chain counts, each of its blocks says the same', () => {
  expect(used('claude-code', message(3_000), message(4_000), message(4_000))).toEqual({ tokens: 4_170 })
  expect(used('claude-code', message(3_000), message(9_000, { isSidechain: true }))).toEqual({ tokens: 3_170 })
  expect(used('claude-code', message(3_000), { type: 'user', text: '"assistant"' }, '{"type":"assistant', '')).toEqual({
    tokens: 3_170,
  })
  expect(used('claude-code', '{"torn', { type: 'user' })).toBeUndefined()
  expect(used('claude-code', { type: 'assistant', message: { usage: {} } })).toBeUndefined()
  expect(used('claude-code', '')).toBeUndefined()
})

it('[LEDGER-78] Codex: the newest count with its window; a record that is newer than the count wins', () => {
  const count = (tokens: number, window: number | null) => ({
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: { last_token_usage: { total_tokens: tokens }, model_context_window: window },
    },
  })
  const record = (tokens: number) => ({ type: 'token_usage_record', payload: { usage: { total_tokens: tokens } } })
  expect(used('codex', count(100, 258_400), count(121, 258_400))).toEqual({ tokens: 121, window: 258_400 })
  expect(used('codex', count(121, 258_400), record(150))).toEqual({ tokens: 150, window: 258_400 })
  expect(used('codex', record(150))).toEqual({ tokens: 150 })
  expect(used('codex', count(121, null))).toEqual({ tokens: 121 })
  expect(used('codex', { type: 'event_msg', payload: { type: 'token_count', info: null } })).toBeUndefined()
  expect(used('codex', { type: 'token_usage_record', payload: {} })).toBeUndefined()
})
