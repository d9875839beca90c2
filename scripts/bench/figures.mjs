import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

const FILE = join(ROOT, 'docs', 'figures.json')

/** With `--keep` a bench leaves its figures for docs/compare.md, which `npm run docs` writes from them. */
export function keepFigures(section, figures) {
  if (!process.argv.includes('--keep')) return
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const before = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
  const measured = { version, on: new Date().toISOString().slice(0, 10), ...figures }
  const all = Object.entries({ ...before, [section]: measured }).toSorted(([left], [right]) => (left < right ? -1 : 1))
  const text = JSON.stringify(Object.fromEntries(all), null, 2).replaceAll(/\[\s+(\d+),\s+(\d+)\s+\]/g, '[$1, $2]')
  writeFileSync(FILE, `${text}\n`)
}
