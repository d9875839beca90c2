import { expect, it } from 'vitest'
import { ago, count, oneLine, withoutCodes } from './show.ts'

it.each([
  [0, '0 s ago'],
  [59_999, '59 s ago'],
  [60_000, '1 min ago'],
  [7_200_000, '2 h ago'],
  [200_000_000, '2 d ago'],
  [-5, '0 s ago'],
])('%i ms are %s', (passed, text) => {
  expect(ago(1_000_000_000 - passed, 1_000_000_000)).toBe(text)
})

it('keeps what could move the cursor out of a line', () => {
  expect(oneLine('a\u001b[31m\n\u202eb ')).toBe('a [31m b')
  expect(oneLine('abcdef', 4)).toBe('abc…')
})

it.each([
  [0, 'hold', '0 holds'],
  [1, 'boundary', '1 boundary'],
  [2, 'boundary', '2 boundaries'],
  [2, 'day', '2 days'],
])('%i %s is %s', (number, noun, text) => {
  expect(count(number, noun)).toBe(text)
})

it('shows codes of a file as marks, and keeps its lines', () => {
  expect(withoutCodes('a\u001b[31m\n\tb\u202e \ue0b0')).toBe('a�[31m\n\tb� \ue0b0')
})
