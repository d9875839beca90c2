import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type CodexSettings, codexEnvironment, codexOverrides } from './codex.ts'
import type { ModelServer } from './model-server.ts'
import { type OpenAiScript, startOpenAiServer } from './openai-server.ts'
import { clientPath, endGroup } from './run-client.ts'
import { until } from './until.ts'

export type Json = Readonly<Record<string, unknown>>

/** A message that Codex sent by itself; with an id it waits for an answer. */
export type AppServerMessage = { readonly id?: number | string; readonly method: string; readonly params: Json }

export type AppServer = Pick<ModelServer, 'requests' | 'textOfRequest' | 'log'> & {
  readonly messages: readonly AppServerMessage[]
  readonly request: (method: string, params?: Json) => Promise<Json>
  readonly waitFor: (method: string, count?: number) => Promise<AppServerMessage>
  /** Starts a thread in the project; returns its id. */
  readonly startThread: (params?: Json) => Promise<string>
  /** Sends a prompt and returns when that turn is over. */
  readonly runTurn: (threadId: string, prompt: string) => Promise<void>
  readonly listHooks: () => Promise<Json>
  readonly stderr: () => string
  readonly close: () => Promise<void>
}

export type CodexAppServer = CodexSettings & {
  readonly script: OpenAiScript
  /** Answers what Codex asks, such as an approval; declines everything when left out. */
  readonly onRequest?: (message: AppServerMessage) => Json
}

const ANSWER_MS = 30_000
const FAREWELL_MS = 4_000

/** Codex as an editor drives it: JSON-RPC over stdio, with approvals. */
export async function codexAppServer(options: CodexAppServer): Promise<AppServer> {
  const server = await startOpenAiServer(options.script)
  const connection = connect(options, server)
  const { messages, request, send, waitFor, stderr } = connection
  await request('initialize', { clientInfo: { name: 'fairlead-e2e', version: '0' } })
  send({ method: 'initialized' })
  return {
    get requests() {
      return server.requests
    },
    log: server.log,
    textOfRequest: server.textOfRequest,
    messages,
    request,
    waitFor,
    startThread: async (params = {}) => {
      const config = options.bypassHookTrust === true ? { bypass_hook_trust: true } : {}
      const defaults = { cwd: options.project, approvalPolicy: 'on-request', sandbox: 'read-only', config }
      const { thread } = (await request('thread/start', { ...defaults, ...params })) as { thread: { id: string } }
      return thread.id
    },
    runTurn: async (threadId, prompt) => {
      const before = messages.filter(({ method }) => method === 'turn/completed').length
      await request('turn/start', { threadId, input: [{ type: 'text', text: prompt }] })
      await waitFor('turn/completed', before + 1)
    },
    listHooks: () => request('hooks/list', { cwds: [options.project] }),
    stderr,
    close: async () => {
      await connection.end()
      await server.close()
    },
  }
}

type Connection = Pick<AppServer, 'messages' | 'request' | 'waitFor' | 'stderr'> & {
  readonly send: (message: object) => void
  /** Closing its input lets Codex fire SessionEnd; only a stuck one is ended. */
  readonly end: () => Promise<void>
}

function connect(options: CodexAppServer, server: ModelServer): Connection {
  const args = ['app-server', ...codexOverrides(options, server), ...(options.args ?? [])]
  const where = { cwd: options.project, env: codexEnvironment(options), detached: true }
  const child = spawn(clientPath('codex'), args, { ...where, stdio: ['pipe', 'pipe', 'pipe'] })
  const messages: AppServerMessage[] = []
  const answers = new Map<unknown, { readonly result?: Json; readonly error?: Json }>()
  let nextId = 0
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.on('error', () => undefined)
  const send = (message: object) => void child.stdin.write(`${JSON.stringify(message)}\n`)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as AppServerMessage & { readonly result?: Json; readonly error?: Json }
    if (message.method === undefined) return void answers.set(message.id, message)
    messages.push(message)
    if (message.id !== undefined)
      send({ id: message.id, result: options.onRequest?.(message) ?? { decision: 'decline' } })
  })
  const request = async (method: string, params: Json = {}) => {
    const id = ++nextId
    send({ id, method, params })
    await until(() => answers.has(id), `the answer to ${method}`, { timeoutMs: ANSWER_MS, describe: () => stderr })
    const { result = {}, error } = answers.get(id) ?? {}
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  const waitFor = async (method: string, count = 1) => {
    const nth = () => messages.filter((message) => message.method === method)[count - 1]
    const describe = () => `${messages.map((message) => message.method).join(' ')}\n${stderr}`
    await until(() => nth() !== undefined, method, { timeoutMs: ANSWER_MS, describe })
    return nth() as AppServerMessage
  }
  const end = async () => {
    const gone = new Promise<void>((done) => child.once('exit', () => done()))
    const timer = setTimeout(() => endGroup(child.pid), FAREWELL_MS)
    child.stdin.end()
    if (child.exitCode === null && child.signalCode === null) await gone
    clearTimeout(timer)
  }
  return { messages, request, send, waitFor, stderr: () => stderr, end }
}
