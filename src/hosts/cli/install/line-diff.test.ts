import { expect, it } from 'vitest'
import { lineDiff } from './line-diff.ts'

const show = (before: string, after: string) =>
  lineDiff(before, after).map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-', skipped: '~' }[kind]}${text}`,
  )

const cases: readonly [string, string, string, readonly string[]][] = [
  ['a new file', '', 'a\nb\n', ['+a', '+b']],
  ['a removed file', 'a\n', '', ['-a']],
  ['nothing', 'a\n', 'a\n', ['~…']],
  [
    'a line in the middle',
    '1\n2\n3\n4\n5\n6\n7\n',
    '1\n2\n3\nx\n4\n5\n6\n7\n',
    ['~…', ' 2', ' 3', '+x', ' 4', ' 5', '~…'],
  ],
  ['two places', 'a\nb\nc\n', 'x\na\nb\ny\nc\n', ['+x', ' a', ' b', '+y', ' c']],
  ['a changed line', 'a\nb\nc', 'a\nB\nc', [' a', '-b', '+B', ' c']],
]
it.each(cases)('shows %s', (_, before, after, expected) => {
  expect(show(before, after)).toEqual(expected)
})

it('shows a huge change as a whole', () => {
  const lines = (prefix: string) => Array.from({ length: 2_100 }, (_, index) => `${prefix}${index}`).join('\n')
  expect(show(lines('a'), lines('b'))).toHaveLength(4_200)
})
