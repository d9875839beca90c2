import { describe, expect, it } from 'vitest'
import { besidePlane } from '../../../../test/support/beside-plane.ts'
import { AROUND, after, common, inSubagent, SESSION, START_MS, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { person } from '../../../../test/support/people.ts'
import type { Event } from '../../model/event.ts'
import { sessionId } from '../../model/ids.ts'
import { DEFAULT_POLICY } from '../../model/policy.ts'
import { OPERATOR_MODES, type State } from '../../model/state.ts'
import type { PersonHere } from '../../model/surroundings.ts'

const MINUTE_MS = 60_000
const push = () => shell('git push')
const kinds = (events: readonly Event[], state?: State) => play(events, state).decisions.map(({ kind }) => kind)
const factKinds = (events: readonly Event[], state?: State) =>
  play(events, state).facts.map((facts) => facts.map(({ kind }) => kind))

describe('a hold', () => {
  it('[EDGE-50] waits as long as its session, and lapses before only where the policy sets a time', () => {
    const policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, holdMinutes: 30 } }
    const since = 1_000
    const late = (ms: number) => ({ atMs: since + ms })
    const patient = play([shell('git push', late(0)), shell('git push', late(100 * 24 * 60 * MINUTE_MS))])
    expect(patient.decisions).toMatchObject([{ number: 1 }, { number: 1 }])
    const held = play([shell('git push', late(0))], undefined, policy)
    expect(play([shell('git push', late(30 * MINUTE_MS - 1))], held.state).decisions).toMatchObject([{ number: 1 }])
    const again = play([shell('git push', late(30 * MINUTE_MS))], held.state)
    expect(again.facts).toMatchObject([
      [
        { kind: 'call.judged' },
        { kind: 'junction.lapsed', number: 1, why: 'nobody decided in time' },
        { kind: 'junction.opened', junction: { number: 2 } },
      ],
    ])
    const approval = play([person('approve', { hold: 1, ...late(31 * MINUTE_MS) })], held.state)
    expect(approval.decisions).toMatchObject([
      {
        kind: 'answer',
        refused: true,
        text: expect.stringMatching(/^hold #1 was already decided or has expired; .*no holds$/),
      },
    ])
    expect(approval.state.edge).toMatchObject({ holds: [], allowances: [] })
  })

  it('[EDGE-15] without a number each session means its own hold', () => {
    const other = sessionId('session-2')
    const state = play([push(), shell('npm publish', { session: other })]).state
    const decided = play([person('approve', { session: other })], state)
    expect(decided.decisions).toMatchObject([{ notice: 'hold #2 approved once: `npm publish`' }])
    expect(kinds([shell('npm publish', { session: other }), push()], decided.state)).toEqual(['allow', 'hold'])
  })

  it('[EDGE-50, EDGE-54] means none of several that wait, nor a catastrophic one, until it is named', () => {
    const state = play([push(), shell('npm publish')]).state
    const refused = (event: Event, known = state) => play([event], known).decisions[0]
    const list =
      'which one? #1 `git push`: pushes commits to the remote, where others can fetch them; #2 `npm publish`: '
    expect(refused(person('approve'))).toEqual({
      kind: 'answer',
      refused: true,
      text: expect.stringMatching(new RegExp(`^${list.replaceAll('?', '\\?')}.*\nname it: /edge approve 1$`)),
    })
    // Minutes or a hold: both spellings are shown.
    expect(refused(person('dismiss', { minutes: 2 }))).toMatchObject({
      text: expect.stringMatching(/name it: \/edge dismiss #1 for an hour, or \/edge dismiss #1 2 for 2 minutes$/),
    })
    expect(kinds([person('dismiss', { hold: 2, minutes: 2 })], state)).toEqual(['allow'])
    const grave = play([shell('rm -rf important-data')]).state
    expect(refused(person('approve'), grave)).toMatchObject({ text: expect.stringContaining('/edge approve 1') })
    expect(kinds([person('approve', { hold: 1 })], grave)).toEqual(['allow'])
  })

  it('[EDGE-51, EDGE-53] once a person let it pass, the same file by another way is no detour any more; without that it is', () => {
    const discard = () => shell('git checkout -- notes.txt')
    const remove = () => shell('rm notes.txt')
    const state = play([discard()]).state
    expect(kinds([remove()], state)).toEqual(['hold'])
    for (const verb of ['approve', 'dismiss'] as const)
      expect(kinds([person(verb), remove()], state)).toEqual(['allow', 'allow'])
    expect(kinds([person('skip'), person('approve', { hold: 1 }), remove()], state).at(-1)).toBe('allow')
    // What else was held stays an end.
    const both = play([shell('git checkout -- other.txt'), person('approve', { hold: 2 })], state).state
    expect(kinds([remove()], both)).toEqual(['hold'])
  })

  it('merges with an identical one only where the agent could spend what is granted for it', () => {
    const numbers = (events: readonly Event[]) =>
      play(events).decisions.map((decision) => ('number' in decision ? decision.number : 0))
    expect(numbers([shell('git push', inSubagent('worker')), push()])).toEqual([1, 1])
    expect(numbers([push(), shell('git push', inSubagent('worker'))])).toEqual([1, 2])
  })

  it('tells a watched agent to wait, and an unattended one to continue and report it', () => {
    const reason = (person: PersonHere = AROUND.person) => {
      const around = { ...AROUND, person }
      const [decision] = play([shell('git push', { around, atMs: START_MS })]).decisions
      return decision && 'reasons' in decision ? decision.reasons.at(-1)?.text : ''
    }
    expect(reason()).toBe('hold #1: stop and wait; the person can run `fairlead edge approve 1` in their own terminal')
    expect(reason({ kind: 'present', by: 'neither', asks: false })).toBe(reason())
    expect(reason({ kind: 'absent' })).toBe(
      "hold #1: nobody is here to approve it; it is kept until 2027-01-16 08:00 UTC; don't look for a way around it, finish the rest and list this as left undone",
    )
  })

  it('[EDGE-52] once skipped is refused for the session without a new hold, until approved by its number', () => {
    const skipped = play([push(), person('skip'), push()])
    expect(skipped.decisions).toMatchObject([
      { kind: 'hold' },
      { kind: 'allow', notice: 'hold #1 skipped: `git push`', steer: expect.stringMatching(/^don't try again: /) },
      { kind: 'block', reasons: [{ ruleId: 'EDGE-52', text: expect.stringContaining('hold #1') }] },
    ])
    expect(skipped.state.edge.holds).toEqual([])
    expect(kinds([person('skip', { hold: 1 }), person('dismiss', { hold: 1 })], skipped.state)).toEqual([
      'answer',
      'answer',
    ])
    expect(kinds([person('approve', { hold: 1 }), push(), push()], skipped.state)).toEqual(['allow', 'allow', 'hold'])
  })

  it('[EDGE-36, EDGE-52, EDGE-55] a catastrophic one can pass once or be skipped, and is never dismissed', () => {
    const remove = () => shell('rm -rf important-data')
    const state = play([remove()]).state
    const dismissed = play([person('dismiss', { hold: 1 })], state)
    expect(dismissed.decisions).toEqual([
      {
        kind: 'answer',
        refused: true,
        text: 'hold #1 can only be approved once, not for a while; use /edge approve 1 or /edge skip 1',
      },
    ])
    expect(dismissed.state.edge.dismissals).toEqual([])
    expect(factKinds([person('skip', { hold: 1 }), remove()], state)).toEqual([['junction.skipped'], ['call.judged']])
    expect(kinds([person('approve', { hold: 1 }), remove(), remove()], state)).toEqual(['allow', 'allow', 'block'])
  })

  it('[EDGE-39, EDGE-60, EDGE-122] finds the allowance for a call whose first reason had been dismissed', () => {
    const both = () => shell('git push && npm publish')
    const dismissed = play([push(), person('dismiss')])
    const held = play([both()], dismissed.state)
    expect(held.decisions).toMatchObject([{ kind: 'hold', number: 2 }])
    expect(kinds([person('approve', { hold: 2 }), both(), both()], held.state)).toEqual(['allow', 'allow', 'hold'])
  })

  it('[EDGE-122] an allowance is spent before a dismissal is looked at', () => {
    const main = () => shell('git push origin main')
    const state = play([main(), person('approve'), shell('git push origin dev'), person('dismiss')]).state
    expect(factKinds([main(), main()], state)).toEqual([['call.judged', 'allowance.reserved'], ['call.judged']])
  })

  it('[EDGE-48] a question is noted by hand, waits like any hold, and deciding it grants nothing', () => {
    const asked = play([person('ambiguous', { text: 'sqlite or postgres?' })])
    expect(asked.decisions).toEqual([
      { kind: 'answer', text: 'hold #1: sqlite or postgres?\ndecide with /edge approve, skip or dismiss' },
    ])
    expect(asked.state.edge.holds).toMatchObject([{ type: 'ambiguous', reason: 'sqlite or postgres?' }])
    for (const [verb, notice, fact] of [
      ['approve', 'hold #1 approved', 'junction.answered'],
      ['skip', 'hold #1 skipped', 'junction.skipped'],
      ['dismiss', 'hold #1 set aside', 'junction.answered'],
    ] as const) {
      const decided = play([person(verb)], asked.state)
      expect(decided.decisions).toMatchObject([
        { kind: 'allow', notice, steer: expect.stringContaining('sqlite or postgres?') },
      ])
      expect(decided.facts).toMatchObject([[{ kind: fact }]])
      expect(decided.state.edge).toMatchObject({ holds: [], allowances: [], dismissals: [] })
    }
    expect(play([person('ambiguous', { text: ' ' })]).decisions).toMatchObject([{ refused: true }])
    expect(play([person('ambiguous')]).decisions).toMatchObject([{ refused: true }])
  })
})

describe('grants', () => {
  it('are listed with what they cover, and taken back by number', () => {
    const state = play([push(), person('approve'), shell('npm publish'), person('dismiss', { minutes: 5 })]).state
    const listed = play([person('list')], state).decisions[0]
    expect(listed).toMatchObject({
      text: expect.stringMatching(/^#1 once: .*\n#2 similar commands until 2027-.*Z: .*$/),
    })
    const once = play([person('revoke', { hold: 1 }), push()], state)
    expect(once.decisions).toMatchObject([{ text: 'approval #1 taken back' }, { kind: 'hold' }])
    expect(once.facts[0]).toMatchObject([{ kind: 'grant.revoked', door: 'cli' }])
    expect(kinds([person('revoke', { hold: 2 }), shell('npm publish')], state)).toEqual(['answer', 'hold'])
    expect(play([person('revoke', { hold: 9 })], state).decisions).toMatchObject([{ refused: true }])
    expect(play([person('revoke')]).decisions).toEqual([
      { kind: 'answer', refused: true, text: '`/edge revoke` needs a number; nothing is approved' },
    ])
  })

  it('[EDGE-40, EDGE-56] what a call has taken comes back only when its registered client says that it never ran', () => {
    const retry = push()
    const taken = play([push(), person('approve'), retry]).state
    const refused = { ...common(), kind: 'tool.refused', call: retry.call, tool: retry.tool, reason: 'denied' } as const
    expect(factKinds([refused], taken)).toEqual([['call.refused']])
    expect(kinds([refused, push()], taken)).toEqual(['allow', 'hold'])
    const proven = { ...refused, proven: true } as const
    expect(factKinds([proven], taken)).toEqual([['call.refused', 'allowance.released']])
    expect(kinds([proven, push(), push()], taken)).toEqual(['allow', 'allow', 'hold'])
    const failed = after(retry, { outcome: { ok: false, output: 'rejected' } })
    expect(kinds([failed, proven, push()], taken)).toEqual(['allow', 'allow', 'hold'])
  })

  it('[EDGE-59, EDGE-95] used ones are removed when their session ends or the next starts; other sessions keep theirs', () => {
    const other = sessionId('session-2')
    const end: Event = { ...common(), kind: 'session.end', reason: 'other' }
    const theirs = shell('npm publish', { session: other })
    const state = play([push(), person('approve'), theirs, person('approve', { hold: 2 })]).state
    expect(play([end], state).state.edge.allowances.map((one) => one.session)).toEqual([other])
    const used = push()
    const spent = play([used, after(used)], state).state
    const start: Event = { ...common(), kind: 'session.start', source: 'startup' }
    expect(play([start], spent).state.edge.allowances.map((one) => one.session)).toEqual([other])
  })

  it('are bounded in number', () => {
    const many = Array.from({ length: 300 }, (_, index) => [
      shell(`git push origin b${index}`),
      person('approve'),
    ]).flat()
    expect(play(many).state.edge.allowances).toHaveLength(256)
  })

  it('[EDGE-116] hold in every mode alike', () => {
    for (const mode of OPERATOR_MODES) {
      const base = play([]).state
      const state = { ...base, edge: { ...base.edge, mode } }
      expect(kinds([push(), person('approve'), push(), push()], state)).toEqual(['hold', 'allow', 'allow', 'hold'])
    }
  })
})

describe("the runtime's own prompt", () => {
  const policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, surface: 'native' as const } }
  const asking = () =>
    shell('git push', { around: { ...AROUND, person: { kind: 'present', by: 'neither', asks: true } } })

  it('stands for the hold where it waits for a person; what ran was approved, with the same facts', () => {
    const [first, second] = [asking(), asking()]
    const played = play([first, second, after(second)], undefined, policy)
    expect(played.decisions).toMatchObject([{ kind: 'ask', reasons: [{ ruleId: 'EDGE-43' }, {}] }, { kind: 'ask' }, {}])
    expect(played.facts.map((facts) => besidePlane(facts).map(({ kind }) => kind))).toEqual([
      ['call.judged', 'junction.opened'],
      ['call.judged', 'junction.asked'],
      ['call.observed', 'junction.approved', 'allowance.reserved', 'allowance.committed'],
    ])
    expect(played.state.edge).toMatchObject({ holds: [], allowances: [{ use: { kind: 'spent' } }] })
    expect(play([asking()], played.state, policy).decisions).toMatchObject([{ kind: 'ask' }])
  })

  it('that was declined leaves nothing behind once the turn is over', () => {
    const { state } = play([asking(), push()], undefined, policy)
    const stop: Event = { ...common(), kind: 'stop', again: false }
    const prompt: Event = { ...common(), kind: 'prompt', text: 'do not' }
    for (const event of [stop, prompt]) {
      const played = play([event], state, policy)
      expect(played.facts[0]?.[0]).toMatchObject({ kind: 'junction.lapsed', number: 1 })
      expect(played.state.edge.holds).toEqual([])
    }
    expect(play([{ ...prompt, session: sessionId('other') }], state, policy).state.edge.holds[0]?.number).toBe(1)
  })

  it('is not used where it is not proven to wait', () => {
    expect(play([push()], undefined, policy).decisions).toMatchObject([{ kind: 'hold', number: 1 }])
    const own = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, surface: 'junction' as const } }
    expect(play([asking()], undefined, own).decisions).toMatchObject([{ kind: 'hold' }])
    expect(play([push()], undefined, policy).state.sessions[SESSION]?.calls).toBe(1)
  })
})
