// Every page in the machine's own Chromium: axe, complaints of the browser, forgeries, and a person at the keyboard.
// `npm run browser -- --sheet` also keeps a picture of every page, state, theme and width, and one sheet of them all.
import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE } from './setup/paths.mjs'
import { say } from './setup/report.mjs'
import { ordinaryUser } from './test/ordinary-user.mjs'
import { createTally } from './test/tally.mjs'
import { runVitest } from './test/vitest.mjs'

const wantsSheet = process.argv.includes('--sheet')
const filters = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const user = ordinaryUser()
const folder = join(CACHE, 'console-shots')
if (wantsSheet) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (user) chownSync(folder, user.uid, user.gid)
  process.env.FAIRLEAD_SHOTS = folder
}
const tally = createTally()
await tally.suite('pages in a browser', () => runVitest({ project: 'browser', filters, user }))
tally.finish({ expectTests: true, filters })
if (wantsSheet) {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .sort()
  const figures = names.map(
    (name) => `<figure><img src="${name}" alt=""><figcaption>${name.replace('.png', '')}</figcaption></figure>`,
  )
  const style =
    'body{font:14px system-ui;display:flex;flex-wrap:wrap;gap:16px;margin:16px;background:#888}figure{margin:0}img{height:420px;display:block}figcaption{padding:4px;background:#fff}'
  writeFileSync(
    join(folder, 'sheet.html'),
    `<!doctype html><meta charset="utf-8"><title>console</title><style>${style}</style>${figures.join('\n')}`,
  )
  say(`${names.length} pictures; open ${join(folder, 'sheet.html')}`)
}
