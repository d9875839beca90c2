import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from './run-client.ts'
import { until } from './until.ts'

export type Program = {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env?: Environment
  /** In a terminal of its own, below no multiplexer: the window of the person shows it and passes keys on, like an emulator. */
  readonly plain?: boolean
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
  /** Closes the window and returns when its program is gone. */
  readonly close: () => Promise<void>
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
  F12: '\x1b[24~',
} as const

export type Key = keyof typeof KEYS

const KEYSTROKE_MS = 8
/** Clients take Enter right behind text for a paste; a person's finger is slower. */
const BEFORE_ENTER_MS = 600
const READING_MS = 800
const ECHO_WAIT_MS = 2_000
const TYPING_TRIES = 4
const SCREEN_WAIT_MS = 45_000
const FAREWELL_MS = 5_000
const POLL_MS = 100

type Desk = {
  /** What the key that opens a window runs there. */
  readonly next: string
  readonly tmux: (...args: readonly string[]) => string
  readonly keys: (bytes: string) => void
  readonly program: Program
}

export async function openTerminal({ next, tmux, keys, program }: Desk): Promise<Terminal> {
  const panes = () => tmux('list-panes', '-s', '-t', 'person', '-F', '#{pane_id}').split('\n')
  const before = panes()
  // The window inherits the server's clean environment and gets TMUX and TMUX_PANE from tmux itself.
  const variables = Object.entries(program.env ?? {}).map(([name, value]) => `export ${name}=${quote(value ?? '')}`)
  const command = `exec ${program.argv.map(quote).join(' ')}`
  const started = program.plain === true ? plainly(next, command) : [command]
  writeFileSync(next, [`cd ${quote(program.cwd)}`, ...variables, ...started, ''].join('\n'))
  keys(KEYS.F12)
  await until(() => panes().length > before.length, 'the new window')
  const pane = panes().find((one) => !before.includes(one)) ?? ''
  const shown = Number(tmux('display-message', '-p', '-t', pane, '#{pane_pid}'))
  const pid = program.plain === true ? await writtenPid(next) : shown
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
    pid,
    type,
    press,
    enter: async (text, { hidden = false } = {}) => {
      await (hidden ? type(text) : typeUntilShown(text, { type, press, screen }))
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
    ended: () => !isAlive(pid),
    close: async () => {
      if (isAlive(shown)) tmux('kill-pane', '-t', pane)
      if (pid !== shown && isAlive(pid)) process.kill(pid, 'SIGHUP')
      for (let left = FAREWELL_MS; left > 0 && isAlive(pid); left -= POLL_MS) await pause(POLL_MS)
      if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    },
  }
}

/** What the window runs then: the program is started by no descendant of the multiplexer, and knows of none. */
function plainly(next: string, command: string): readonly string[] {
  const script = quote(`stty rows 50 cols 150; echo $$ > ${next}.pid; ${command}`)
  return [
    `rm -f ${next}.in ${next}.out ${next}.pid; mkfifo ${next}.in ${next}.out`,
    `unset TMUX TMUX_PANE; TERM=xterm-256color setsid -f script -qefc ${script} /dev/null < ${next}.in > ${next}.out 2>&1 &`,
    `stty raw -echo; cat ${next}.out & exec cat > ${next}.in`,
  ]
}

async function writtenPid(next: string): Promise<number> {
  const read = () => (existsSync(`${next}.pid`) ? readFileSync(`${next}.pid`, 'utf8') : '')
  await until(() => read().endsWith('\n'), 'the program in a terminal of its own')
  return Number(read())
}

async function typeUntilShown(
  text: string,
  { type, press, screen }: Pick<Terminal, 'type' | 'press' | 'screen'>,
): Promise<void> {
  const before = countOf(text, screen())
  const shown = () => isAtPrompt(text, screen()) || countOf(text, screen()) > before
  await type(text)
  for (let tries = 1; !(await soon(shown)); tries += 1) {
    if (tries === TYPING_TRIES) throw new Error(`typed \`${text}\`, but the screen shows\n${screen()}`)
    // A program that is still starting drops keys; start over with an empty line.
    await press('CtrlU')
    await type(text)
  }
}

async function soon(holds: () => boolean): Promise<boolean> {
  for (let left = ECHO_WAIT_MS; left > 0 && !holds(); left -= POLL_MS) await pause(POLL_MS)
  return holds()
}

/** The prompt that takes keys is the lowest on the screen; the others are history. */
function isAtPrompt(text: string, screen: string): boolean {
  const prompt = screen.split('\n').findLast((line) => /^\s*[❯›$#>] /.test(line))
  return prompt !== undefined && countOf(text, prompt) > 0
}

/** Spaces do not count: long lines are wrapped. */
function countOf(text: string, screen: string): number {
  const bare = (words: string) => words.replace(/\s/g, '')
  return bare(screen).split(bare(text)).length - 1
}

function isAlive(pid: number): boolean {
  try {
    // A program that has ended but was not yet collected by its parent has no command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
