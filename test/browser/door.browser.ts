import { spawnSync } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Attacked, attacked, type Sent } from './support/attacked.ts'
import { browserCases, drivenBrowser, openedPage, openTerminal } from './support/console-world.ts'
import { personCases, shows, visitor } from './support/person.ts'

let made: Attacked
let browser: Browser

beforeAll(async () => {
  made = await attacked()
  browser = await drivenBrowser()
})
afterAll(async () => {
  await browser?.close()
  await made?.remove()
})

const status = async (sent: Sent): Promise<number> => (await made.say(sent)).status

describe.skipIf(browserCases.skip)(browserCases.title('what an agent might try at the console'), () => {
  it('[EDGE-141] a token that was read from the browser, used by another program: refused, and on record with its name', async () => {
    const { page } = await openedPage(browser, made)
    await page.waitForSelector('.card')
    const token = String(await page.evaluate(`sessionStorage.getItem('fairlead-token')`))
    const id = (await page.evaluate(`document.querySelector('.card').getAttribute('href').split('/')[2]`)) as string
    const before = (await made.refusals()).length
    const headers = { 'x-fairlead-token': token }
    expect(await status({ path: '/api/1/state', method: 'GET', headers })).toBe(403)
    const body = { verb: 'approve', print: (await made.hold(1))?.fingerprint ?? '' }
    expect(await status({ path: `/api/1/holds/${id}/1/decide`, headers, body })).toBe(403)
    const after = await made.refusals()
    expect(after.length - before).toBe(2)
    expect(after.at(-1)).toMatchObject({ means: expect.stringMatching(/from `\w+`, process \d+$/) })
    expect(await made.granted()).toEqual([])
  })

  it('[EDGE-141] curl with a made-up ticket, or without anything', async () => {
    expect(await status({ path: '/api/1/session/redeem', body: { ticket: 'A'.repeat(43) } })).toBe(401)
    const curl = spawnSync(
      'curl',
      ['-s', '-o', '/dev/null', '-w', '%{http_code}', `http://127.0.0.1:${made.port}/api/1/state`],
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
        `Promise.all(['GET', 'POST'].map((method) => fetch('http://fairlead.localhost:${made.port}/api/1/state', { method, headers: { 'x-fairlead-token': 'x' } }).then((r) => r.status, () => 'failed')))`,
      )
      expect(tried).toEqual(['failed', 'failed'])
      expect(await page.evaluate(`[sessionStorage.getItem('fairlead-token'), document.cookie]`)).toEqual([null, ''])
      const framed = await page.evaluate(
        `new Promise((done) => { const f = document.createElement('iframe'); f.src = 'http://fairlead.localhost:${made.port}/'; f.onload = () => { try { done(f.contentDocument === null ? 'blocked' : f.contentDocument.title) } catch { done('blocked') } }; document.body.append(f) })`,
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
    await shows(terminal, /only looks/)
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
    const confirm = { path: '/door/confirm', body: { ticket }, headers: { host: `127.0.0.1:${made.port}` } }
    const plain = await new Promise<number>((done) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: made.port,
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
    expect(await made.granted()).toEqual([])
    expect((await made.refusals()).length).toBeGreaterThan(4)
  })
})

describe.skipIf(personCases.skip)(personCases.title('a person at an undriven browser'), () => {
  it('[EDGE-142, EDGE-143] compares digits, presses Enter, and approves with the keyboard alone', async () => {
    const person = await visitor(made)
    await person.present()
    expect(await made.fairlead.factsOf('console.opened')).toEqual(
      expect.arrayContaining([{ kind: 'console.opened', level: 'present', browser: expect.stringContaining('chrom') }]),
    )
    await person.approve()
    expect((await made.fairlead.factsOf('junction.approved')).at(-1)).toMatchObject({
      grant: { number: 1, door: 'console' },
      signature: expect.stringMatching(/./),
    })
  })

  it('[EDGE-142] whose browser has a debugging port only looks, whoever presses Enter', async () => {
    const person = await visitor(made, '--remote-debugging-port=0')
    const terminal = await openTerminal(made)
    onTestFinished(() => void terminal.child.kill('SIGKILL'))
    person.open(terminal)
    await shows(terminal, /only looks.*--remote-debugging-port/s)
    terminal.enter()
    expect((await made.fairlead.factsOf('console.opened')).at(-1)).toMatchObject({ level: 'look' })
  })
})
