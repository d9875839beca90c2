import { describe, expect, it } from 'vitest'
import { AROUND, after, common, inSubagent, shell } from '../../test/support/events.ts'
import { play } from '../../test/support/history.ts'
import { person, withEdge } from '../../test/support/people.ts'
import type { Event } from './model/event.ts'
import { sessionId } from './model/ids.ts'
import { DEFAULT_POLICY, type Policy } from './model/policy.ts'
import type { Outgoing, PersonHere } from './model/surroundings.ts'

const first = (command: string, person: PersonHere = AROUND.person, policy: Policy = DEFAULT_POLICY) => {
  const [decision] = play([shell(command, { around: { ...AROUND, person } })], undefined, policy).decisions
  return decision && 'headline' in decision ? decision.headline : undefined
}

const ASKED: PersonHere = { kind: 'present', by: 'command', asks: true }
const AT_CLAUDE: PersonHere = { ...ASKED, asks: false }

describe('the first line of a refusal', () => {
  it('[EDGE-134] names the number, the command, why, and the way that works where it is read', () => {
    const held = 'Fairlead held #1 "git push": pushes commits to the remote. '
    expect(first('git push', AT_CLAUDE)).toBe(`${held}Approve: /edge approve 1`)
    expect(first('git push', { kind: 'present', by: 'dialog', asks: false })).toBe(
      `${held}Approve: in the dialog, or fairlead edge approve 1`,
    )
    expect(first('git push', { kind: 'unknown' })).toBe(`${held}Approve: fairlead edge approve 1`)
    expect(first('git push', { kind: 'absent' })).toBe(`${held}Kept; approve: fairlead edge approve 1`)
    expect(first('rm -rf /')).toBe('Fairlead blocked "rm -rf /": deletes `/` and everything below it')
    expect(first('ls')).toBeUndefined()
  })

  it('[EDGE-134] fits in a line: of a long call it shows the command that is at fault', () => {
    const long = `cd ${'deep/'.repeat(20)} && git push origin main`
    const line = first(long, AT_CLAUDE) ?? ''
    expect(line).toBe(
      'Fairlead held #1 "git push origin main": pushes commits to the remote `origin`. Approve: /edge approve 1',
    )
    expect(first(`cd ${'deep/'.repeat(20)} && git push`, AT_CLAUDE)?.length).toBeLessThanOrEqual(100)
    expect(first(`git push origin ${'x'.repeat(200)}`, AT_CLAUDE)).toContain('"git push origin xxx')
  })

  it('[EDGE-134] names only a way that is believed: the terminal where the passphrase is needed', () => {
    const policy: Policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, passphraseFor: ['irreversible'] } }
    expect(first('git push', AT_CLAUDE, policy)).toContain('Approve: fairlead edge approve 1')
  })

  it('[EDGE-134] tells how to let pass once what can, and asks in the prompt of the client', () => {
    expect(first('rm -rf important-data', AT_CLAUDE)).toMatch(
      /^Fairlead blocked "rm -rf important-data": .*\. Approve: \/edge approve 1$/,
    )
    expect(first('git push', ASKED)).toBe(
      'Fairlead held #1 "git push": pushes commits to the remote. Yes lets it run once',
    )
  })

  it('[EDGE-51] asks in the prompt of the client only where nothing else is needed: no passphrase, and no director first', () => {
    const asks = (edge: Partial<Policy['edge']>, director = 'none', agent = {}) => {
      const { edge: usual, roles } = DEFAULT_POLICY
      const policy: Policy = {
        ...DEFAULT_POLICY,
        edge: { ...usual, ...edge },
        roles: { ...roles, director },
      }
      const around = { ...AROUND, person: ASKED }
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
    const asked = shell('git push', { around: { ...AROUND, person: ASKED }, ...inSubagent('worker') })
    const stop = { ...common(), kind: 'stop', again: false } as const
    const { facts } = play([asked, stop, after(asked)])
    expect(facts[1]?.map(({ kind }) => kind)).not.toContain('junction.lapsed')
    expect(facts[2]).toContainEqual(expect.objectContaining({ kind: 'junction.approved', inferred: true }))
  })

  it("[EDGE-51] a call that was approved says, where the client may ask too, that the second question is the client's", () => {
    const pushed = (here: PersonHere) => {
      const push = shell('git push', { around: { ...AROUND, person: here } })
      return play([push, person('approve'), shell('git push', { around: push.around })]).decisions[2]
    }
    expect(pushed(AT_CLAUDE)).toEqual({ kind: 'allow' })
    expect(pushed({ ...AT_CLAUDE, asksToo: true })).toEqual({
      kind: 'allow',
      notice: 'Fairlead lets #1 pass; if you are asked again, the client asks by its own rules',
    })
  })

  it('[EDGE-134] stands before every refusal; where the client shows it, the person is told nothing twice', () => {
    const [held, blocked] = play([shell('git push'), shell('fairlead edge approve 1')]).decisions
    for (const decision of [held, blocked]) {
      expect(decision).toMatchObject({ headline: expect.stringMatching(/^Fairlead (?:held|blocked) /) })
      expect(decision).not.toHaveProperty('notice')
    }
  })

  it('[EDGE-134] counts what a push publishes, where git tells', () => {
    const pushed = (outgoing: Outgoing) =>
      play([shell('git push', { around: { ...AROUND, person: AT_CLAUDE, outgoing } })]).decisions[0]
    expect(pushed({ commits: 3, to: 'origin' })).toMatchObject({
      headline: 'Fairlead held #1 "git push": publishes 3 commits to origin. Approve: /edge approve 1',
      reasons: [{ text: 'Junction required: pushes commits to the remote, where others can fetch them' }, {}, {}],
    })
    expect(pushed({ commits: 1, to: 'backup' })).toMatchObject({
      headline: 'Fairlead held #1 "git push": publishes 1 commit to backup. Approve: /edge approve 1',
    })
  })

  it("[EDGE-134] a hold that the client does not show, as a subagent's, is told when the turn ends, once; not a director's worker's", () => {
    const stop = { ...common(), kind: 'stop', again: false } as const
    const worker = inSubagent('worker')
    const told = (...events: readonly Event[]) =>
      play(events).decisions.map((decision) => ('notice' in decision ? decision.notice : undefined))
    const line = 'Fairlead held #1 of worker "git push": pushes commits to the remote. Approve: /edge approve 1'
    const at = { around: { ...AROUND, person: AT_CLAUDE } }
    expect(told(shell('git push', { ...at, ...worker }), { ...stop, ...worker }, stop, stop).slice(1)).toEqual([
      undefined,
      line,
      undefined,
    ])
    expect(told(shell('git push', at), stop)).toEqual([undefined, undefined])
    expect(told(shell('git push', { around: { ...AROUND, person: ASKED }, ...worker }), stop)).toEqual([
      undefined,
      undefined,
    ])
    const led: Policy = { ...DEFAULT_POLICY, roles: { ...DEFAULT_POLICY.roles, director: 'lead' } }
    expect(play([shell('git push', { ...at, ...worker }), stop], undefined, led).decisions[1]).toEqual({
      kind: 'allow',
    })
    expect(told({ ...stop, session: sessionId('other') })).toEqual([undefined])
    // Of several calls in a row, clients show the last.
    const [later, look] = [shell('npm publish', at), shell('ls')]
    expect(told(shell('git push', at), later, stop, stop).slice(2)).toEqual([
      expect.stringMatching(/^Fairlead held #1 "git push": .*\nFairlead held #2 "npm publish": /),
      undefined,
    ])
    expect(told(shell('git push', at), look, after(look), stop).at(-1)).toBe(line.replace(' of worker', ''))
    // A hold of an earlier version names no command.
    const { state } = play([shell('git push', { ...at, ...worker })])
    const holds = state.edge.holds.map(({ command: _command, ...hold }) => hold)
    expect(play([stop], withEdge(state, { holds })).decisions[0]).toMatchObject({
      notice: 'Fairlead held #1 of worker "": pushes commits to the remote. Approve: /edge approve 1',
    })
  })
})
