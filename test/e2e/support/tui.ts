import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { cleanEnvironment, type Environment } from './run-client.ts'
import { openTerminal, type Program, type Terminal } from './terminal.ts'
import { until } from './until.ts'

/**
 * The person: a tmux server of their own, and a terminal attached to it. Keys are written to that terminal, never
 * sent with `send-keys`, because tmux's `client_activity` tells the two apart and so does the gate.
 */
export type Person = {
  readonly socket: string
  readonly tmux: (...args: readonly string[]) => string
  /** Second of the last real key, as tmux saw it. */
  readonly activity: () => number
  /** Bytes as they would come from the keyboard. */
  readonly keys: (bytes: string) => void
  readonly open: (program: Program) => Promise<Terminal>
  /** Detaches, and comes back through another terminal. */
  readonly reattach: () => Promise<void>
  readonly close: () => Promise<void>
}

const SIZE = { columns: 150, rows: 50 }

export async function startPerson({ home }: { readonly home: string }): Promise<Person> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-person-'))
  const socket = join(folder, 'tmux')
  const env = cleanEnvironment(home)
  const tmux = await startTmux({ folder, socket, env, home })
  let keyboard = attach(socket, env)
  await until(() => tmux('list-clients', '-F', '#{client_pid}') !== '', 'the attached terminal')
  const opened: Terminal[] = []
  const keys = (bytes: string) => void keyboard.stdin.write(bytes)
  return {
    socket,
    tmux,
    activity: () => Number(tmux('list-clients', '-F', '#{client_activity}').split('\n')[0]),
    keys,
    open: async (program) => {
      const terminal = await openTerminal({ next: nextIn(folder), tmux, keys, program })
      opened.push(terminal)
      return terminal
    },
    reattach: async () => {
      tmux('detach-client', '-a')
      tmux('detach-client', '-s', 'person')
      await until(() => tmux('list-clients', '-F', '#{client_pid}') === '', 'the terminal to let go')
      keyboard.kill('SIGKILL')
      keyboard = attach(socket, env)
      await until(() => tmux('list-clients', '-F', '#{client_pid}') !== '', 'the terminal that came back')
    },
    close: async () => {
      await Promise.all(opened.map((terminal) => terminal.close()))
      const gone = new Promise((done) => keyboard.once('exit', done))
      answers(tmux, 'kill-server')
      if (keyboard.exitCode === null) await Promise.race([gone, pause(2_000)])
      keyboard.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const nextIn = (folder: string) => join(folder, 'next')

type Server = { readonly folder: string; readonly socket: string; readonly env: Environment; readonly home: string }

async function startTmux({ folder, socket, env, home }: Server): Promise<Person['tmux']> {
  const tmux = (...args: readonly string[]) =>
    execFileSync('tmux', ['-S', socket, ...args], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd()
  const size = ['-x', String(SIZE.columns), '-y', String(SIZE.rows)]
  // This suite asks tmux for every screen; what a person's tmux remembers would be gone within two minutes.
  const settings = join(folder, 'tmux.conf')
  // A window is opened by a key, as a person does it: one that a program opens may be the agent's.
  const key = `bind-key -n F12 new-window 'exec sh ${nextIn(folder)}'`
  const options = ['status off', 'prefix None', 'escape-time 0', 'remain-on-exit on', 'history-limit 5000']
  const lines = ['set-option -s message-limit 50000', key, ...options.map((option) => `set-option -g ${option}`)]
  writeFileSync(settings, `${lines.join('\n')}\n`)
  // Detached, so that the server's parent is init and nothing of this process shows among its ancestors.
  const server = ['tmux', '-S', socket, '-f', settings, 'new-session', '-d', '-s', 'person', ...size, 'exec cat']
  execFileSync('setsid', ['-f', ...server], { env, cwd: home, stdio: 'ignore' })
  await until(() => answers(tmux, 'has-session', '-t', 'person'), 'the tmux server')
  return tmux
}

/** `script` gives the attached tmux client a real terminal whose keyboard is our pipe. */
function attach(socket: string, env: Environment): ChildProcessByStdio<Writable, Readable, null> {
  const command = `stty rows ${SIZE.rows} cols ${SIZE.columns}; exec tmux -S '${socket}' attach -t person`
  const child = spawn('script', ['-qefc', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdout.resume()
  child.stdin.on('error', () => undefined)
  return child
}

function answers(tmux: Person['tmux'], ...args: readonly string[]): boolean {
  try {
    tmux(...args)
    return true
  } catch {
    return false
  }
}
