import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { doorPathOf, METRICS_PATH, readDoorPort } from '../../config/door-port.ts'
import type { Paths } from '../../config/paths.ts'
import { eventId } from '../../core/model/ids.ts'
import { PORT_CLOSED } from '../../core/words/person.ts'
import type { HookAnswer, HookCall } from '../../gate/gate.ts'
import type { Arrival, ClosedPort } from '../../person/arrival.ts'
import { connectionOwner } from '../../person/open-files.ts'
import { RUNTIMES } from '../../runtimes/registry.ts'
import { EXPOSITION_TYPE } from './exposition.ts'

export interface ClientPort {
  readonly port: () => number | undefined
  /** Why no connection reaches us; undefined when it is open. */
  readonly closed: () => ClosedPort | undefined
  /** Opens it where that is possible now; follows `init --port`. */
  readonly keepOpen: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The port for clients' connections, as long as the daemon lives. */
export function makeClientPort({ doorPort }: Pick<Paths, 'doorPort'>, service: PortService): ClientPort {
  let port: number | undefined
  let open: Listener | undefined
  let turn: Promise<void> = Promise.resolve()

  async function follow(): Promise<void> {
    const wanted = readDoorPort(doorPort)
    if (wanted !== port) {
      await open?.close()
      open = undefined
      port = wanted
    }
    if (port !== undefined) open ??= await listen(port, service)
  }

  return {
    port: () => port,
    closed: () => (open ? undefined : closedBecause(port)),
    // One after the other: two attempts at once would see each other's port as taken.
    keepOpen: () => {
      turn = turn.then(follow)
      return turn
    },
    close: async () => {
      await turn
      await open?.close()
    },
  }
}

function closedBecause(port: number | undefined): ClosedPort {
  return port === undefined ? PORT_CLOSED.noPort : PORT_CLOSED.portTaken(port)
}

interface Listener {
  close(): Promise<void>
}

/** What is served there. */
export interface PortService {
  readonly answer: (call: HookCall, arrival: Arrival) => Promise<HookAnswer>
  /** Figures in the text format of Prometheus. */
  readonly metrics: () => Promise<string>
}

const HOST = '127.0.0.1'
/** A prompt may carry a pasted file, not more. */
const MAX_BODY_BYTES = 8 * 1_024 * 1_024
const REQUEST_DEADLINE_MS = 10_000
const UNSNIFFED = { 'x-content-type-options': 'nosniff' }

/** Listens where `init` told the clients to send to. Undefined when another program has the port. */
function listen(port: number, service: PortService): Promise<Listener | undefined> {
  const server = createServer({ requestTimeout: REQUEST_DEADLINE_MS }, (request, response) => {
    serve(request, response, { port, ...service }).catch(() => end(response, 500))
  })
  return new Promise((done) => {
    server.once('error', () => done(undefined))
    server.listen(port, HOST, () => done({ close: () => closed(server) }))
  })
}

interface Service extends PortService {
  readonly port: number
}

async function serve(request: IncomingMessage, response: ServerResponse, service: Service): Promise<void> {
  const { port, answer, metrics } = service
  const refused = refusal(request, port)
  if (refused !== undefined) return end(response, refused)
  if (request.url === METRICS_PATH) {
    const text = await metrics()
    response.writeHead(200, { 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store', ...UNSNIFFED })
    response.end(text)
    return
  }
  const bytes = await bodyOf(request)
  if (bytes === undefined) return end(response, 413)
  // Asked while the connection is open: afterwards its owner can't be seen any more.
  const owner = await connectionOwner({ remotePort: request.socket.remotePort ?? 0, localPort: port })
  const call: HookCall = {
    runtime: runtimeAt(request.url) ?? '',
    bytes,
    stamp: { id: eventId(randomUUID()), atMs: Date.now() },
    // A connection has no folder; the payload's is used.
    startDir: '/',
  }
  const { stdout } = await answer(call, { way: 'connection', owner })
  response.writeHead(200, { 'content-type': 'application/json', ...UNSNIFFED })
  response.end(stdout || '{}')
}

/**
 * Browsers reach loopback too: they name a host or an origin of their own, say that a page sent them, and cannot send
 * JSON without asking first. A person who types the address of the figures is sent by no page.
 */
function refusal({ method, url, headers }: IncomingMessage, port: number): number | undefined {
  if (headers.host !== `${HOST}:${port}` || headers.origin !== undefined) return 403
  if ((headers['sec-fetch-site'] ?? 'none') !== 'none') return 403
  if (url === METRICS_PATH) return method === 'GET' ? undefined : 405
  if (runtimeAt(url) === undefined) return 404
  if (method !== 'POST') return 405
  return /^application\/json\b/.test(headers['content-type'] ?? '') ? undefined : 415
}

/** Only a runtime whose person types commands sends any here. */
function runtimeAt(url: string | undefined): string | undefined {
  return RUNTIMES.find(({ name, person }) => person.by === 'command' && url === doorPathOf(name))?.name
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function end(response: ServerResponse, status: number): void {
  if (!response.headersSent) response.writeHead(status, { connection: 'close' })
  response.end()
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}
