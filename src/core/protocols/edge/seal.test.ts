import { expect, it } from 'vitest'
import { AROUND, after, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { person } from '../../../../test/support/people.ts'
import { degrade } from '../../degrade.ts'
import { DEFAULT_POLICY } from '../../model/policy.ts'

const through = (unsealed: string | null) => shell('ls', { around: { ...AROUND, unsealed } })

it('[EDGE-135] a shell call that its client would lead around the seal is refused, with state and without', () => {
  const text = (found: string) =>
    `this client would run the command ${found}; a person takes \`CLAUDE_CODE_SHELL_PREFIX\` out of the settings that override it, or runs \`fairlead init\``
  const rows = [
    ['', text('without the seal')],
    ['/usr/bin/env', text('through `/usr/bin/env` instead of the seal')],
  ] as const
  for (const [prefix, said] of rows) {
    const refusal = { kind: 'block', reasons: [{ ruleId: 'EDGE-135', text: said }] }
    expect(play([through(prefix)]).decisions).toMatchObject([refusal])
    expect(degrade(through(prefix), 'disk full', DEFAULT_POLICY)).toMatchObject(refusal)
  }
  expect(play([through(null)]).decisions).toEqual([{ kind: 'allow' }])
})

it('[EDGE-135] what the seal kept from a command is on record, and the agent is told whose it is', () => {
  const covers = ['/home/u/.claude', `${AROUND.cwd}/.codex`, '/home/u/.fairlead']
  const said = (output: string) => after(shell('x'), { outcome: { ok: false, output }, around: { ...AROUND, covers } })
  const rows = [
    ["touch: cannot touch '/home/u/.claude/x': Read-only file system", '/home/u/.claude'],
    ['bash: .codex/config.toml: Read-only file system', `${AROUND.cwd}/.codex`],
    ['/mnt/cd/x: Read-only file system', undefined],
    ['/home/u/.claude/x: no such file', undefined],
  ] as const
  for (const [output, path] of rows) {
    const { decisions, facts } = play([said(output)])
    expect(facts.flat().filter(({ kind }) => kind === 'seal.refused')).toMatchObject(
      path === undefined ? [] : [{ kind: 'seal.refused', path }],
    )
    const steer = `\`${path}\` belongs to Fairlead and is read-only for agents; a person decides`
    expect(decisions).toEqual([{ kind: 'allow', ...(path !== undefined && { steer }) }])
  }
})

it('[EDGE-136] an agent whose command can have no effect in there is told how to ask for it', () => {
  const said = (output: string, covers: readonly string[]) =>
    after(shell('sudo x'), { outcome: { ok: false, output }, around: { ...AROUND, covers } })
  const sudo = 'sudo: The "no new privileges" flag is set, which prevents sudo from running as root.'
  const { decisions } = play([said(sudo, ['/h']), said(sudo, []), said('no', ['/h'])])
  expect(decisions).toEqual([
    { kind: 'allow', steer: expect.stringContaining('`UNSEALED=1`') },
    { kind: 'allow' },
    { kind: 'allow' },
  ])
})

it('[EDGE-136] a command that a person let out of the seal is on record as that', () => {
  const { decisions, facts } = play([after(shell('id'), { around: { ...AROUND, ran: 'let-out' } })])
  expect(decisions).toEqual([{ kind: 'allow' }])
  expect(facts.flat().filter(({ kind }) => kind.startsWith('seal.'))).toMatchObject([{ kind: 'seal.opened' }])
})

it('[EDGE-135] a command that ran without the seal is on record each time, and said once a session', () => {
  const ran = (how: 'unsealed' | 'unattested') => after(shell('ls'), { around: { ...AROUND, ran: how } })
  for (const how of ['unsealed', 'unattested'] as const) {
    const { decisions, facts } = play([ran(how), ran(how)])
    expect(decisions.map((one) => ('notice' in one ? one.notice : undefined))).toEqual([
      expect.stringContaining('fairlead doctor'),
      undefined,
    ])
    expect(facts.flat().filter(({ kind }) => kind === 'seal.missing')).toMatchObject([{ how }, { how }])
  }
})

it('[EDGE-136] leaves the seal by an approval alone: once, and never because nobody asks', () => {
  const out = () => shell('UNSEALED=1 sudo -v')
  const { decisions } = play([out(), person('approve'), out(), out()])
  expect(decisions).toMatchObject([{ kind: 'hold' }, {}, { kind: 'allow', unsealed: true }, { kind: 'hold' }])
  expect(play([shell('git push'), person('approve'), shell('git push')]).decisions.at(-1)).toEqual({ kind: 'allow' })
  for (const level of ['observe', 'steer'] as const) {
    const policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, level } }
    expect(play([out()], undefined, policy).decisions.map((one) => ['unsealed' in one, one.kind])).toEqual([
      [false, 'allow'],
    ])
  }
  const policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, surface: 'native' as const } }
  const around = { ...AROUND, person: { kind: 'present', by: 'neither', asks: true } } as const
  expect(play([shell('UNSEALED=1 id', { around })], undefined, policy).decisions).toMatchObject([
    { kind: 'ask', unsealed: true },
  ])
})
