import type { Paths } from '../../config/paths.ts'
import * as yamlDoor from '../../config/yaml-door.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { answerProof } from '../../wiring/answer-proof.ts'
import type { Reply, Request } from '../../wiring/protocol.ts'
import { isNewer } from '../../wiring/protocol.ts'
import { VERSION } from '../../wiring/version.ts'
import { readKey, wireGate } from '../../wiring/wire-gate.ts'
import { makeClients } from './clients.ts'
import { sendSpans } from './export-spans.ts'
import { claimSocket } from './socket.ts'

export interface DaemonOptions {
  readonly paths: Paths
  readonly env: Readonly<Record<string, string | undefined>>
  /** Without work, clients and holds for this long, the daemon leaves. */
  readonly idleMs?: number
}

const IDLE_MS = 15 * 60_000
const TICK_MS = 5_000
/** A hold older than this waits for nobody any more. */
const HOLD_MS = 30 * 60_000

/** One per user. Answers hooks until it is idle, told to stop, replaced, or older than a caller. */
export async function runDaemon({ paths, env, idleMs = IDLE_MS }: DaemonOptions): Promise<void> {
  const { gate, policy, store } = wireGate({ paths, env, loadYaml: () => yamlDoor })
  const clients = makeClients()
  let lastWorkMs = Date.now()
  const stopped = Promise.withResolvers<void>()

  async function reply(request: Request): Promise<Reply> {
    lastWorkMs = Date.now()
    if (request.op === 'info') {
      return { kind: 'info', version: VERSION, pid: process.pid, memoryBytes: process.memoryUsage().rss }
    }
    if (request.op === 'stop') {
      setImmediate(stopped.resolve)
      return { kind: 'stopping' }
    }
    if (isNewer(request.version, VERSION)) {
      setImmediate(stopped.resolve)
      return { kind: 'retired' }
    }
    clients.seen(request.client)
    const answer = await gate.handle(request.call)
    const key = readKey(paths.key)
    return { kind: 'answer', answer, ...(key && { proof: answerProof(key, request.call, answer.stdout) }) }
  }

  const socket = await claimSocket(paths.socket, reply)
  if (!socket) return
  const tick = setInterval(
    () => {
      if (!socket.isOurs()) return stopped.resolve()
      if (Date.now() - lastWorkMs < idleMs || clients.anyAlive()) return
      holdWaits().then(
        (waits) => (waits ? undefined : stopped.resolve()),
        () => stopped.resolve(),
      )
    },
    Math.min(TICK_MS, idleMs),
  )

  const endpointOf = (project: ProjectRoot) => policy(project).telemetry.otlpEndpoint
  const endSending = sendSpans({ store, endpointOf, cursorFile: paths.spanCursor, version: VERSION })

  async function holdWaits(): Promise<boolean> {
    const open = await store()
    const states = await Promise.all((await open.projects()).map((project) => open.read(project)))
    const since = Date.now() - HOLD_MS
    return states.some(({ edge }) =>
      [edge.junction, ...edge.queue].some((hold) => hold !== null && hold.createdAtMs > since),
    )
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.resolve())
  await stopped.promise
  clearInterval(tick)
  endSending()
  await socket.close()
  await gate.close()
}
