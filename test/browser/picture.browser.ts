import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleWorld, consoleWorld, drivenBrowser, openedPage } from './support/console-world.ts'
import { seedShop } from './support/seed-shop.ts'

const FOLDER = process.env['FAIRLEAD_PICTURE']
const MAX_BYTES = 200_000

/** `npm run picture`: the queue with a push, for the README. */
describe.skipIf(!FOLDER)('the picture', () => {
  let made: ConsoleWorld
  let browser: Browser
  beforeAll(async () => {
    made = await consoleWorld(seedShop)
    browser = await drivenBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await made?.remove()
  })

  it.each(['light', 'dark'] as const)('in %s', async (colorScheme) => {
    const { page } = await openedPage(browser, made, { viewport: { width: 1240, height: 760 }, colorScheme })
    // A driven browser only looks; the picture shows what a person's sees.
    await page.route('**/api/1/state', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({
        json: { ...answer, level: 'present', levelUntilMs: Date.now() + 27.5 * 60_000, levelWhy: undefined },
      })
    })
    await page.route(/\/holds\/\w+\/\d+$/, async (route) => {
      const answer = await (await route.fetch()).json()
      const acts = answer.acts.map((act: object) => ({ ...act, allowed: true, why: undefined }))
      await route.fulfill({ json: { ...answer, acts, folder: '~/shop' } })
    })
    await page.route('**/preview', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, preview: { ...answer.preview, to: 'git@host:shop.git main' } } })
    })
    await page.reload()
    await page.locator('.card', { hasText: 'git push' }).click()
    await page.waitForSelector('.commits li')
    const path = join(FOLDER ?? '', `console-${colorScheme}.png`)
    await page.screenshot({ path })
    expect(statSync(path).size).toBeLessThan(MAX_BYTES)
  })
})
