import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { DOOR_PATH } from '../../config/door-port.ts'
import { eventId } from '../../core/model/ids.ts'
import { ownerOf } from '../../gate/door-owner.ts'
import type { Arrival, HookAnswer, HookCall } from '../../gate/gate.ts'

export interface HttpDoor {
  close(): Promise<void>
}

type Answer = (call: HookCall, arrival: Arrival) => Promise<HookAnswer>

const HOST = '127.0.0.1'
/** A prompt may carry a pasted file, not more. */
const MAX_BODY_BYTES = 8 * 1_024 * 1_024
const REQUEST_DEADLINE_MS = 10_000

/** Listens where `init` told the clients to send to. Undefined when somebody else has the port. */
export function openHttpDoor(port: number, answer: Answer): Promise<HttpDoor | undefined> {
  const server = createServer({ requestTimeout: REQUEST_DEADLINE_MS }, (request, response) => {
    serve(request, response, { port, answer }).catch(() => end(response, 500))
  })
  return new Promise((done) => {
    server.once('error', () => done(undefined))
    server.listen(port, HOST, () => done({ close: () => closed(server) }))
  })
}

interface Service {
  readonly port: number
  readonly answer: Answer
}

async function serve(request: IncomingMessage, response: ServerResponse, { port, answer }: Service): Promise<void> {
  const refused = refusal(request, port)
  if (refused !== undefined) return end(response, refused)
  const bytes = await bodyOf(request)
  if (bytes === undefined) return end(response, 413)
  // Asked while the connection is open: afterwards nobody can tell whose it was.
  const owner = await ownerOf({ remotePort: request.socket.remotePort ?? 0, localPort: port })
  const call: HookCall = {
    runtime: 'claude-code',
    bytes,
    stamp: { id: eventId(randomUUID()), atMs: Date.now() },
    // A connection has no folder; the payload's is used.
    startDir: '/',
  }
  const { stdout } = await answer(call, { way: 'connection', owner })
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(stdout || '{}')
}

/** Browsers reach loopback too: they name a host or an origin of their own, and cannot send JSON without asking first. */
function refusal({ method, url, headers }: IncomingMessage, port: number): number | undefined {
  if (headers.host !== `${HOST}:${port}` || headers.origin !== undefined) return 403
  if (url !== DOOR_PATH) return 404
  if (method !== 'POST') return 405
  return /^application\/json\b/.test(headers['content-type'] ?? '') ? undefined : 415
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
