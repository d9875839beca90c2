import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { evolve } from '../../core/index.ts'
import { INITIAL_STATE } from '../../core/model/state.ts'
import { memoryStore } from '../../stores/memory/store.ts'
import { serve } from './serve.ts'
import type { Tool, ToolContext } from './tool.ts'

const context: ToolContext = {
  gate: {
    handle: async () => ({ stdout: '' }),
    handleAlone: async () => ({ stdout: '' }),
    submit: async () => ({ kind: 'allow' }),
    settled: async () => undefined,
    close: async () => undefined,
  },
  store: async () => memoryStore({ evolve, initial: INITIAL_STATE }),
  runtime: 'codex',
  cwd: '/',
  projectOf: () => undefined,
}

function tool(name: string, call: Tool['call']): Tool {
  return { name, description: `does ${name}`, inputSchema: { type: 'object' }, readOnly: true, call }
}

/** Sends the messages as a client does, each as one line, and gives what came back by id. */
async function talk(tools: readonly Tool[], messages: readonly object[]): Promise<Readonly<Record<number, unknown>>> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const answers: Record<number, unknown> = {}
  let rest = ''
  const asked = messages.filter((message) => 'id' in message).length
  const all = Promise.withResolvers<void>()
  output.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line)
      answers[id] = result ?? error
    }
    if (Object.keys(answers).length === asked) all.resolve()
  })
  const served = serve(tools, context, { input, output })
  for (const message of messages) input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  await all.promise
  input.end()
  await served
  return answers
}

const HELLO = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
]
const call = (id: number, name: string, args: unknown, meta?: object) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta && { _meta: meta }) },
})

it('[ANCHOR-48] lists its tools and passes a call on with the id of the client', async () => {
  const echo = tool('echo', async ({ args, call: number }) => ({ text: JSON.stringify({ args, number }) }))
  const answers = await talk(
    [echo],
    [
      ...HELLO,
      { id: 2, method: 'tools/list' },
      call(3, 'echo', { a: 1 }, { 'claudecode/toolUseId': 'toolu_1' }),
      call(4, 'echo', undefined),
      call(5, 'absent', {}),
    ],
  )
  const text = (value: string, isError = false) => ({ content: [{ type: 'text', text: value }], isError })
  expect(answers).toMatchObject({
    1: { serverInfo: { name: 'fairlead' }, capabilities: { tools: {} } },
    2: {
      tools: [
        {
          name: 'echo',
          description: 'does echo',
          inputSchema: { type: 'object' },
          annotations: { readOnlyHint: true },
        },
      ],
    },
    3: text('{"args":{"a":1},"number":"toolu_1"}'),
    4: text('{"args":{}}'),
    5: text('unknown tool `absent`', true),
  })
})

it('runs one call after the other, also after one that failed', async () => {
  const order: string[] = []
  const slow = tool('slow', async ({ args }) => {
    order.push(`begin ${args['n']}`)
    await new Promise((done) => setImmediate(done))
    order.push(`end ${args['n']}`)
    if (args['n'] === 1) throw new Error('broken')
    return { text: 'done' }
  })
  await talk([slow], [...HELLO, call(2, 'slow', { n: 1 }), call(3, 'slow', { n: 2 })])
  expect(order).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2'])
})

it('continues after lines that are not messages, and bytes that are not text', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const answered = Promise.withResolvers<string>()
  let text = ''
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
    if (text.includes('"id":9')) answered.resolve(text)
  })
  const served = serve([tool('echo', async () => ({ text: 'heard' }))], context, { input, output })
  for (const message of HELLO) input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  input.write('what is this?\n{"jsonrpc":"2.0"}\n[]\nnull\n')
  input.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]))
  input.write(`${'['.repeat(100_000)}\n`)
  input.write(`${JSON.stringify({ jsonrpc: '2.0', ...call(9, 'echo', {}) })}\n`)
  expect(await answered.promise).toContain('heard')
  input.end()
  await served
})
