import { describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import type { Rule } from '../../../core/model/rule.ts'
import { builtInRules } from '../../../core/rules/rule-book.ts'
import { exampleFailures } from './rule-examples.ts'

const seat: Seat = { env: { HOME: '/home/dev', PATH: '' }, cwd: '/', bundle: '/nowhere', node: '/nowhere/node' }
const git = builtInRules().filter((rule) => rule.pack === 'git')

describe('fairlead rules list', () => {
  it('names every rule, by pack, and counts them', async () => {
    const { code, out } = await typed(seat, ['rules', 'list'])
    expect(code).toBe(0)
    const ids = [...out.matchAll(/^ {2}([a-z-]+\.[a-z0-9-]+) +(?:junction|catastrophic) +\S/gm)]
    expect(ids.map(([, id]) => id).toSorted()).toEqual(
      builtInRules()
        .map(({ id }) => id)
        .toSorted(),
    )
    expect([...out.matchAll(/^[a-z]+$/gm)].flat()).toEqual(
      [...new Set(builtInRules().map(({ pack }) => pack))].toSorted(),
    )
    expect(out.endsWith(`\n${builtInRules().length} rules`)).toBe(true)
  })

  it('takes one pack, and gives the rules themselves as JSON', async () => {
    const { out } = await typed(seat, ['rules', 'list', '--pack', 'git'])
    expect(out.split('\n')).toHaveLength(git.length + 3)
    expect(JSON.parse((await typed(seat, ['rules', 'list', '--pack', 'git', '--json'])).out)).toEqual(git)
  })
})

describe('fairlead rules show', () => {
  it('says everything about one rule', async () => {
    const rule = git.find(({ id }) => id === 'git.push')
    const { code, out } = await typed(seat, ['rules', 'show', 'git.push'])
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toBe('git.push')
    const names = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name)
    expect(names).toEqual(['tier', 'harm', 'type', 'family', 'why', 'override', 'safer', 'matches', 'not', 'when'])
    for (const command of rule?.examples.matches ?? []) expect(out).toContain(`  ${command}\n`)
    expect(JSON.parse((await typed(seat, ['rules', 'show', 'git.push', '--json'])).out)).toEqual(rule)
  })
})

it.each([
  ['list --pack x', /^unknown pack `x`; use one of cloud, .*git, /],
  ['show x', /^unknown rule `x`; `fairlead rules list` shows them all$/],
])('`fairlead rules %s` is misuse', async (text, line) => {
  const ran = await typed(seat, ['rules', ...text.split(' ')])
  expect([ran.code, ran.out]).toEqual([2, ''])
  expect(ran.line).toMatch(line)
})

describe('fairlead rules test', () => {
  it('[PLANE-O3] finds no fault in the rules that come with it', async () => {
    const { code, out } = await typed(seat, ['rules', 'test'])
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^${builtInRules().length} rules, \\d+ examples, 0 failures$`)),
    ])
  })

  it('[PLANE-O3] finds every example that does not hold', () => {
    const own: Rule = {
      id: 'system.frob',
      pack: 'system',
      harm: 'delete',
      tier: 'junction',
      type: 'irreversible',
      override: 'any-door',
      family: 'frob',
      when: [{ program: ['frob'] }],
      reason: 'frobs',
      safer: 'frob --gently',
      examples: { matches: ['frob now', 'unfrob'], not: ['ls', 'sudo frob'] },
    }
    expect(exampleFailures([own])).toEqual([
      { rule: 'system.frob', command: 'unfrob', problem: 'should match but does not' },
      { rule: 'system.frob', command: 'sudo frob', problem: 'should not match but does' },
      { rule: 'system.frob', command: 'frob --gently', problem: 'is offered as safer but would be held' },
    ])
  })
})
