import { describe, expect, test } from 'vitest'
import { hasWord, valueNamed, type WordTable } from './word-table.ts'

const TABLE: WordTable<string> = [
  ['ls cat head', 'look'],
  ['rm', 'remove'],
  ['cat rm', 'never reached'],
]

describe('a table of words', () => {
  test.each([
    ['ls', 'look'],
    ['cat', 'look'],
    ['head', 'look'],
    ['rm', 'remove'],
    ['l', undefined],
    ['s', undefined],
    ['a', undefined],
    ['hea', undefined],
    ['ls cat', undefined],
    [' ', undefined],
    ['', undefined],
  ])('%j is %j', (name, value) => {
    expect(valueNamed(TABLE, name)).toBe(value)
  })

  test('of no names', () => {
    expect(hasWord('', '-x')).toBe(false)
  })
})
