import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseJson } from '../../core/model/json.ts'
import type { AgentRequest, Reply, Request } from '../../wiring/protocol.ts'
import { VERSION } from '../../wiring/version.ts'

const DEADLINE_MS = 2_000

/** One question to the daemon; undefined when none answers. */
export function askDaemon(socketPath: string, op: 'info' | 'stop' | 'console'): Promise<Reply | undefined> {
  return askAt(socketPath, { op, version: VERSION }, DEADLINE_MS)
}

/** One line to a socket of ours and the line that comes back; undefined when none does. */
export function askAt<Answer>(
  path: string,
  request: Request | AgentRequest,
  patienceMs: number,
): Promise<Answer | undefined> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    const socket = connect(path)
    const timer = setTimeout(() => socket.destroy(), patienceMs)
    socket.on('connect', () => socket.end(`${JSON.stringify(request)}\n`))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      done(parseJson(Buffer.concat(chunks).toString('utf8')) as Answer | undefined)
    })
  })
}

const POLL_MS = 50
const LEAVING_MS = 5_000

/** Tells the daemon to leave and waits until its process has: it writes to the last. False when none was there. */
export async function stopDaemon(socketPath: string): Promise<boolean> {
  const info = await askDaemon(socketPath, 'info')
  const reply = await askDaemon(socketPath, 'stop')
  if (reply === undefined) return false
  const pid = info?.kind === 'info' ? info.pid : undefined
  for (let waited = 0; waited < LEAVING_MS; waited += POLL_MS) {
    const isGone = pid === undefined ? (await askDaemon(socketPath, 'info')) === undefined : !runs(pid)
    if (isGone) break
    await sleep(POLL_MS)
  }
  return true
}

/** A process that ended and that nobody has asked about yet runs no more. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) [ZX] /.test(existsSync('/proc/self/stat') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '')
  } catch {
    return false
  }
}
