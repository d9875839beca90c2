import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { cleanEnvironment, type Environment } from './run-client.ts'

/**
 * The person: a tmux server of their own, and a terminal attached to it. Keys are written to that terminal, never
 * sent with `send-keys`, because tmux's `client_activity` tells the two apart and so does the gate.
 */
export type Person = {
  readonly socket: string
  readonly serverPid: number
  readonly tmux: (...args: readonly string[]) => string
  /** Second of the last real key, as tmux saw it. */
  readonly activity: () => number
  /** Bytes as they would come from the keyboard. */
  readonly keys: (bytes: string) => void
  readonly open: (program: Program) => Promise<Terminal>
  readonly close: () => Promise<void>
}

export type Program = {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env?: Environment
}

/** One window of the person with a program in it. */
export type Terminal = {
  readonly pane: string
  readonly pid: number
  readonly type: (text: string) => Promise<void>
  readonly press: (key: Key) => Promise<void>
  /** Types until the text stands on the screen, and presses Enter. `hidden` is for what programs do not echo. */
  readonly enter: (text: string, how?: { readonly hidden?: boolean }) => Promise<void>
  readonly screen: () => string
  /** The screen as soon as it fits; throws with the last screen when it does not in time. */
  readonly waitForScreen: (wanted: RegExp, timeoutMs?: number) => Promise<string>
  /** Waits for a dialog, reads it for a moment (clients ignore keys that come too soon), and presses the key. */
  readonly confirm: (dialog: RegExp, key?: Key) => Promise<void>
  readonly ended: () => boolean
  readonly close: () => void
}

const KEYS = {
  Enter: '\r',
  Escape: '\x1b',
  Tab: '\t',
  BackTab: '\x1b[Z',
  Backspace: '\x7f',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  Left: '\x1b[D',
  CtrlC: '\x03',
  CtrlD: '\x04',
  CtrlU: '\x15',
} as const

export type Key = keyof typeof KEYS

const SIZE = { columns: 150, rows: 50 }
const KEYSTROKE_MS = 8
/** Clients take Enter right behind text for a paste; a person's finger is slower. */
const BEFORE_ENTER_MS = 600
const READING_MS = 800
const ECHO_WAIT_MS = 2_000
const TYPING_TRIES = 4
const SCREEN_WAIT_MS = 20_000
const POLL_MS = 100

export async function startPerson({ home }: { readonly home: string }): Promise<Person> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-person-'))
  const socket = join(folder, 'tmux')
  const env = cleanEnvironment(home)
  const tmux = (...args: readonly string[]) =>
    execFileSync('tmux', ['-S', socket, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
  const size = ['-x', String(SIZE.columns), '-y', String(SIZE.rows)]
  // Detached, so that the server's parent is init and nothing of this process shows among its ancestors.
  const server = ['tmux', '-S', socket, '-f', '/dev/null', 'new-session', '-d', '-s', 'person', ...size, 'exec cat']
  execFileSync('setsid', ['-f', ...server], { env, cwd: home, stdio: 'ignore' })
  await until(() => answers(tmux, 'has-session', '-t', 'person'), 'the tmux server')
  for (const option of ['status off', 'prefix None', 'escape-time 0', 'remain-on-exit on', 'history-limit 5000']) {
    tmux('set-option', '-g', ...option.split(' '))
  }
  const keyboard = attach(socket, env)
  await until(() => tmux('list-clients', '-F', '#{client_pid}') !== '', 'the attached terminal')
  const keys = (bytes: string) => void keyboard.stdin.write(bytes)
  return {
    socket,
    serverPid: Number(tmux('display-message', '-p', '#{pid}')),
    tmux,
    activity: () => Number(tmux('list-clients', '-F', '#{client_activity}').split('\n')[0]),
    keys,
    open: (program) => openTerminal({ tmux, keys, program }),
    close: async () => {
      const gone = new Promise((done) => keyboard.once('exit', done))
      answers(tmux, 'kill-server')
      if (keyboard.exitCode === null) await Promise.race([gone, pause(2_000)])
      keyboard.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `script` gives the attached tmux client a real terminal whose keyboard is our pipe. */
function attach(socket: string, env: Environment): ChildProcessByStdio<Writable, Readable, null> {
  const command = `stty rows ${SIZE.rows} cols ${SIZE.columns}; exec tmux -S '${socket}' attach -t person`
  const child = spawn('script', ['-qefc', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdout.resume()
  child.stdin.on('error', () => undefined)
  return child
}

type Desk = { readonly tmux: Person['tmux']; readonly keys: Person['keys']; readonly program: Program }

async function openTerminal({ tmux, keys, program }: Desk): Promise<Terminal> {
  // The window inherits the server's clean environment and gets TMUX and TMUX_PANE from tmux itself.
  const variables = Object.entries(program.env ?? {}).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const command = `exec ${program.argv.map(quote).join(' ')}`
  const pane = tmux('new-window', '-P', '-F', '#{pane_id}', '-t', 'person:', '-c', program.cwd, ...variables, command)
  const ask = (format: string) => tmux('display-message', '-p', '-t', pane, format)
  const screen = () => tmux('capture-pane', '-p', '-t', pane)
  const type = async (text: string) => {
    tmux('select-window', '-t', pane)
    for (const letter of text) {
      keys(letter)
      await pause(KEYSTROKE_MS)
    }
  }
  const press = async (key: Key) => {
    tmux('select-window', '-t', pane)
    keys(KEYS[key])
    await pause(KEYSTROKE_MS)
  }
  const waitForScreen = async (wanted: RegExp, timeoutMs = SCREEN_WAIT_MS) => {
    await until(() => wanted.test(screen()), `the screen to show ${wanted}`, { timeoutMs, describe: screen })
    return screen()
  }
  return {
    pane,
    pid: Number(ask('#{pane_pid}')),
    type,
    press,
    enter: async (text, { hidden = false } = {}) => {
      await type(text)
      for (let tries = 1; !hidden && !(await shows(screen, text)); tries += 1) {
        if (tries === TYPING_TRIES) throw new Error(`typed \`${text}\`, but the screen shows\n${screen()}`)
        // A program that is still starting drops keys; start over with an empty line.
        await press('CtrlU')
        await type(text)
      }
      await pause(BEFORE_ENTER_MS)
      await press('Enter')
    },
    screen,
    waitForScreen,
    confirm: async (dialog, key = 'Enter') => {
      await waitForScreen(dialog)
      await pause(READING_MS)
      await press(key)
    },
    ended: () => !answers(tmux, 'display-message', '-p', '-t', pane) || ask('#{pane_dead}') !== '0',
    close: () => void answers(tmux, 'kill-pane', '-t', pane),
  }
}

async function shows(screen: () => string, text: string): Promise<boolean> {
  const bare = (words: string) => words.replace(/\s/g, '')
  const visible = () => bare(screen()).includes(bare(text))
  for (let left = ECHO_WAIT_MS; left > 0 && !visible(); left -= POLL_MS) await pause(POLL_MS)
  return visible()
}

type Patience = { readonly timeoutMs?: number; readonly describe?: () => string }

export async function until(true_: () => boolean, what: string, patience: Patience = {}): Promise<void> {
  const deadline = Date.now() + (patience.timeoutMs ?? 10_000)
  while (!true_()) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}\n${patience.describe?.() ?? ''}`.trim())
    await pause(POLL_MS)
  }
}

function answers(tmux: Person['tmux'], ...args: readonly string[]): boolean {
  try {
    tmux(...args)
    return true
  } catch {
    return false
  }
}

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
