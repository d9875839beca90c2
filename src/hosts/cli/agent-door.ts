import { pathsOf } from '../../config/paths.ts'
import { agentDeed } from '../../core/rules/book/own-verbs.ts'
import { AGENT_DOOR_TEXTS } from '../../core/words/cli.ts'
import { isOutOfReach } from '../../disk/reach.ts'
import { callingRuntime, callingSession } from '../../runtimes/registry.ts'
import type { AgentReply } from '../../wiring/protocol.ts'
import { askAt } from './ask-daemon.ts'
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
  const reply = await askAt<AgentReply>(agentSocket, { op: 'agent', argv, cwd, ...named }, PATIENCE_MS)
  if (reply?.kind !== 'ran') return { exit: 1, stdout: '', stderr: `fairlead: ${AGENT_DOOR_TEXTS.closed}\n` }
  return { exit: reply.exit, stdout: printable(reply.stdout), stderr: printable(reply.stderr) }
}
