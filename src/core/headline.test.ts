import { describe, expect, it } from 'vitest'
import { AROUND, after, common, inSubagent, shell } from '../../test/support/events.ts'
import { play } from '../../test/support/history.ts'
import { DEFAULT_POLICY, type Policy } from './model/policy.ts'
import type { PersonHere } from './model/surroundings.ts'

const first = (command: string, person: PersonHere = AROUND.person, policy: Policy = DEFAULT_POLICY) => {
  const [decision] = play([shell(command, { around: { ...AROUND, person } })], undefined, policy).decisions
  return decision && 'headline' in decision ? decision.headline : undefined
}

const AT_CLAUDE: PersonHere = { kind: 'present', by: 'command', asks: true }

describe('the first line of a refusal', () => {
  it('[EDGE-123] names the number, the command, why, and the way that works where it is read', () => {
    const held = 'Fairlead held #1 "git push": pushes commits to the remote. '
    expect(first('git push', AT_CLAUDE)).toBe(`${held}Approve: /edge approve 1`)
    expect(first('git push', { kind: 'present', by: 'dialog', asks: false })).toBe(
      `${held}Approve: in the dialog, or fairlead edge approve 1`,
    )
    expect(first('git push', { kind: 'unknown' })).toBe(`${held}Approve: fairlead edge approve 1`)
    expect(first('git push', { kind: 'absent' })).toBe(`${held}Nobody is here to approve it`)
    expect(first('rm -rf /')).toBe('Fairlead blocked "rm -rf /": deletes `/` and everything below it')
    expect(first('ls')).toBeUndefined()
  })

  it('[EDGE-123] fits in a line: of a long call it shows the command that is at fault', () => {
    const long = `cd ${'deep/'.repeat(20)} && git push origin main`
    const line = first(long, AT_CLAUDE) ?? ''
    expect(line).toBe(
      'Fairlead held #1 "git push origin main": pushes commits to the remote `origin`. Approve: /edge approve 1',
    )
    expect(first(`cd ${'deep/'.repeat(20)} && git push`, AT_CLAUDE)?.length).toBeLessThanOrEqual(100)
    expect(first(`git push origin ${'x'.repeat(200)}`, AT_CLAUDE)).toContain('"git push origin xxx')
  })

  it('[EDGE-123] names only a way that is believed: the terminal where the passphrase is needed', () => {
    const policy: Policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, passphraseFor: ['irreversible'] } }
    expect(first('git push', AT_CLAUDE, policy)).toContain('Approve: fairlead edge approve 1')
  })

  it('[EDGE-123] tells how to let pass once what can, and asks in the prompt of the client', () => {
    expect(first('rm -rf important-data', AT_CLAUDE)).toMatch(
      /^Fairlead blocked "rm -rf important-data": .*\. Approve: \/edge approve 1$/,
    )
    const native: Policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, surface: 'native' } }
    expect(first('git push', AT_CLAUDE, native)).toBe(
      'Fairlead held #1 "git push": pushes commits to the remote. Yes lets it run once',
    )
  })

  it('[EDGE-51] asks in the prompt of the client only where nothing else is needed: no passphrase, and no director first', () => {
    const asks = (edge: Partial<Policy['edge']>, director = 'none', agent = {}) => {
      const { edge: usual, roles } = DEFAULT_POLICY
      const policy: Policy = {
        ...DEFAULT_POLICY,
        edge: { ...usual, surface: 'native', ...edge },
        roles: { ...roles, director },
      }
      const around = { ...AROUND, person: AT_CLAUDE }
      return play([shell('git push', { around, ...agent })], undefined, policy).decisions[0]?.kind
    }
    expect([asks({}), asks({ surface: 'junction' }), asks({ passphraseFor: ['irreversible'] })]).toEqual([
      'ask',
      'hold',
      'hold',
    ])
    const worker = inSubagent('worker')
    expect([asks({}, 'none', worker), asks({}, 'lead', worker), asks({}, 'lead')]).toEqual(['ask', 'hold', 'ask'])
  })

  it("[EDGE-51] a subagent's prompt outlives the turn: what is answered there afterwards is recorded as inferred", () => {
    const policy: Policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, surface: 'native' } }
    const asked = shell('git push', { around: { ...AROUND, person: AT_CLAUDE }, ...inSubagent('worker') })
    const stop = { ...common(), kind: 'stop', again: false } as const
    const { facts } = play([asked, stop, after(asked)], undefined, policy)
    expect(facts[1]?.map(({ kind }) => kind)).not.toContain('junction.lapsed')
    expect(facts[2]).toContainEqual(expect.objectContaining({ kind: 'junction.approved', inferred: true }))
  })

  it('[EDGE-123] is told to the person as well, and stands before every other refusal', () => {
    const [held, blocked] = play([shell('git push'), shell('fairlead edge approve 1')]).decisions
    for (const decision of [held, blocked]) {
      expect(decision).toMatchObject({ headline: expect.stringMatching(/^Fairlead (?:held|blocked) /) })
      expect(decision && 'headline' in decision && decision.headline).toBe(
        decision && 'notice' in decision && decision.notice,
      )
    }
  })
})
