import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { pathsOf } from '../../../config/paths.ts'
import { DAEMON_TEXTS } from '../../../core/words/cli.ts'
import { daemonArgs } from '../../../wiring/daemon-args.ts'
import { unknownRuntime } from '../arguments.ts'
import { askDaemon, stopDaemon } from '../ask-daemon.ts'
import { DONE, type Exit, failed, type OrExit, refused } from '../exit.ts'
import { refuseBelowAgent } from '../install/refuse-agent.ts'
import { type Context, shortPath } from '../terminal.ts'

/** Runs the MCP server in this process: it owns stdin and stdout until the client leaves. */
export async function mcp(context: Context, runtime: string): Promise<Exit> {
  const unknown = unknownRuntime(runtime)
  if (unknown) return unknown
  const entry = bundleEntry(context, 'mcp.mjs')
  if (!entry.ok) return entry.exit
  process.argv = [process.execPath, entry.open, runtime]
  await import(pathToFileURL(entry.open).href)
  return DONE
}

/** Runs the hook in this process: it reads stdin and writes the answer by itself. */
export async function hook(
  context: Context,
  runtime: string,
  { strict }: { readonly strict?: boolean },
): Promise<Exit> {
  const unknown = unknownRuntime(runtime)
  if (unknown) return unknown
  const entry = bundleEntry(context, 'hook.cjs')
  if (!entry.ok) return entry.exit
  process.argv = [process.execPath, entry.open, runtime, ...(strict ? ['--strict'] : [])]
  createRequire(entry.open)(entry.open)
  return DONE
}

const POLL_MS = 50
const START_MS = 5_000

/** Starts the daemon now; hooks also start it by themselves. */
export async function up(context: Context): Promise<Exit> {
  const { terminal, env, bundle, node } = context
  const paths = pathsOf(env)
  const running = await askDaemon(paths.socket, 'info')
  if (running?.kind === 'info') {
    terminal.out(DAEMON_TEXTS.running(running.version, running.pid))
    return DONE
  }
  const entry = bundleEntry(context, 'daemon.mjs')
  if (!entry.ok) return entry.exit
  mkdirSync(dirname(paths.daemonLog), { recursive: true, mode: 0o700 })
  const log = openSync(paths.daemonLog, 'a', 0o600)
  spawn(node, daemonArgs(bundle), {
    detached: true,
    stdio: ['ignore', 'ignore', log],
    cwd: '/',
    env: { ...env },
  }).unref()
  for (let waited = 0; waited < START_MS; waited += POLL_MS) {
    const reply = await askDaemon(paths.socket, 'info')
    if (reply?.kind === 'info') {
      terminal.out(DAEMON_TEXTS.started(reply.version, reply.pid))
      return DONE
    }
    await sleep(POLL_MS)
  }
  return failed(DAEMON_TEXTS.notStarted(shortPath(paths.daemonLog, env)))
}

export async function down(context: Context): Promise<Exit> {
  const paths = pathsOf(context.env)
  const refusal = await refuseBelowAgent(context, paths, 'fairlead down')
  if (refusal) return refusal
  context.terminal.out((await stopDaemon(paths.socket)) ? DAEMON_TEXTS.stopped : DAEMON_TEXTS.none)
  return DONE
}

/** One of the programs that this command line was built with. */
function bundleEntry({ bundle }: Context, name: string): OrExit<string> {
  const entry = join(bundle, name)
  return existsSync(entry) ? { ok: true, open: entry } : refused(DAEMON_TEXTS.missing(entry))
}
