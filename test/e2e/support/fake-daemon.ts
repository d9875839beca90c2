import { createHmac } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/** What the fake daemon was asked, as far as the cases look at it. */
export interface Asked {
  readonly version: string
  readonly client: number
  readonly call: {
    readonly runtime: string
    readonly bytes: string
    readonly stamp: { readonly id: string; readonly atMs: number }
    readonly startDir: string
    readonly waitSeconds?: number
  }
}

export interface Saying {
  readonly socket: Socket
  readonly asked: Asked
  /** The proof that the real daemon would give; parts of the question can be swapped. */
  readonly proof: (stdout?: string, other?: { id?: string; bytes?: string; key?: Buffer }) => string
  /** The very line the real daemon prints. */
  readonly answer: (stdout: string) => string
  readonly waiting: () => string
}

export type Behaviour = (saying: Saying) => unknown

/** Takes the place of the daemon at the hook's socket, and says what a case wants. */
export async function fakeDaemon(stateFolder: string, behaviour: Behaviour): Promise<FakeDaemon> {
  const asked: Asked[] = []
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    const chunks: Buffer[] = []
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => {
      // A daemon that starts only looks whether somebody is there.
      if (chunks.length === 0) return
      const request = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked
      asked.push(request)
      behaviour(sayingFor(socket, request, stateFolder))
    })
  })
  const path = join(stateFolder, 'daemon.sock')
  rmSync(path, { force: true })
  await new Promise<void>((done) => server.listen(path, done))
  return { asked, server, close: () => close(server, open) }
}

export interface FakeDaemon {
  readonly asked: readonly Asked[]
  readonly server: Server
  readonly close: () => Promise<void>
}

function close(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  for (const socket of open) socket.destroy()
  return new Promise((done) => server.close(() => done()))
}

function sayingFor(socket: Socket, asked: Asked, stateFolder: string): Saying {
  const proof: Saying['proof'] = (stdout, other = {}) => {
    const { id = asked.call.stamp.id, bytes = asked.call.bytes, key = keyIn(stateFolder) } = other
    const [kind, said] = stdout === undefined ? ['waiting', []] : ['answer', [stdout]]
    const text = [kind, id, String(bytes.length), bytes, ...said].join('\n')
    return createHmac('sha256', key).update(text).digest('hex')
  }
  const answer = (stdout: string) => `${JSON.stringify({ kind: 'answer', answer: { stdout }, proof: proof(stdout) })}\n`
  const waiting = () => `${JSON.stringify({ kind: 'waiting', proof: proof() })}\n`
  return { socket, asked, proof, answer, waiting }
}

function keyIn(stateFolder: string): Buffer {
  try {
    return readFileSync(join(stateFolder, 'approval.key'))
  } catch {
    return Buffer.alloc(0)
  }
}
