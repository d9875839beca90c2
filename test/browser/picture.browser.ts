import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleWorld, consoleWorld, drivenBrowser, openedPage } from './support/console-world.ts'
import { seedShop } from './support/seed-shop.ts'

const FOLDER = process.env['FAIRLEAD_PICTURE']
const MAX_BYTES = 200_000
const DESK = { width: 1240, height: 760 }
const PHONE = { width: 390, height: 780 }

/** `npm run picture`: the queue with a push for the README, light and dark, and the other pages for the guide. */
describe.skipIf(!FOLDER)('the picture', () => {
  let made: ConsoleWorld
  let browser: Browser
  beforeAll(async () => {
    mkdirSync(join(FOLDER ?? '', 'console'), { recursive: true })
    made = await consoleWorld(seedShop)
    browser = await drivenBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await made?.remove()
  })

  async function taken(page: Page, name: string): Promise<void> {
    const path = join(FOLDER ?? '', `${name}.png`)
    await page.screenshot({ path })
    expect([name, statSync(path).size < MAX_BYTES]).toEqual([name, true])
  }

  it.each(['light', 'dark'] as const)('of the queue, in %s', async (colorScheme) => {
    const { page } = await openedPage(browser, made, { viewport: DESK, colorScheme })
    await asPresent(page)
    await page.locator('.card', { hasText: 'git push' }).click()
    await page.waitForSelector('.commits li')
    await taken(page, `console-${colorScheme}`)
  })

  it('of the other pages', async () => {
    const { page } = await openedPage(browser, made, { viewport: DESK, colorScheme: 'light' })
    for (const [keys, wanted, name] of PAGES) {
      for (const key of keys) await page.keyboard.press(key)
      await page.waitForSelector(wanted)
      await taken(page, `console/${name}`)
    }
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.locator('.sessions a').first().click()
    await page.waitForSelector('.row')
    await taken(page, 'console/session')
  })

  it('of the phone', async () => {
    const { page } = await openedPage(browser, made, { viewport: PHONE, colorScheme: 'dark', hasTouch: true })
    await asPresent(page)
    await page.locator('.card', { hasText: 'git push' }).click()
    await page.waitForSelector('.commits li')
    await taken(page, 'console/phone')
  })
})

const PAGES = [
  ['gn', '.livecard', 'now'],
  ['gl', '.todo pre', 'ledger'],
  ['gi', '.chart', 'insights'],
] as const

/** A driven browser only looks: its page is told what a person's would be told of its level, and nothing else. */
async function asPresent(page: Page): Promise<void> {
  await page.addInitScript(`{
    const ask = fetch
    const told = (address, answer) => {
      if (address.endsWith('/state'))
        return { ...answer, level: 'present', levelUntilMs: Date.now() + 1_650_000, levelWhy: undefined, digits: undefined }
      if (/\\/holds\\/\\w+\\/\\d+$/.test(address))
        return { ...answer, acts: answer.acts.map((act) => ({ ...act, allowed: true, why: undefined })) }
      // The seed's remote is a folder of a machine that is thrown away.
      if (address.endsWith('/preview') && answer.preview.kind === 'commits')
        return { ...answer, preview: { ...answer.preview, to: 'git@host:shop.git main' } }
      return answer
    }
    window.fetch = async (address, asking) => {
      const response = await ask(address, asking)
      const isJson = response.ok && response.headers.get('content-type')?.startsWith('application/json')
      return isJson ? Response.json(told(String(address), await response.json())) : response
    }
  }`)
  await page.reload()
}
