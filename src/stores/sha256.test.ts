import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

it('is the sha-256 that everybody else computes', () => {
  const content = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 5_000 }),
    fc.nat(40_000).map(Buffer.alloc),
  )
  fc.assert(
    fc.property(content, (given) => {
      expect(sha256(given)).toBe(createHash('sha256').update(given).digest('hex'))
    }),
  )
})
