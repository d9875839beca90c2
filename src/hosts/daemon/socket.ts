import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { parseJson } from '../../core/model/json.ts'
import { move } from '../../disk/move.ts'
import type { Caller } from '../../gate/gate.ts'
import { HOOK_PATIENCE_MS } from '../../wiring/protocol.ts'

/** The process at the other end, which is told in a line of its own that the answer takes longer. */
export interface SocketCaller extends Caller {
  keepWaiting(line?: string): void
}

/** What is spoken on a socket, and how much of it. */
export interface Spoken<Asked> {
  readonly isAsked: (value: unknown) => value is Asked
  readonly answer: (asked: Asked, caller: SocketCaller) => Promise<unknown>
  /** When the caller began to wait, where it says so. */
  readonly askedAtMs?: (asked: Asked) => number | undefined
  /** A request longer than this is not one of ours. */
  readonly maxBytes: number
  /** A request that is not complete by then is dropped, however steadily its bytes come; so is an answer that nobody reads. */
  readonly arriveMs: number
  /** Further callers are turned away. */
  readonly maxCallers?: number
}

export interface ClaimedSocket {
  /** False once another daemon has taken the name. */
  isOurs(): boolean
  /** Lets callers hear their answers first, or hangs up on them. */
  close(how?: 'at once'): Promise<void>
}

/**
 * The socket is the singleton: a live daemon keeps it, a dead one's name is taken over. It is bound under a private
 * name and renamed into place, so there is no moment without a listener; a daemon that loses a race sees it and leaves.
 */
export async function claimSocket<Asked>(path: string, spoken: Spoken<Asked>): Promise<ClaimedSocket | undefined> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return (await answers(path)) ? undefined : takeSocket(path, spoken)
}

/** Takes the name from whoever has it. */
export async function takeSocket<Asked>(path: string, spoken: Spoken<Asked>): Promise<ClaimedSocket> {
  const own = `${path}.${process.pid}`
  rmSync(own, { force: true })
  const server = await listen(own, spoken)
  const callers = new Set<Socket>()
  server.on('connection', (socket) => {
    callers.add(socket)
    socket.once('close', () => callers.delete(socket))
  })
  chmodSync(own, 0o600)
  const { ino } = statSync(own)
  move(own, path)
  const isOurs = () => inodeOf(path) === ino
  return {
    isOurs,
    close: (how) =>
      new Promise((done) => {
        if (isOurs()) rmSync(path, { force: true })
        server.close(() => done())
        if (how === 'at once') for (const socket of callers) socket.destroy()
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

function listen<Asked>(path: string, spoken: Spoken<Asked>): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket, spoken))
  if (spoken.maxCallers !== undefined) server.maxConnections = spoken.maxCallers
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(path, () => done(server))
  })
}

/** One line in, one line out. A caller that sends anything else is dropped; it then decides by itself. */
function serve<Asked>(socket: Socket, { isAsked, answer, askedAtMs, maxBytes, arriveMs }: Spoken<Asked>): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const acceptedMs = performance.now()
  let late = setTimeout(() => socket.destroy(), arriveMs)
  socket.on('error', () => socket.destroy())
  socket.on('close', () => clearTimeout(late))
  socket.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes > maxBytes) socket.destroy()
    else chunks.push(chunk)
  })
  socket.on('end', () => {
    clearTimeout(late)
    const asked = parseJson(Buffer.concat(chunks).toString('utf8'))
    if (!isAsked(asked)) {
      socket.destroy()
      return
    }
    answer(asked, callerOn(socket, waitedMs(askedAtMs?.(asked), acceptedMs))).then(
      (said) => {
        socket.end(`${JSON.stringify(said)}\n`)
        late = setTimeout(() => socket.destroy(), arriveMs)
      },
      () => socket.destroy(),
    )
  })
}

/**
 * A blank before the answer is the only way to learn whether the caller still reads: a caller that has sent everything and then
 * leaves is not noticed otherwise. The reader of JSON does not mind it.
 */
function callerOn(socket: Socket, waited: number): SocketCaller {
  const blank = () =>
    new Promise<boolean>((done) => {
      socket.write(' ', (error) => done(!error))
    })
  const untilMs = performance.now() + HOOK_PATIENCE_MS - waited
  let waits = false
  return {
    keepWaiting: (line = ' ') => {
      waits = true
      socket.write(line)
    },
    isThere: blank,
    hasGivenUp: () => !waits && performance.now() >= untilMs,
  }
}

/** A daemon that got no time to run accepts late: the hook has waited since it stamped its call. */
function waitedMs(askedAtMs: number | undefined, acceptedMs: number): number {
  const accepted = performance.now() - acceptedMs
  const stamped = askedAtMs === undefined ? 0 : Date.now() - askedAtMs
  return stamped >= 0 && stamped < MAX_STAMP_AGE_MS ? Math.max(accepted, stamped) : accepted
}

/** Beyond it the clock was changed. */
const MAX_STAMP_AGE_MS = 600_000
