import type { Readable, Writable } from 'node:stream'
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { foreignFields, type Json } from '../../core/model/json.ts'
import { namedByPath } from '../../core/rules/book/own-verbs.ts'
import { MCP_TEXTS } from '../../core/words/mcp-tools.ts'
import { RUNTIMES } from '../../runtimes/registry.ts'
import { VERSION } from '../../wiring/version.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from './tool.ts'

/** A server's name is the middle of its tools' names, `mcp__fairlead__…`: hooks know our calls by it. */
const SERVER = { name: 'fairlead', version: VERSION }

interface Streams {
  readonly input: Readable
  readonly output: Writable
}

/**
 * Speaks MCP on stdin and stdout until the client closes them. The SDK's low-level server, because its high-level one
 * answers a bad argument by itself, with a schema error and no next step.
 */
export function serve(
  tools: readonly Tool[],
  context: ToolContext,
  { input, output }: Streams = { input: process.stdin, output: process.stdout },
): Promise<void> {
  const inTurn = oneAtATime()
  return new Promise((done) => {
    serveStdio(
      () => {
        const server = new Server(SERVER, { capabilities: { tools: {} } })
        server.setRequestHandler('tools/list', () => ({ tools: tools.map(present) }))
        server.setRequestHandler('tools/call', ({ params }) => {
          const tool = tools.find(({ name }) => name === params.name)
          if (!tool) return asResult({ text: MCP_TEXTS.unknownTool(params.name), isError: true })
          const askPerson: NonNullable<ToolInput['askPerson']> = (message, choices) => elicit(server, message, choices)
          const input = { args: jsonObject(params.arguments), call: callOf(params._meta), askPerson }
          return inTurn(() => tool.call(input, context)).then(asResult)
        })
        server.onclose = () => done()
        return server
      },
      { transport: new StdioServerTransport(input, output), onerror: () => undefined },
    )
    input.once('end', done)
  })
}

/** Time to read and answer. */
const ANSWER_MS = 10 * 60_000

/** Asks in a dialog of the client. Undefined when the client can't show it or the person declines. */
async function elicit(server: Server, message: string, choices: readonly string[]): Promise<string | undefined> {
  const decision = { type: 'string' as const, title: MCP_TEXTS.dialogTitle, enum: [...choices] }
  const requestedSchema = { type: 'object' as const, properties: { decision }, required: ['decision'] }
  try {
    const { action, content } = await server.elicitInput({ message, requestedSchema }, { timeout: ANSWER_MS })
    const given = action === 'accept' ? content?.['decision'] : undefined
    return typeof given === 'string' && choices.includes(given) ? given : undefined
  } catch {
    return undefined
  }
}

function present({ name, description, inputSchema, readOnly }: Tool) {
  return { name, description, inputSchema: { ...inputSchema }, annotations: { readOnlyHint: readOnly } }
}

function asResult({ text, isError = false }: ToolAnswer) {
  return { content: [{ type: 'text' as const, text: namedByPath(text) }], isError }
}

/** The id under which the hooks of the client saw this call, where one is given. */
function callOf(meta: Readonly<Record<string, unknown>> = {}): string | undefined {
  return RUNTIMES.map((runtime) => runtime.callIn?.(meta)).find((id) => id !== undefined)
}

/** Arguments are JSON; anything but an object counts as none. */
function jsonObject(value: unknown): Readonly<Record<string, Json>> {
  return foreignFields(value) as Record<string, Json>
}

/** An agent may send two calls in one message; the second must see what the first one did. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(act: () => Promise<Result>): Promise<Result> => {
    const next = last.then(act, act)
    last = next.catch(() => undefined)
    return next
  }
}
