import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashNatively, hmacSha256, sha256 } from './sha256.ts'

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

it.each([0, 100, 16_383, 16_384, 200_000])('is the hmac that everybody else computes, of %d bytes', (size) => {
  const [key, message] = [Buffer.alloc(32, 'k'), Buffer.alloc(size, 'text')]
  expect(hmacSha256(key, message)).toBe(createHmac('sha256', key).update(message).digest('hex'))
})

it('is the same in a process that lives on', () => {
  const key = Buffer.alloc(80, 'k')
  const before = [sha256('text'), hmacSha256(key, Buffer.from('text'))]
  hashNatively()
  expect([sha256('text'), hmacSha256(key, Buffer.from('text'))]).toEqual(before)
  expect(before[1]).toBe(createHmac('sha256', key).update('text').digest('hex'))
})
