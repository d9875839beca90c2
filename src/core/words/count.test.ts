import { expect, it } from 'vitest'
import { count } from './count.ts'

it.each([
  [0, 'hold', '0 holds'],
  [1, 'entry', '1 entry'],
  [2, 'entry', '2 entries'],
  [2, 'day', '2 days'],
  [2, 'stretch', '2 stretches'],
])('%i %s is %s', (number, noun, text) => {
  expect(count(number, noun)).toBe(text)
})
