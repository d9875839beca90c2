import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY, SETTINGS, settledBy } from '../core/model/policy.ts'
import { amount, choice, ladder, names, type Setting, some, toggle } from '../core/model/setting.ts'
import { SETTINGS_TABLE } from '../core/model/settings.ts'
import type { Located } from './read-located.ts'
import { isStricter, readerOf } from './read-setting.ts'

const scalar = (value: string | number | boolean | null): Located => ({ kind: 'scalar', line: 3, value })
const list = (...values: string[]): Located => ({ kind: 'list', line: 3, items: values.map(scalar) })
const { director, gateMethodFor } = SETTINGS_TABLE.roles
const { checkpointTool } = SETTINGS_TABLE.plane
const { otlpEndpoint } = SETTINGS_TABLE.telemetry
const nodeOf = (value: unknown): Located =>
  Array.isArray(value)
    ? list(...value)
    : scalar(typeof value === 'object' ? null : (value as string | number | boolean))

describe('the table of settings', () => {
  it('makes the default policy out of the defaults', () => {
    const { tiers, rules, exceptions, problems, ...settled } = DEFAULT_POLICY
    expect([tiers, rules, exceptions, problems]).toEqual([{}, [], [], []])
    expect(settledBy(new Map(SETTINGS.map(({ name, initial }) => [name, initial])))).toEqual(settled)
    expect(settled.plane).toMatchObject({ floorMs: 2_000, windowMs: 3_600_000, persistCalls: 4 })
  })

  it('names each setting once, as section and key, with a sentence and a default it would itself accept', () => {
    expect(new Set(SETTINGS.map(({ name }) => name)).size).toBe(SETTINGS.length)
    for (const { name, about, initial, takes } of SETTINGS) {
      expect(name).toMatch(/^[a-z]+\.[a-z0-9_-]+$/)
      expect(about).toMatch(/^[a-z`].{20,}[^.]$/i)
      const complaints: string[] = []
      expect(readerOf(takes)(nodeOf(initial), name, (_line, text) => complaints.push(text))).toEqual(initial)
      expect(complaints).toEqual([])
    }
  })
})

describe('which way is stricter', () => {
  const steps = ladder(['x', 'y'], 'x', '')
  const higher = amount(5, [0, 9], '', { stricter: 'higher' })
  const off = toggle(true, '', { stricter: 'off' })
  const more = some(['x', 'y'], [], '', { stricter: 'more' })
  const fewer = names('', { example: 'x', stricter: 'fewer' })
  const rows: readonly (readonly [string, boolean, boolean])[] = [
    ['up a ladder', isStricter(steps, 'y', 'x'), true],
    ['down a ladder', isStricter(steps, 'x', 'y'), false],
    ['another taste', isStricter(choice(['x', 'y'], 'x', ''), 'y', 'x'), false],
    ['switched on', isStricter(toggle(false, '', { stricter: 'on' }), true, false), true],
    ['switched off', isStricter(toggle(true, '', { stricter: 'on' }), false, true), false],
    ['switched off where that is stricter', isStricter(off, false, true), true],
    ['a toggle of taste', isStricter(toggle(true, ''), false, true), false],
    ['a higher number', isStricter(higher, 6, 5), true],
    ['a lower number where higher is stricter', isStricter(higher, 4, 5), false],
    ['a lower number', isStricter(amount(5, [0, 9], '', { stricter: 'lower' }), 4, 5), true],
    ['a number of taste', isStricter(amount(5, [0, 9], ''), 4, 5), false],
    ['one more word', isStricter(more, ['x', 'y'], ['y']), true],
    ['other words', isStricter(more, ['x'], ['y']), false],
    ['one name less', isStricter(fewer, ['x'], ['x', 'y']), true],
    ['other names', isStricter(fewer, ['z'], ['x', 'y']), false],
    ['[PLANE-L15a] one more subagent type that is held', isStricter(gateMethodFor, ['a', 'b'], ['a']), true],
    ['[PLANE-L15a] another director', isStricter(director, 'a', 'none'), false],
  ]
  it.each(rows)('%s', (_, found, expected) => expect(found).toBe(expected))

  it('[PLANE-L15a] lets no repository name a director, trusted or not', () => expect(director.firm).toBe(true))
})

describe('reading', () => {
  const whole = amount(5, [0, 9], '')
  const parts = amount(0.5, [0, 1], '', { fraction: true })
  const few = some(['x', 'y'], [], '')
  const wholeNumber = '`a.b` expects a whole number from 0 to 9'
  const agentType = '`a.b` expects the name of a subagent type'
  const address = '`a.b` expects an address such as `http://127.0.0.1:4318`, or `""` to send nothing'
  type Row = readonly [name: string, setting: Setting<unknown>, node: Located, value: unknown, said: string | undefined]
  const rows: readonly Row[] = [
    ['a word for a number', whole, scalar('5'), undefined, wholeNumber],
    ['part of a number', whole, scalar(0.5), undefined, wholeNumber],
    ['too much', parts, scalar(2), undefined, '`a.b` expects a number from 0 to 1'],
    ['a list for a number', whole, list(), undefined, wholeNumber],
    ['a part where parts are allowed', parts, scalar(0.25), 0.25, undefined],
    ['one word', few, scalar('y'), ['y'], undefined],
    ['no words', few, list(), [], undefined],
    ['an unknown word', few, list('x', 'z'), undefined, '`a.b` is `z`; expected `x` or `y`'],
    ['a long text', checkpointTool, scalar('x'.repeat(201)), undefined, '`a.b` expects text of at most 200 characters'],
    ['an address', otlpEndpoint, scalar('http://[::1]:4318'), 'http://[::1]:4318', undefined],
    ['no address', otlpEndpoint, scalar('file:///x'), undefined, address],
    ['[PLANE-L15a] a subagent type', director, scalar('code-reviewer'), 'code-reviewer', undefined],
    ...['', '-x', 'with space', 7].map(
      (bad) => [`[PLANE-L15a] not one: ${bad}`, director, scalar(bad), undefined, agentType] as const,
    ),
    ['[PLANE-L15a] a mapping', director, { kind: 'map', line: 4, entries: [] }, undefined, agentType],
    ['[PLANE-L15a] one type for a list', gateMethodFor, scalar('coder'), ['coder'], undefined],
    ['[PLANE-L15a] several types', gateMethodFor, list('a', 'b:c'), ['a', 'b:c'], undefined],
    ['[PLANE-L15a] a bad type among them', gateMethodFor, list('a', ''), undefined, agentType],
  ]
  it.each(rows)('%s', (_name, { takes }, node, value, text) => {
    const said: string[] = []
    expect(readerOf(takes)(node, 'a.b', (_line, one) => said.push(one))).toEqual(value)
    expect(said).toEqual(text === undefined ? [] : [text])
  })
})
