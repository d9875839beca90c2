import { connect } from 'node:net'
import { pathsOf } from '../../config/paths.ts'
import { agentDeed } from '../../core/rules/book/own-verbs.ts'
import { AGENT_DOOR_TEXTS } from '../../core/words/cli.ts'
import { isOutOfReach } from '../../disk/reach.ts'
import { callingRuntime, callingSession } from '../../runtimes/registry.ts'
import type { AgentReply, AgentRequest } from '../../wiring/protocol.ts'
import { printable } from './show.ts'
import type { Context } from './terminal.ts'

export type Ran = Omit<Extract<AgentReply, { kind: 'ran' }>, 'kind'>

/** Longer than the daemon gives a command. */
const PATIENCE_MS = 90_000

/** Where our files are hidden from this process, the daemon runs the command. Undefined: it can be run here. */
export async function runAtDoor(
  { env, cwd }: Pick<Context, 'env' | 'cwd'>,
  argv: readonly string[],
): Promise<Ran | undefined> {
  const { state, agentSocket } = pathsOf(env)
  if (agentDeed(argv) === 'look' || !isOutOfReach(state)) return undefined
  const [runtime, session] = [callingRuntime(env)?.name, callingSession(env)]
  const named = { ...(runtime !== undefined && { runtime }), ...(session !== undefined && { session }) }
  const reply = await ask(agentSocket, { op: 'agent', argv, cwd, ...named })
  if (reply?.kind !== 'ran') return { exit: 1, stdout: '', stderr: `fairlead: ${AGENT_DOOR_TEXTS.closed}\n` }
  return { exit: reply.exit, stdout: printable(reply.stdout), stderr: printable(reply.stderr) }
}

function ask(path: string, request: AgentRequest): Promise<AgentReply | undefined> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    const socket = connect(path)
    const timer = setTimeout(() => socket.destroy(), PATIENCE_MS)
    socket.on('connect', () => socket.end(`${JSON.stringify(request)}\n`))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      done(replyIn(Buffer.concat(chunks).toString('utf8')))
    })
  })
}

function replyIn(line: string): AgentReply | undefined {
  try {
    return JSON.parse(line) as AgentReply
  } catch {
    return undefined
  }
}
