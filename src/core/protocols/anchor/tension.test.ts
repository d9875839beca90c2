import fc from 'fast-check'
import { expect, it } from 'vitest'
import { emitTension, readTension } from './tension.ts'

const inside = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((text) => !/[[\]\n]/.test(text) && text === text.trim())
const path = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => !/[[\]:\n]/.test(text) && text === text.trim())

it('[ANCHOR-35] a tension is read back as it was written', () => {
  const range = fc.tuple(fc.nat(9_999_999), fc.nat(9_999_999)).map(([first, last]) => ({ first, last }))
  const tension = fc.record({
    number: fc.option(fc.nat(99_999), { nil: undefined }),
    constraint: inside,
    path,
    lines: fc.option(range, { nil: undefined }),
    state: inside,
    action: inside,
  })
  fc.assert(
    fc.property(tension, (given) => {
      expect(readTension(emitTension(given))).toEqual({ ok: true, tension: given })
    }),
    { numRuns: 500 },
  )
})
