import { expect, it } from 'vitest'
import { isAtLeast } from './surface.ts'

it.each([
  ['2.1.294', '2.1.295', false],
  ['2.1.295', '2.1.295', true],
  ['v2.2.0 (client)', '2.1.295', true],
  ['10.0.0', '9.9.9', true],
  ['2.2', '2.1.295', undefined],
  ['x', '0.0.1', undefined],
  [undefined, '0.0.1', undefined],
])('%s is at least %s: %s', (version, wanted, expected) => {
  expect(isAtLeast(version, wanted)).toBe(expected)
})
