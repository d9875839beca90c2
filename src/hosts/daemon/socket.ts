import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { move } from '../../disk/move.ts'
import type { Caller } from '../../gate/gate.ts'
import { HOOK_PATIENCE_MS, type Reply, type Request } from '../../wiring/protocol.ts'

/** A request longer than this is not one of ours. */
const MAX_REQUEST_BYTES = 32 * 1_024 * 1_024
const REQUEST_DEADLINE_MS = 30_000

type Answerer = (request: Request, caller: Caller) => Promise<Reply>

export interface ClaimedSocket {
  /** False once another daemon has taken the name. */
  isOurs(): boolean
  close(): Promise<void>
}

/**
 * The socket is the singleton: a live daemon keeps it, a dead one's name is taken over. It is bound under a private
 * name and renamed into place, so there is no moment without a listener; a daemon that loses a race sees it and leaves.
 */
export async function claimSocket(path: string, reply: Answerer): Promise<ClaimedSocket | undefined> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (await answers(path)) return undefined
  const own = `${path}.${process.pid}`
  rmSync(own, { force: true })
  const server = await listen(own, reply)
  chmodSync(own, 0o600)
  const { ino } = statSync(own)
  move(own, path)
  const isOurs = () => inodeOf(path) === ino
  return {
    isOurs,
    close: () =>
      new Promise((done) => {
        if (isOurs()) rmSync(path, { force: true })
        server.close(() => done())
      }),
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

function inodeOf(path: string): number | undefined {
  try {
    return statSync(path).ino
  } catch {
    return undefined
  }
}

function listen(path: string, reply: Answerer): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket, reply))
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(path, () => done(server))
  })
}

/** One line in, one line out. A caller that sends anything else is dropped; it then decides by itself. */
function serve(socket: Socket, reply: Answerer): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const acceptedMs = performance.now()
  socket.setTimeout(REQUEST_DEADLINE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes > MAX_REQUEST_BYTES) socket.destroy()
    else chunks.push(chunk)
  })
  socket.on('end', () => {
    const request = requestIn(Buffer.concat(chunks).toString('utf8'))
    if (!request) {
      socket.destroy()
      return
    }
    reply(request, callerOn(socket, waitedMs(request, acceptedMs))).then(
      (answer) => socket.end(`${JSON.stringify(answer)}\n`),
      () => socket.destroy(),
    )
  })
}

/**
 * A blank before the answer says that it takes longer; the reader of JSON does not mind it. It is also the only way to
 * learn whether the caller still reads: a caller that has sent everything and then leaves is not noticed otherwise.
 */
function callerOn(socket: Socket, waited: number): Caller {
  const blank = () =>
    new Promise<boolean>((done) => {
      socket.write(' ', (error) => done(!error))
    })
  const untilMs = performance.now() + HOOK_PATIENCE_MS - waited
  let waits = false
  return {
    keepWaiting: () => {
      waits = true
      socket.setTimeout(0)
      void blank()
    },
    isThere: blank,
    hasGivenUp: () => !waits && performance.now() >= untilMs,
  }
}

/** A daemon that got no time to run accepts late: the hook has waited since it stamped its call. */
function waitedMs(request: Request, acceptedMs: number): number {
  const accepted = performance.now() - acceptedMs
  const stamped = request.op === 'hook' ? Date.now() - request.call.stamp.atMs : 0
  return stamped >= 0 && stamped < MAX_STAMP_AGE_MS ? Math.max(accepted, stamped) : accepted
}

/** Beyond it the clock was changed. */
const MAX_STAMP_AGE_MS = 600_000

function requestIn(line: string): Request | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isRequest(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRequest(value: unknown): value is Request {
  if (typeof value !== 'object' || value === null || !('op' in value) || !('version' in value)) return false
  if (typeof value.version !== 'string') return false
  if (value.op === 'info' || value.op === 'stop') return true
  return (
    value.op === 'hook' &&
    'call' in value &&
    isCall(value.call) &&
    'client' in value &&
    typeof value.client === 'number'
  )
}

function isCall(call: unknown): boolean {
  if (typeof call !== 'object' || call === null) return false
  const fields = call as Readonly<Record<string, unknown>>
  const stamp = fields['stamp'] as Readonly<Record<string, unknown>> | null | undefined
  return (
    ['runtime', 'bytes', 'startDir'].every((name) => typeof fields[name] === 'string') &&
    typeof stamp === 'object' &&
    stamp !== null &&
    typeof stamp['id'] === 'string' &&
    typeof stamp['atMs'] === 'number'
  )
}
