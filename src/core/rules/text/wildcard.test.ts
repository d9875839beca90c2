import { expect, it } from 'vitest'
import { wildcard } from './wildcard.ts'

it.each([
  ['*??*', 'ab', true],
  ['*??*', 'a', false],
  ['x*?*y', 'xy', false],
  ['*a?b*c', 'aaab-c', true],
  ['*a?b*c', 'aaaa-c', false],
  ['*b?*', 'ab', false],
  ['a?c|x*', 'abc', true],
  ['a?c', 'abcd', false],
])('%s and %s: %s', (pattern, text, matches) => {
  expect(wildcard(pattern)(text)).toBe(matches)
})
