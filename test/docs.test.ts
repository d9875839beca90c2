import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compare } from '../scripts/docs/compare.ts'
import { configuration } from '../scripts/docs/configuration.ts'
import { coverage } from '../scripts/docs/coverage.ts'
import { packPrograms } from '../scripts/docs/pack-programs.ts'
import { pluginFiles } from '../scripts/docs/plugin.ts'

const documents: readonly (readonly [string, () => string])[] = [
  ['docs/compare.md', compare],
  ['docs/configuration.md', configuration],
  ['docs/coverage.md', coverage],
  ['src/core/rules/book/pack-programs.ts', packPrograms],
  ...Object.entries(pluginFiles),
]

describe('documents and tables made from code say what the code says; `npm run docs` writes them', () => {
  it.each(documents)('%s', (file, write) => {
    expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toBe(write())
  })
})
