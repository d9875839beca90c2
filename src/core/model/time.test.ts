import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoTime } from './time.ts'

it('writes the same text as the platform for every time there is', () => {
  const ms = fc.integer({ min: -8.64e15, max: 8.64e15 })
  fc.assert(
    fc.property(ms, (atMs) => {
      expect(isoTime(atMs)).toBe(new Date(atMs).toISOString())
    }),
  )
})

it('never fails on a number that is not a time', () => {
  expect([isoTime(Number.NaN), isoTime(1e300), isoTime(-1e300)]).toEqual([
    '1970-01-01T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
  ])
})
