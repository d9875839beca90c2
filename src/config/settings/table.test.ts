import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../../core/model/policy.ts'
import type { Located } from '../located.ts'
import { amount, choice, ladder, toggle, words } from './setting.ts'
import { SETTINGS, settledBy } from './table.ts'

const scalar = (value: string | number | boolean | null): Located => ({ kind: 'scalar', line: 3, value })
const list = (...values: string[]): Located => ({ kind: 'list', line: 3, items: values.map(scalar) })
const about = ''

describe('the table of settings', () => {
  it('makes the default policy out of the defaults', () => {
    const { tiers, rules, exceptions, problems, ...settled } = DEFAULT_POLICY
    expect([tiers, rules, exceptions, problems]).toEqual([{}, [], [], []])
    expect(settledBy((setting) => setting.initial)).toEqual(settled)
  })

  it('names each setting once, as section and key, with a sentence and a default it would itself accept', () => {
    expect(new Set(SETTINGS.map(({ name }) => name)).size).toBe(SETTINGS.length)
    for (const { name, about: sentence, initial, read } of SETTINGS) {
      expect(name).toMatch(/^[a-z]+\.[a-z0-9_-]+$/)
      expect(sentence).toMatch(/^[a-z].{20,}[^.]$/)
      const node = Array.isArray(initial) ? list(...initial) : scalar(initial)
      const complaints: string[] = []
      expect(read(node, name, (_line: number, text: string) => complaints.push(text))).toEqual(initial)
      expect(complaints).toEqual([])
    }
  })
})

describe('which way is stricter', () => {
  const number = (stricter?: 'higher' | 'lower') =>
    amount('a.b', { initial: 5, minimum: 0, maximum: 9, about, ...(stricter && { stricter }) })
  const rows: readonly (readonly [string, boolean | undefined, boolean])[] = [
    ['up a ladder', ladder('a.b', ['x', 'y'], { initial: 'x', about }).isStricter?.('y', 'x'), true],
    ['down a ladder', ladder('a.b', ['x', 'y'], { initial: 'x', about }).isStricter?.('x', 'y'), false],
    [
      'another taste',
      choice<string>('a.b', ['x', 'y'], { initial: 'x', about }).isStricter?.('y', 'x') ?? false,
      false,
    ],
    ['switched on', toggle('a.b', { initial: false, stricter: true, about }).isStricter?.(true, false), true],
    ['switched off', toggle('a.b', { initial: true, stricter: true, about }).isStricter?.(false, true), false],
    ['a toggle of taste', toggle('a.b', { initial: true, about }).isStricter?.(false, true) ?? false, false],
    ['a higher number', number('higher').isStricter?.(6, 5), true],
    ['a lower number where higher is stricter', number('higher').isStricter?.(4, 5), false],
    ['a lower number', number('lower').isStricter?.(4, 5), true],
    ['a number of taste', number().isStricter?.(4, 5) ?? false, false],
    [
      'one more word',
      words('a.b', ['x', 'y'], { initial: [], stricter: 'more', about }).isStricter?.(['x', 'y'], ['y']),
      true,
    ],
    [
      'other words',
      words('a.b', ['x', 'y'], { initial: [], stricter: 'more', about }).isStricter?.(['x'], ['y']),
      false,
    ],
  ]
  it.each(rows)('%s', (_, found, expected) => expect(found).toBe(expected))
})

describe('what cannot be read', () => {
  const amounts = amount('a.b', { initial: 5, minimum: 0, maximum: 9, about })
  const parts = amount('a.b', { initial: 0.5, minimum: 0, maximum: 1, fraction: true, about })
  const some = words('a.b', ['x', 'y'], { initial: [], about })
  const rows: readonly (readonly [
    string,
    (complain: (line: number, text: string) => void) => unknown,
    unknown,
    string[],
  ])[] = [
    [
      'a word for a number',
      (say) => amounts.read(scalar('5'), 'a.b', say),
      undefined,
      ['`a.b` expects a whole number from 0 to 9'],
    ],
    [
      'part of a number',
      (say) => amounts.read(scalar(0.5), 'a.b', say),
      undefined,
      ['`a.b` expects a whole number from 0 to 9'],
    ],
    ['too much', (say) => parts.read(scalar(2), 'a.b', say), undefined, ['`a.b` expects a number from 0 to 1']],
    [
      'a list for a number',
      (say) => amounts.read(list(), 'a.b', say),
      undefined,
      ['`a.b` expects a whole number from 0 to 9'],
    ],
    ['a part where parts are allowed', (say) => parts.read(scalar(0.25), 'a.b', say), 0.25, []],
    ['one word', (say) => some.read(scalar('y'), 'a.b', say), ['y'], []],
    ['no words', (say) => some.read(list(), 'a.b', say), [], []],
    [
      'an unknown word',
      (say) => some.read(list('x', 'z'), 'a.b', say),
      undefined,
      ['`a.b` is `z`; expected `x` or `y`'],
    ],
  ]
  it.each(rows)('%s', (_, read, value, texts) => {
    const said: string[] = []
    expect(read((_line, text) => said.push(text))).toEqual(value)
    expect(said).toEqual(texts)
  })
})
