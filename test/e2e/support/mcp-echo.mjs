// A stdio MCP server with one tool, `say`, that gives back its text; `say` with "fail" is an error.
import { createInterface } from 'node:readline'

const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
const tools = [{ name: 'say', description: 'gives back its text', inputSchema }]

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'echo', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': (params) => ({
    content: [{ type: 'text', text: params.arguments.text }],
    isError: params.arguments.text === 'fail',
  }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const result = results[method]?.(params ?? {}) ?? {}
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
})
