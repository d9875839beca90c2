import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateTokens } from '../core/protocols/ledger/recover/tokens.ts'
import { countTokens } from './count-tokens.ts'

it('[LEDGER-129] the estimate is hardly ever under the real count, and never far', async () => {
  const texts = [
    'src/core/decide.ts',
    'docs/spec/ledger.md',
    'CHANGELOG.md',
    'src/core/protocols/ledger/recover/packet.ts',
  ]
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((text) => text.match(/[\s\S]{1,400}/g) ?? [])
  const ratios = await Promise.all(texts.map(async (text) => (await countTokens(text)) / estimateTokens(text)))
  const sorted = ratios.toSorted((left, right) => left - right)
  expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThanOrEqual(1)
  expect(sorted.at(-1)).toBeLessThan(1.3)
})

it('[LEDGER-129] whatever stands in a ledger, 150 estimated tokens are less than 250 real ones', async () => {
  const unit = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom('src/', 'qzx', 'ÄÖ', '0f3a9', '…', ' '),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(unit, { maxLength: 60 }), async (parts) => {
      const text = parts.join('')
      expect(await countTokens(text)).toBeLessThanOrEqual((estimateTokens(text) * 250) / 150 + 2)
    }),
    { numRuns: 200 },
  )
})
