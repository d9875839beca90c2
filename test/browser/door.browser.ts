import { spawn, spawnSync } from 'node:child_process'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { until } from '../e2e/support/until.ts'
import {
  CHROMIUM,
  type ConsoleWorld,
  consoleWorld,
  drivenBrowser,
  openedPage,
  openTerminal,
} from './support/console-world.ts'
import { seeder } from './support/seed.ts'

let made: ConsoleWorld
let browser: Browser
let port: number

beforeAll(async () => {
  made = await consoleWorld(async ({ world, env }) => {
    world.git('commit', '-q', '--allow-empty', '-m', 'second')
    const seed = seeder(world.project, env)
    for (const command of ['git push origin main', 'npm publish', 'git push --tags'])
      await seed.call('s1', Date.now(), { input: { command } })
    await seed.close()
  })
  browser = await drivenBrowser()
  const terminal = await openTerminal(made)
  port = Number(new URL(terminal.url).port)
  terminal.child.kill('SIGKILL')
})
afterAll(async () => {
  await browser?.close()
  await made?.remove()
})

const granted = async () => [
  ...(await made.fairlead.factsOf('junction.approved')),
  ...(await made.fairlead.factsOf('junction.dismissed')),
]
const refusals = async () => [
  ...(await made.fairlead.factsOf('console.refused')),
  ...(await made.fairlead.factsOf('approval.refused')),
]

interface Sent {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** A program that says everything a browser would say. */
function forge({ path, method = 'POST', headers = {}, body }: Sent): Promise<number> {
  const host = `fairlead.localhost:${port}`
  return new Promise((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: {
          host,
          origin: `http://${host}`,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          ...headers,
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => done(response.statusCode ?? 0))
      },
    )
    sent.on('error', fail)
    sent.end(body && JSON.stringify(body))
  })
}

const hold = async (number: number) => {
  const store = await made.fairlead.store()
  const found = (await store.read(made.world.project as never)).edge.holds.find((one) => one.number === number)
  await store.close()
  return found
}

describe.skipIf(!CHROMIUM)('what an agent might try at the console', () => {
  it('[EDGE-141] a token that was read from the browser, used by another program: refused, and on record with its name', async () => {
    const { page } = await openedPage(browser, made)
    await page.waitForSelector('.card')
    const token = String(await page.evaluate(`sessionStorage.getItem('fairlead-token')`))
    const id = (await page.evaluate(`document.querySelector('.card').getAttribute('href').split('/')[2]`)) as string
    const before = (await refusals()).length
    const headers = { 'x-fairlead-token': token }
    expect(await forge({ path: '/api/1/state', method: 'GET', headers })).toBe(403)
    const body = { verb: 'approve', print: (await hold(1))?.fingerprint ?? '' }
    expect(await forge({ path: `/api/1/holds/${id}/1/decide`, headers, body })).toBe(403)
    const after = await refusals()
    expect(after.length - before).toBe(2)
    expect(after.at(-1)).toMatchObject({ means: expect.stringMatching(/from `\w+`, process \d+$/) })
    expect(await granted()).toEqual([])
  })

  it('[EDGE-141] curl with a made-up ticket, or without anything', async () => {
    expect(await forge({ path: '/api/1/session/redeem', body: { ticket: 'A'.repeat(43) } })).toBe(401)
    const curl = spawnSync(
      'curl',
      ['-s', '-o', '/dev/null', '-w', '%{http_code}', `http://127.0.0.1:${port}/api/1/state`],
      { encoding: 'utf8' },
    )
    expect(curl.stdout).toBe('403')
    expect((await made.fairlead.factsOf('console.refused')).some(({ means }) => means.includes('curl'))).toBe(true)
  })

  it('[EDGE-141] a page on another port of this machine: no token there, no request passes, no cookie to steal', async () => {
    const evil = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>'),
    )
    await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done))
    onTestFinished(() => void evil.close())
    const address = evil.address()
    const other = typeof address === 'object' && address ? address.port : 0
    const { page } = await openedPage(browser, made)
    for (const host of ['localhost', 'fairlead.localhost']) {
      await page.goto(`http://${host}:${other}/`)
      const tried = await page.evaluate(
        `Promise.all(['GET', 'POST'].map((method) => fetch('http://fairlead.localhost:${port}/api/1/state', { method, headers: { 'x-fairlead-token': 'x' } }).then((r) => r.status, () => 'failed')))`,
      )
      expect(tried).toEqual(['failed', 'failed'])
      expect(await page.evaluate(`[sessionStorage.getItem('fairlead-token'), document.cookie]`)).toEqual([null, ''])
      const framed = await page.evaluate(
        `new Promise((done) => { const f = document.createElement('iframe'); f.src = 'http://fairlead.localhost:${port}/'; f.onload = () => { try { done(f.contentDocument === null ? 'blocked' : f.contentDocument.title) } catch { done('blocked') } }; document.body.append(f) })`,
      )
      expect(framed).not.toBe('Fairlead')
    }
  })

  it('[EDGE-142] a driven browser looks; Enter in the terminal does not make it present', async () => {
    const terminal = await openTerminal(made)
    onTestFinished(() => void terminal.child.kill('SIGKILL'))
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(terminal.url)
    await until(() => /only looks/.test(terminal.shown()), 'that the page only looks', {
      timeoutMs: 15_000,
      describe: terminal.shown,
    })
    expect(terminal.shown()).toMatch(/started with `--(?:headless|remote-debugging|enable-automation)/)
    await page.waitForSelector('.level.look')
    expect(await page.locator('.acts button').count()).toBe(0)
    // A ticket is good for one browser.
    const again = await browser.newPage()
    onTestFinished(() => again.close())
    await again.goto(terminal.url)
    await again.waitForSelector('.locked')
  })

  it('[EDGE-140, EDGE-142] an agent that asks for a ticket itself gets none', async () => {
    const asked = spawnSync('script', ['-qfec', `${made.fairlead.cliCommand} console --no-open`, '/dev/null'], {
      ...{ cwd: made.world.project, encoding: 'utf8', timeout: 30_000, input: '\r' },
      env: { ...made.env, TERM: 'xterm', CLAUDECODE: '1' },
    })
    expect(asked.stdout).toMatch(/started by an agent|run `fairlead console`/)
    expect(asked.stdout).not.toContain('#ticket=')
    const without = spawnSync(made.fairlead.cliCommand, ['console', '--no-open'], {
      cwd: made.world.project,
      env: made.env,
      encoding: 'utf8',
      timeout: 30_000,
    })
    expect(without.stdout).not.toContain('#ticket=')
    // Somebody else's ticket, confirmed by another process than the one that asked for it.
    const terminal = await openTerminal(made)
    onTestFinished(() => void terminal.child.kill('SIGKILL'))
    const ticket = terminal.url.split('=')[1]
    const confirm = { path: '/door/confirm', body: { ticket }, headers: { host: `127.0.0.1:${port}` } }
    const plain = await new Promise<number>((done) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path: confirm.path,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
        },
        (response) => done(response.resume().statusCode ?? 0),
      )
      sent.end(JSON.stringify(confirm.body))
    })
    expect(plain).toBe(403)
  })

  it('nothing was granted by any of it', async () => {
    expect(await granted()).toEqual([])
    expect((await refusals()).length).toBeGreaterThan(4)
  })
})

const tools = ['Xvfb', 'xdotool'].every((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0)

describe.skipIf(!CHROMIUM || !tools)('a person at an undriven browser', () => {
  it('[EDGE-142, EDGE-143] compares digits, presses Enter, and approves with the keyboard alone', async () => {
    const display = `:${90 + (process.pid % 100)}`
    const screen = spawn('Xvfb', [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], { stdio: 'ignore' })
    onTestFinished(() => void screen.kill('SIGKILL'))
    const terminal = await openTerminal(made)
    onTestFinished(() => void terminal.child.kill('SIGKILL'))
    const env = { ...made.env, DISPLAY: display }
    const profile = join(made.world.root, 'profile')
    const chromium = spawn(
      CHROMIUM ?? '',
      [
        '--no-sandbox',
        '--no-first-run',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        `--user-data-dir=${profile}`,
        '--window-size=1280,900',
        terminal.url,
      ],
      { env, stdio: 'ignore', detached: true },
    )
    onTestFinished(() => {
      if (chromium.pid) process.kill(-chromium.pid, 'SIGKILL')
    })
    await until(() => /if they are \d{3}/.test(terminal.shown()), 'the digits', {
      timeoutMs: 40_000,
      describe: terminal.shown,
    })
    terminal.enter()
    await until(() => /can decide now/.test(terminal.shown()), 'that the page can decide', {
      timeoutMs: 20_000,
      describe: terminal.shown,
    })
    expect(await made.fairlead.factsOf('console.opened')).toEqual(
      expect.arrayContaining([{ kind: 'console.opened', level: 'present', browser: expect.stringContaining('chrom') }]),
    )
    const press = (...keys: readonly string[]) => {
      for (const key of keys) spawnSync('xdotool', ['key', '--delay', '60', key], { env })
    }
    const window =
      spawnSync('xdotool', ['search', '--onlyvisible', '--class', 'chromium'], { env, encoding: 'utf8' })
        .stdout.trim()
        .split('\n')
        .at(-1) ?? ''
    spawnSync('xdotool', ['windowfocus', window], { env })
    const before = (await made.fairlead.factsOf('junction.approved')).length
    await until(
      async () => {
        press('a', 'Return')
        await new Promise((done) => setTimeout(done, 1_500))
        return (await made.fairlead.factsOf('junction.approved')).length > before
      },
      'the approval',
      { timeoutMs: 40_000 },
    )
    expect((await made.fairlead.factsOf('junction.approved')).at(-1)).toMatchObject({
      grant: { number: 1, door: 'console' },
      signature: expect.stringMatching(/./),
    })
  })
})
