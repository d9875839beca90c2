import { expect, it } from 'vitest'
import { holdNumber, wholeNumber } from './arguments.ts'

it('accepts whole numbers from 1 and nothing else', () => {
  for (const text of ['', '0', '-1', '1.5', '1e3', ' 1', '0x1', '01', '#1', 'one', '9'.repeat(13)])
    expect([text, wholeNumber(text)]).toEqual([text, undefined])
  expect([wholeNumber('7'), wholeNumber('10', 10), wholeNumber('11', 10)]).toEqual([7, 10, undefined])
  expect([holdNumber('3'), holdNumber('#3'), holdNumber('##3'), holdNumber('9'.repeat(10))]).toEqual([
    3,
    3,
    undefined,
    undefined,
  ])
})
