import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Cases, casesUnless } from '../../e2e/support/client-cases.ts'
import { humanCasesPossible } from '../../e2e/support/human-cases.ts'
import { until } from '../../e2e/support/until.ts'
import { CHROMIUM, type ConsoleTerminal, type ConsoleWorld, openTerminal } from './console-world.ts'

const missing = ['Xvfb', 'xdotool'].find((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
const human = humanCasesPossible()

/** Cases with a person at a browser that nothing drives. */
export const personCases: Cases = casesUnless(
  CHROMIUM === undefined
    ? 'no Chromium on this machine'
    : missing !== undefined
      ? `\`${missing}\` is missing; install it to run the cases with a person at a browser`
      : human.ok
        ? null
        : human.reason,
)

/** A person who sits at a screen with a browser and a terminal. */
export interface Visitor {
  /** A browser of their own at this address. */
  readonly open: (at: Pick<ConsoleTerminal, 'url'>) => void
  /** Closes the browser. */
  readonly leave: () => void
  /** Opens the console from a terminal, compares the digits and presses Enter there. */
  readonly present: () => Promise<ConsoleTerminal>
  readonly press: (...keys: readonly string[]) => void
  /** Presses `a` and Enter until the approval is on record: a page that is not there yet takes no key. */
  readonly approve: () => Promise<void>
}

type Machine = Pick<ConsoleWorld, 'world' | 'fairlead' | 'env'>

export async function visitor(made: Machine, ...flags: readonly string[]): Promise<Visitor> {
  const env = { ...made.env, DISPLAY: await screen() }
  const browsers: ChildProcess[] = []
  const leave = () => {
    for (const browser of browsers.splice(0)) endGroup(browser)
  }
  onTestFinished(leave)
  const open = ({ url }: Pick<ConsoleTerminal, 'url'>) => {
    const profile = mkdtempSync(join(made.world.root, 'profile-'))
    const args = [...OPTIONS, `--user-data-dir=${profile}`, ...flags, url]
    browsers.push(spawn(CHROMIUM ?? '', args, { env, stdio: 'ignore', detached: true }))
  }
  const press = (...keys: readonly string[]) => {
    const find = ['search', '--sync', '--onlyvisible', '--class', 'chromium', 'windowfocus']
    spawnSync('xdotool', [...find, ...keys.flatMap((key) => ['key', '--delay', '60', key])], { env, timeout: 20_000 })
  }
  const present = async () => {
    const terminal = await openTerminal(made)
    onTestFinished(() => void terminal.child.kill('SIGKILL'))
    open(terminal)
    await shows(terminal, /if they are \d{3}/)
    terminal.enter()
    await shows(terminal, /can decide now/)
    return terminal
  }
  const approved = async () => (await made.fairlead.factsOf('junction.approved')).length
  const approve = async () => {
    const before = await approved()
    let pressedMs = 0
    const tried = async () => {
      if (Date.now() - pressedMs > LONGEST_ANSWER_MS) {
        press('a', 'Return')
        pressedMs = Date.now()
      }
      return (await approved()) > before
    }
    await until(tried, 'the approval', { timeoutMs: 60_000 })
  }
  return { open, leave, press, present, approve }
}

const LONGEST_ANSWER_MS = 4_000

const OPTIONS = [
  ...['--no-sandbox', '--no-first-run', '--disable-gpu', '--disable-dev-shm-usage', '--window-size=1280,900'],
  ...['--password-store=basic', '--disable-features=Translate'],
]

export const shows = (terminal: ConsoleTerminal, words: RegExp) =>
  until(() => words.test(terminal.shown()), String(words), { timeoutMs: 40_000, describe: terminal.shown })

/** A screen of its own; the server chooses a number that is free. */
async function screen(): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  let said = ''
  server.stdio[3]?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  await until(() => said.endsWith('\n'), 'a screen', { timeoutMs: 20_000 })
  return `:${said.trim()}`
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself: a second start only hands its address to the first.
  }
}
