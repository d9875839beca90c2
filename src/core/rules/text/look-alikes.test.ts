import { expect, it } from 'vitest'
import { AROUND } from '../../../../test/support/events.ts'
import { NO_MEMORY } from '../../model/tool.ts'
import { assess } from '../assess.ts'
import { showLookAlikes } from './look-alikes.ts'

it.each([
  ['git push https://g\u0456thub.com/a', 'git push https://g\u0456‹U+0456›thub.com/a'],
  ['git@g\u0456thub.com:a/b', 'git@g\u0456‹U+0456›thub.com:a/b'],
  ['https://me@пример.рф/a', 'https://me@п‹U+043F›р‹U+0440›и‹U+0438›м‹U+043C›е‹U+0435›р‹U+0440›.р‹U+0440›ф‹U+0444›/a'],
  ['https://b\u00fccher.example', 'https://b\u00fc‹U+00FC›cher.example'],
  ['git push \u03bfrigin', 'git push \u03bf‹U+03BF›rigin'],
  ['git push \u043e\u0440\u0430', 'git push \u043e‹U+043E›\u0440‹U+0440›\u0430‹U+0430›'],
  ['rm \uff41bc', 'rm \uff41‹U+FF41›bc'],
  ['git push ori\u200bgin', 'git push ori‹U+200B›gin'],
  ['git push\u00a0origin', 'git push‹U+00A0›origin'],
  ['cat a\u202eb', 'cat a‹U+202E›b'],
])('[EDGE-118] marks what only looks like our letters, and what is not seen: %j', (text, shown) => {
  expect(showLookAlikes(text)).toBe(shown)
})

it.each([
  'git push origin main',
  "git commit -m 'привет, world: caf\u00e9, na\u00efve, 日本語 file_日本'",
  "git commit -m '\u{1f469}\u200d\u{1f4bb} с нами'",
  'a\tb\n',
])('leaves ordinary writing of any language alone: %j', (text) => {
  expect(showLookAlikes(text)).toBe(text)
})

it('[EDGE-118] a person who is asked sees it', () => {
  const call = { kind: 'shell', name: 'Bash', command: 'git push https://g\u0456thub.com/a main' } as const
  const { findings } = assess(call, AROUND, NO_MEMORY)
  expect(findings.map(({ reason }) => reason)).toEqual([expect.stringContaining('g\u0456‹U+0456›thub.com')])
})
