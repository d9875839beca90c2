import { describe, expect, it } from 'vitest'
import { besidePlane } from '../../../../test/support/beside-plane.ts'
import { AROUND, before, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { decide } from '../../decide.ts'
import { degrade } from '../../degrade.ts'
import type { Event } from '../../model/event.ts'
import { projectRoot } from '../../model/ids.ts'
import { DEFAULT_POLICY, type Exception, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE } from '../../model/state.ts'

function excepting(...exceptions: readonly Partial<Exception>[]): Policy {
  const whole = { rule: 'git.push', command: 'git push origin main', project: AROUND.project, folder: AROUND.cwd }
  return { ...DEFAULT_POLICY, exceptions: exceptions.map((one) => ({ ...whole, ...one })) }
}

const kindOf = (event: Event, policy: Policy) => decide(INITIAL_STATE, event, policy).decision.kind
const without = (event: Event, policy: Policy) => degrade(event, 'disk full', policy).kind

const elsewhere = { ...AROUND, project: projectRoot('/home/dev/other') }
const held: readonly [string, Event, Partial<Exception>][] = [
  ['another argument', shell('git push origin next'), {}],
  ['the command with another behind it', shell('git push origin main && git push origin next'), {}],
  ['another spelling', shell('git  push origin main'), {}],
  ['another project', shell('git push origin main', { around: elsewhere }), {}],
  ['another folder', shell('git push origin main', { around: { ...AROUND, cwd: `${AROUND.project}/sub` } }), {}],
  ['another rule', shell('git push origin main'), { rule: 'git.reset-hard' }],
  ['a rule that is only the beginning', shell('git push origin main'), { rule: 'git' }],
  ['a rule of a command that has two', shell('git push && npm publish'), { command: 'git push && npm publish' }],
]

describe('an exception', () => {
  it('lets exactly this command pass, with or without state, and leaves it in the audit', () => {
    const policy = excepting({})
    for (const command of ['git push origin main', ' git push origin main\n']) {
      expect([kindOf(shell(command), policy), without(shell(command), policy)]).toEqual(['allow', 'allow'])
    }
    expect(besidePlane(decide(INITIAL_STATE, shell('git push origin main'), policy).facts)).toMatchObject([
      { kind: 'call.judged', tier: 'junction', outcome: 'allow', rules: ['git.push'] },
    ])
  })

  it.each(held)('does not reach %s', (_, event, exception) => {
    const policy = excepting(exception)
    expect([kindOf(event, policy), without(event, policy)]).toEqual(['hold', 'ask'])
  })

  it('is needed for every rule of a command, and the hold names the one that is left', () => {
    const command = 'git push && npm publish'
    const { decision } = decide(INITIAL_STATE, shell(command), excepting({ command }))
    expect(JSON.stringify(decision)).toContain('publish')
    const { rules } = play([shell(command)])
      .facts.flat()
      .find((fact) => fact.kind === 'call.judged') ?? { rules: [] }
    const all = excepting(...rules.filter((rule) => !rule.startsWith('EDGE-')).map((rule) => ({ rule, command })))
    expect([kindOf(shell(command), all), without(shell(command), all)]).toEqual(['allow', 'allow'])
  })

  it('is silent under `steer` as well', () => {
    const policy: Policy = { ...excepting({}), edge: { ...DEFAULT_POLICY.edge, level: 'steer' } }
    expect(decide(INITIAL_STATE, shell('git push origin main'), policy).decision).toEqual({ kind: 'allow' })
  })

  it('never covers the catastrophic, tampering, or tools other than a shell', () => {
    const remove = { rule: 'filesystem.delete-vital', command: 'rm -rf /' }
    expect([kindOf(shell('rm -rf /'), excepting(remove)), without(shell('rm -rf /'), excepting(remove))]).toEqual([
      'block',
      'block',
    ])
    const both = { command: 'git push origin main; rm -rf /' }
    expect(kindOf(shell(both.command), excepting(both, { ...remove, ...both }))).toBe('block')
    const tamper = { rule: 'system.cover-tracks', command: 'history -c' }
    expect([kindOf(shell('history -c'), excepting(tamper)), without(shell('history -c'), excepting(tamper))]).toEqual([
      'block',
      'ask',
    ])
    const raised: Policy = { ...excepting({}), tiers: { 'git.push': 'catastrophic' } }
    expect(kindOf(shell('git push origin main'), raised)).toBe('block')
    const edit = before({
      kind: 'edit',
      name: 'Write',
      changes: [{ op: 'write', path: '/home/dev/.bashrc', after: 'x' }],
    })
    const { rules } = play([edit])
      .facts.flat()
      .find((fact) => fact.kind === 'call.judged') ?? { rules: [] }
    expect(kindOf(edit, excepting(...rules.map((rule) => ({ rule, command: '' }))))).not.toBe('allow')
  })
})
