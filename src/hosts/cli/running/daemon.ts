import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathsOf } from '../../../config/paths.ts'
import { daemonArgs } from '../../../wiring/daemon-args.ts'
import { askDaemon, stopDaemon } from '../ask-daemon.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { type Context, shortPath } from '../terminal.ts'
import { bundleEntry } from './bundle-entry.ts'

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
