import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { pathsOf } from '../../../config/paths.ts'
import { daemonArgs } from '../../../wiring/daemon-args.ts'
import { unknownRuntime } from '../arguments.ts'
import { askDaemon, stopDaemon } from '../ask-daemon.ts'
import { DONE, type Exit, failed, type Opened, refused } from '../exit.ts'
import { type Context, shortPath } from '../terminal.ts'

/** The MCP server that runtimes start, in this process: it owns stdin and stdout until the client leaves. */
export async function mcp(context: Context, runtime: string): Promise<Exit> {
  const unknown = unknownRuntime(runtime)
  if (unknown) return unknown
  const entry = bundleEntry(context, 'mcp.mjs')
  if (!entry.ok) return entry.exit
  process.argv = [process.execPath, entry.open, runtime]
  await import(pathToFileURL(entry.open).href)
  return DONE
}

/** The entry that runtimes call, in this process. It reads stdin and writes the answer by itself. */
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

/** Starts the daemon. Hooks do so by themselves; this is for those who want it now. */
export async function up(context: Context): Promise<Exit> {
  const { terminal, env, bundle, node } = context
  const paths = pathsOf(env)
  const running = await askDaemon(paths.socket, 'info')
  if (running?.kind === 'info') {
    terminal.out(`already up: version ${running.version}, process ${running.pid}`)
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
      terminal.out(`up: version ${reply.version}, process ${reply.pid}`)
      return DONE
    }
    await sleep(POLL_MS)
  }
  return failed(`the daemon did not start; read \`${shortPath(paths.daemonLog, env)}\``)
}

export async function down({ terminal, env }: Context): Promise<Exit> {
  terminal.out((await stopDaemon(pathsOf(env).socket)) ? 'down; the next hook starts it again' : 'no daemon is running')
  return DONE
}

/** One of the programs that this command line was built with. */
function bundleEntry({ bundle }: Context, name: string): Opened<string> {
  const entry = join(bundle, name)
  return existsSync(entry)
    ? { ok: true, open: entry }
    : refused(`\`${entry}\` is missing; run \`npm run build\` in the clone`)
}
