import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserCases, type ConsoleWorld, consoleWorld, drivenBrowser, openedPage } from './support/console-world.ts'
import { seedHostile, seedShop } from './support/seed-shop.ts'

const SHOTS = process.env['FAIRLEAD_SHOTS']
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const SESSION = '19cbfdce-42aa-4b0e-9e53-6d7dd34a7a10'

let made: ConsoleWorld
let browser: Browser

beforeAll(async () => {
  made = await consoleWorld(async (world) => {
    await seedShop(world)
    await seedHostile(world)
  })
  browser = await drivenBrowser()
  if (SHOTS) mkdirSync(SHOTS, { recursive: true })
})
afterAll(async () => {
  await browser?.close()
  await made?.remove()
})

const SIZES = [
  { name: 'desk', viewport: { width: 1280, height: 860 } },
  { name: 'tablet', viewport: { width: 820, height: 1_080 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const
const THEMES = ['light', 'dark'] as const

/** What axe finds, as lines a person reads. Given to the page as a function: Trusted Types refuse a script tag, as they should. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE)
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], rules: { 'target-size': { enabled: false } } })`,
  )) as Found
  const small = (await page.evaluate(TOO_SMALL)) as readonly string[]
  return [...small, ...violations(found)]
}

/** WCAG 2.5.8, by the boxes themselves: axe takes a row that scrolls below a bar for a small one. */
const TOO_SMALL = `[...document.querySelectorAll('button, select, nav a, .card, .settled a')]
  .filter((one) => one.checkVisibility() && Math.min(one.offsetHeight, one.offsetWidth) < 24)
  .map((one) => 'smaller than 24 px: ' + one.outerHTML.slice(0, 140))`

interface Found {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

function violations(found: Found): readonly string[] {
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`)
}

/** Nothing moves any more, and what was asked for has come. */
async function settled(page: Page): Promise<void> {
  // At once: waiting for a function would take an eval, which the page forbids.
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished))`,
  )
}

async function look(page: Page, name: string): Promise<void> {
  await settled(page)
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`) })
  expect([name, await findings(page)]).toEqual([name, []])
}

const go = async (page: Page, keys: string, wanted: string) => {
  for (const key of keys) await page.keyboard.press(key)
  await page.waitForSelector(wanted)
}

/** Every page as it is with a month of work behind it. */
const PAGES: readonly (readonly [name: string, show: (page: Page) => Promise<unknown>])[] = [
  ['queue', (page) => page.waitForSelector('.cards .card')],
  [
    'hold',
    async (page) => {
      await page.locator('.card', { hasText: 'git push' }).click()
      await page.waitForSelector('.commits li')
    },
  ],
  [
    'hold-patch',
    async (page) => {
      await page.locator('.commits button').first().click()
      await page.waitForSelector('.patch .plus')
    },
  ],
  [
    'hold-delete',
    async (page) => {
      await page.goBack()
      await page.locator('.card', { hasText: 'rm -rf' }).click()
      await page.waitForSelector('.groups')
    },
  ],
  [
    'hold-script',
    async (page) => {
      await page.goBack()
      await page.locator('.card', { hasText: 'deploy' }).click()
      await page.waitForSelector('.script')
    },
  ],
  ['now', (page) => go(page, 'gn', '.livecard')],
  ['sessions', (page) => go(page, 'gs', '.sessions li')],
  [
    'session',
    async (page) => {
      await page.locator('.sessions a').first().click()
      await page.waitForSelector('.row')
    },
  ],
  [
    'session-lanes',
    async (page) => {
      const lane = page.locator('.row.lane-1').first()
      // Only rows that are near are in the page.
      for (let turns = 0; turns < 40 && (await lane.count()) === 0; turns += 1)
        await page.evaluate('scrollBy(0, 300); new Promise(requestAnimationFrame)')
      await lane.scrollIntoViewIfNeeded()
    },
  ],
  [
    'fact',
    async (page) => {
      await page.locator('.row button').nth(2).click()
      await page.waitForSelector('.fact pre')
    },
  ],
  ['ledger', (page) => go(page, 'gl', '.todo pre')],
  [
    'ledger-checked',
    async (page) => {
      await page.getByRole('button', { name: 'Check the citations' }).click()
      await page.waitForSelector('.cites .changed')
    },
  ],
  ['audit', (page) => go(page, 'ga', '.row')],
  [
    'audit-verified',
    async (page) => {
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.waitForSelector('.fine')
    },
  ],
  ['insights', (page) => go(page, 'gi', '.chart')],
  [
    'help',
    async (page) => {
      await page.keyboard.press('?')
      await page.waitForSelector('dialog[open]')
    },
  ],
  [
    'palette',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.waitForSelector('.palette')
      await page.keyboard.type('push')
      await page.locator('.palette li', { hasText: 'push' }).first().waitFor()
    },
  ],
]

describe.skipIf(browserCases.skip)(browserCases.title('every page'), () => {
  for (const { name: size, viewport } of SIZES)
    for (const colorScheme of THEMES)
      it(`in ${colorScheme}, ${size}: axe finds nothing, the browser has nothing to complain of`, async () => {
        const { page, complaints } = await openedPage(browser, made, {
          viewport,
          colorScheme,
          hasTouch: size === 'phone',
        })
        for (const [name, show] of PAGES) {
          await show(page)
          await look(page, `${name}-${size}-${colorScheme}`)
        }
        expect(complaints).toEqual([])
        // Nothing is wider than the window.
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      })

  it('locked, empty, away, behind, loading and failed are states of their own', async () => {
    const { page, complaints } = await openedPage(browser, made, { viewport: SIZES[0].viewport })
    await page.waitForSelector('.card')
    const answer = (pattern: string, body: object, status = 200) =>
      page.route(pattern, (route) =>
        route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
      )
    await answer('**/api/1/holds?state=waiting*', {
      rows: [],
      last: { number: 7, atMs: Date.now() - 9e6, endedAtMs: Date.now() - 8e6, state: 'ran' },
    })
    await answer('**/api/1/holds?state=settled*', { rows: [] })
    await page.reload()
    await page.waitForSelector('.empty')
    await look(page, 'state-empty')
    await answer(
      '**/api/1/insights*',
      { problem: { kind: 'broken', text: 'something went wrong here', next: 'run `fairlead doctor`' } },
      500,
    )
    await go(page, 'gi', '.empty')
    await look(page, 'state-error')
    await page.route('**/api/1/now*', () => undefined)
    await go(page, 'gn', '.skeleton')
    await look(page, 'state-loading')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await answer('**/api/1/state', {
      ...((await page.evaluate(
        `fetch('/api/1/state', { headers: { 'x-fairlead-token': sessionStorage.getItem('fairlead-token') } }).then((r) => r.json())`,
      )) as object),
      missing: 812_000,
    })
    await page.goto(page.url())
    await page.waitForSelector('.band')
    await look(page, 'state-behind')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route('**/api/1/**', (route) => route.abort())
    await page.reload()
    await page.waitForSelector('.band.warn', { timeout: 8_000 })
    await look(page, 'state-away')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.waitForSelector('.band.warn', { state: 'detached', timeout: 10_000 })
    await page.keyboard.press('L')
    await page.waitForSelector('.locked')
    await look(page, 'state-locked')
    expect(complaints.filter((line) => !/ERR_FAILED|500|401/.test(line))).toEqual([])
  })

  it('[EDGE-144] hostile texts are text on every page', async () => {
    const { page } = await openedPage(browser, made, { viewport: SIZES[0].viewport })
    await page.locator('.card', { hasText: 'echo' }).click()
    await page.waitForSelector('.holdview .codeblock')
    expect(await page.locator('.holdview .codeblock').first().innerText()).toContain('<img src=x onerror=alert(1)>')
    expect(await page.locator('.holdview .codeblock').first().innerText()).not.toContain('\u202e')
    for (const where of ['.holdview img', 'a[href^=javascript]', '.list img'])
      expect(await page.locator(where).count()).toBe(0)
    await page.goto(`${new URL(page.url()).origin}/sessions/${page.url().split('/')[4]}/${SESSION}`)
    await page.waitForSelector('.row.hold')
    expect(await page.locator('.row img').count()).toBe(0)
  })

  it('a list of thousands keeps few rows in the page', async () => {
    const { page } = await openedPage(browser, made, { viewport: SIZES[0].viewport })
    await go(page, 'ga', '.row')
    for (let turns = 0; turns < 30; turns += 1) {
      await page.mouse.wheel(0, 3_000)
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
    expect(await page.locator('.long > li').count()).toBeLessThanOrEqual(62)
  })
})
