import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `turn` asked the model to go on; `compact` for a summary; `side` for a title or the like; `probe` is not a model call. */
export type RequestKind = 'turn' | 'compact' | 'side' | 'probe'

export type ModelRequest = {
  readonly kind: RequestKind
  readonly atMs: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
  /** Every string of the conversation in this request, one per line. */
  readonly text: string
}

export type When = string | RegExp | ((request: ModelRequest) => boolean)

export type TurnRules = {
  /** Serve this turn only to a request that fits; such turns go before the plain ones. */
  readonly when?: When
  /** Serve it again and again. */
  readonly sticky?: boolean
  readonly delayMs?: number
}

export type ModelServer = {
  readonly port: number
  readonly url: string
  /** Requests that asked the model to go on, oldest first. */
  readonly requests: readonly ModelRequest[]
  /** Every request, probes and titles included. */
  readonly log: readonly ModelRequest[]
  /** Text of the n-th turn request; negative counts from the end. Empty when there was none. */
  readonly textOfRequest: (n: number) => string
  readonly close: () => Promise<void>
}

export type Dialect = {
  readonly classify: (seen: { readonly method: string; readonly path: string; readonly body: Body }) => RequestKind
  readonly conversation: (body: Body) => unknown
  readonly answer: (request: ModelRequest, response: ServerResponse) => void
}

type Body = Readonly<Record<string, unknown>>

/** A model provider on loopback that says what its script says and remembers what it was asked. */
export async function startModelServer(dialect: Dialect): Promise<ModelServer> {
  const log: ModelRequest[] = []
  const server = createServer((incoming, response) => {
    void readBody(incoming).then((body) => {
      const method = incoming.method ?? 'GET'
      const path = (incoming.url ?? '/').split('?')[0] ?? '/'
      const request: ModelRequest = {
        kind: dialect.classify({ method, path, body }),
        atMs: Date.now(),
        method,
        path,
        headers: incoming.headers,
        body,
        text: stringsOf(dialect.conversation(body)).join('\n'),
      }
      log.push(request)
      dialect.answer(request, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const turns = () => log.filter((request) => request.kind === 'turn')
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    log,
    get requests() {
      return turns()
    },
    textOfRequest: (n) => turns().at(n)?.text ?? '',
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Hands out each turn once: the first that was written for this request, else the first written for any. */
export function turnPicker<Turn extends TurnRules>(
  script: readonly Turn[],
): (request: ModelRequest) => Turn | undefined {
  const unused = new Set(script)
  return (request) => {
    const left = [...unused]
    const turn =
      left.find((t) => t.when !== undefined && fits(t.when, request)) ?? left.find((t) => t.when === undefined)
    if (turn !== undefined && turn.sticky !== true) unused.delete(turn)
    return turn
  }
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

export function sendEvents(response: ServerResponse, events: readonly (readonly [string, object])[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [type, data] of events) response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  response.end()
}

function fits(when: When, request: ModelRequest): boolean {
  if (typeof when === 'string') return request.text.includes(when)
  return when instanceof RegExp ? when.test(request.text) : when(request)
}

async function readBody(incoming: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Body) : {}
  } catch {
    return {}
  }
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsOf)
}
