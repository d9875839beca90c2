import { createServer } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { until } from '../e2e/support/until.ts'
import { type Attacked, attacked, type Sent } from './support/attacked.ts'
import { browserCases, drivenBrowser, openedPage, openTerminal } from './support/console-world.ts'

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

const projectsOf = async (headers: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { body } = await made.say({ path: '/api/1/state', method: 'GET', headers })
  return (body['projects'] as readonly { readonly id: string }[]).map(({ id }) => id)
}

describe.skipIf(browserCases.skip)(browserCases.title('what else an agent might try at the console'), () => {
  it("[EDGE-141] a tab in the person's own browser: without a ticket it is locked, a made-up one is refused, and on record", async () => {
    const { page } = await openedPage(browser, made)
    await page.waitForSelector('.card')
    const { origin } = new URL(page.url())
    const before = (await made.refusals()).length
    for (const path of ['/', `/#ticket=${'A'.repeat(43)}`]) {
      const tab = await page.context().newPage()
      onTestFinished(() => tab.close())
      await tab.goto(`${origin}${path}`)
      await tab.waitForSelector('.locked')
    }
    expect((await made.refusals()).slice(before)).toMatchObject([
      { kind: 'console.refused', why: expect.stringContaining('used'), means: expect.stringContaining('chrom') },
    ])
  })

  it('[EDGE-141] a browser of its own that has the token of the first: refused, and on record', async () => {
    const { page } = await openedPage(browser, made)
    await page.waitForSelector('.card')
    const { origin } = new URL(page.url())
    const token = String(await page.evaluate(`sessionStorage.getItem('fairlead-token')`))
    const other = await drivenBrowser()
    onTestFinished(() => other.close())
    const copy = await other.newPage()
    await copy.addInitScript(`sessionStorage.setItem('fairlead-token', '${token}')`)
    const before = (await made.refusals()).length
    await copy.goto(`${origin}/`)
    await expect.poll(async () => (await made.refusals()).length).toBeGreaterThan(before)
    expect((await made.refusals()).at(-1)).toMatchObject({ means: expect.stringContaining('chrom') })
    expect(await copy.locator('.card').count()).toBe(0)
  })

  it('[EDGE-140] a ticket read from the terminal: whoever comes second is locked out and on record, and nobody decides without the Enter', async () => {
    const terminal = await openTerminal(made)
    onTestFinished(() => void terminal.child.kill('SIGKILL'))
    const { hash } = new URL(terminal.url)
    const stolen = await made.say({ path: '/api/1/session/redeem', body: { ticket: hash.slice('#ticket='.length) } })
    expect(stolen).toMatchObject({ status: 200, body: { digits: expect.stringMatching(/^\d{3}$/) } })
    const before = (await made.refusals()).length
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(terminal.url)
    // The person's page shows no digits: there is nothing to compare and no reason to press Enter.
    await page.waitForSelector('.locked')
    expect((await made.refusals()).slice(before)).toMatchObject([{ why: expect.stringContaining('used') }])
    const headers = { 'x-fairlead-token': String(stolen.body['token']) }
    const body = { verb: 'approve', print: (await made.hold(1))?.fingerprint ?? '' }
    const [project] = await projectsOf(headers)
    expect(await status({ path: `/api/1/holds/${project}/1/decide`, headers, body })).toBe(403)
    expect((await made.refusals()).at(-1)).toMatchObject({ kind: 'approval.refused', hold: 1 })
  })

  it('[EDGE-126, EDGE-142] the daemon ended and a false page in its place: it signs nothing, the end is on record', async () => {
    const own = await attacked()
    onTestFinished(() => own.remove())
    // An agent is at work under this daemon.
    own.fairlead.hook('claude-code', {
      ...{ session_id: 's2', transcript_path: '/nowhere', cwd: own.world.project, permission_mode: 'default' },
      ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: 'toolu_2', tool_input: { command: 'ls' } },
    })
    const terminal = await openTerminal(own)
    onTestFinished(() => void terminal.child.kill('SIGKILL'))
    const taken = Number(new URL(terminal.url).port)
    own.daemon.kill('SIGKILL')
    await new Promise((done) => own.daemon.once('exit', done))
    const asked: string[] = []
    const fake = createServer((sent, response) => {
      asked.push(sent.url ?? '')
      response.setHeader('content-type', 'application/json').end('{"kind":"present","text":"approved"}')
    })
    await new Promise<void>((done) => fake.listen(taken, '127.0.0.1', done))
    onTestFinished(() => void fake.close())
    // The person opens the console again: a new daemon, at a port of its own, and the end of the last one on record.
    const again = await openTerminal(own)
    onTestFinished(() => void again.child.kill('SIGKILL'))
    expect(Number(new URL(again.url).port)).not.toBe(taken)
    expect(asked.filter((path) => path.startsWith('/door/ticket'))).toEqual([])
    await until(async () => (await own.fairlead.kinds()).includes('daemon.ended'), 'the end on record')
    expect(await own.fairlead.factsOf('junction.approved')).toEqual([])
  })

  it('nothing was granted by any of it', async () => {
    expect(await made.granted()).toEqual([])
  })
})
