import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { type Cases, casesUnless } from '../../e2e/support/client-cases.ts'
import { type Installed, installFairlead } from '../../e2e/support/installed.ts'
import { until } from '../../e2e/support/until.ts'
import { createWorld, type World } from '../../e2e/support/world.ts'

export const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** Cases that need a browser; the title of what is skipped says why. */
export const browserCases: Cases = casesUnless(
  CHROMIUM === undefined ? 'no Chromium on this machine; install it to run the cases in a browser' : null,
)

/** A throw-away machine with a daemon that runs, for one file of cases. */
export interface ConsoleWorld {
  readonly world: World
  readonly fairlead: Installed
  readonly env: Readonly<Record<string, string>>
  readonly daemon: ChildProcess
  readonly remove: () => Promise<void>
}

const RUNTIMES = { claude: 'claude-code', codex: 'codex' } as const

export async function consoleWorld(
  seed: (made: Omit<ConsoleWorld, 'daemon' | 'remove'>) => Promise<void> = async () => {},
  client: keyof typeof RUNTIMES = 'claude',
): Promise<ConsoleWorld> {
  // Where a person would keep it, and as short as they would see it.
  const world = createWorld('home/shop')
  mkdirSync(join(world.home, `.${client}`))
  const fairlead = installFairlead(world, '--runtime', RUNTIMES[client])
  const env = { PATH: process.env['PATH'] ?? '', HOME: world.home, LANG: 'C.UTF-8' }
  await seed({ world, fairlead, env })
  const daemon = await fairlead.startDaemon()
  return {
    world,
    fairlead,
    env,
    daemon,
    remove: async () => {
      fairlead.stopDaemon()
      daemon.kill('SIGKILL')
      world.remove()
    },
  }
}

/** `fairlead console` in a terminal of its own, with what it has shown so far. */
export interface ConsoleTerminal {
  readonly child: ChildProcess
  readonly url: string
  readonly shown: () => string
  readonly enter: () => void
}

export async function openTerminal({
  world,
  fairlead,
  env,
}: Pick<ConsoleWorld, 'world' | 'fairlead' | 'env'>): Promise<ConsoleTerminal> {
  const child = spawn('script', ['-qfec', `${fairlead.cliCommand} console --no-open`, '/dev/null'], {
    cwd: world.project,
    env: { ...env, TERM: 'xterm', COLUMNS: '200' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8')
  })
  await until(() => /#ticket=[\w-]{43}/.test(shown), 'the address of the page', {
    timeoutMs: 20_000,
    describe: () => shown,
  })
  const url = /http:\/\/\S+#ticket=[\w-]{43}/.exec(shown)?.[0] ?? ''
  return { child, url, shown: () => shown, enter: () => child.stdin.write('\r') }
}

/** The machine's own Chromium, driven: it looks, and is never taken for a person. */
export async function drivenBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'], chromiumSandbox: false })
}

/** A page that has opened the console. Whatever the browser complains of is kept. */
export async function openedPage(
  browser: Browser,
  made: ConsoleWorld,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const terminal = await openTerminal(made)
  onTestFinished(() => void terminal.child.kill('SIGKILL'))
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(terminal.url)
  await page.waitForSelector('.shell')
  return { page, complaints }
}
