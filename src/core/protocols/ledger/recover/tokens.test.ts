import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens, fitLevel2, LEVEL2_RESULTS } from './tokens.ts'

interface One {
  readonly path: string
  readonly snippet: string
}
const json = (one: One) => JSON.stringify(one)

describe('level 2', () => {
  it('[LEDGER-25] shows three places', () => {
    expect(LEVEL2_RESULTS).toBe(3)
  })

  it('[LEDGER-25] leaves what fits as it is', () => {
    const found = ['a', 'b', 'c'].map((path) => ({ path, snippet: 'some words' }))
    expect(fitLevel2(found, 500, json)).toEqual(found.map(json))
  })

  it('[LEDGER-25] gives each place a fair share, and takes what the others leave', () => {
    const long = 'word '.repeat(600)
    const [first = '', second = '', third = ''] = fitLevel2(
      [
        { path: 'a', snippet: 'short' },
        { path: 'b', snippet: long },
        { path: 'c', snippet: long },
      ],
      500,
      json,
    )
    expect(first).toBe(json({ path: 'a', snippet: 'short' }))
    for (const text of [second, third]) expect(estimateTokens(text)).toBeGreaterThan(180)
  })

  it('[LEDGER-25] names a place without its words rather than not at all, and drops one that has no room', () => {
    const found = [{ path: 'src/a.ts', snippet: '\n"'.repeat(40) }]
    expect(fitLevel2(found, estimateTokens(json({ path: 'src/a.ts', snippet: '' })) + 1, json)).toEqual([
      json({ path: 'src/a.ts', snippet: '' }),
    ])
    expect(fitLevel2(found, 3, json)).toEqual([])
  })

  it('[LEDGER-25] never takes more than its budget, whatever was found', () => {
    const one = fc.record({
      path: fc.string({ maxLength: 60 }),
      snippet: fc.string({ maxLength: 600, unit: 'grapheme' }),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 10 }), fc.integer({ min: 10, max: 600 }), (found, budget) => {
        expect(estimateTokens(fitLevel2(found, budget, json).join('\n'))).toBeLessThanOrEqual(budget)
      }),
    )
  })
})
