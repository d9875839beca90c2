import { describe, expect, it } from 'vitest'
import { asTyped } from '../../core/words/edge.ts'
import { ago, fitted, oneLine, withoutCodes } from './show.ts'

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

it('removes what could move the cursor from a line', () => {
  expect(oneLine('a\u001b[31m\n\u202eb ')).toBe('a [31m b')
  expect(oneLine('abcdef', 4)).toBe('abc…')
})

it('shows control codes of a file as marks, and keeps its lines', () => {
  expect(withoutCodes('a\u001b[31m\n\tb\u202e \ue0b0')).toBe('a�[31m\n\tb� \ue0b0')
})

describe('a line in a narrow terminal', () => {
  const row = '  hooks    in `~/.claude/settings.json`, which is a long way from here'
  const cases: readonly (readonly [string, string, number, string])[] = [
    ['fits', 'short enough', 12, 'short enough'],
    [
      'goes on below its last column',
      row,
      40,
      '  hooks    in `~/.claude/settings.json`,\n           which is a long way from here',
    ],
    ['goes on below its first word', '  · one two three four', 14, '  · one two\n    three four'],
    ['keeps words that are too long', 'a bbbbbbbbbbbbbbbb c', 8, 'a\n  bbbbbbbbbbbbbbbb\n  c'],
    ['does not count colors', '\u001b[33mone two\u001b[39m three', 13, '\u001b[33mone two\u001b[39m three'],
  ]
  it.each(cases)('%s', (_name, line, columns, shown) => {
    expect(fitted(line, columns)).toBe(shown)
  })
})

describe('a message with `/edge` commands', () => {
  it('names the command that is typed in a terminal', () => {
    expect(asTyped('hold #3: /edge approve 3 accepts it; see src/edge done')).toBe(
      'hold #3: fairlead edge approve 3 accepts it; see src/edge done',
    )
    expect(asTyped('Warning: No plan exists. Consider /edge plan first.')).toContain('Consider /edge plan')
  })
})
