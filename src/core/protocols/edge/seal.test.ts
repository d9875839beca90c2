import { expect, it } from 'vitest'
import { AROUND, after, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
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
