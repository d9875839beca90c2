import { describe, expect, it } from 'vitest'
import { EDGE_POLICY } from '../../../../test/support/edge-policy.ts'
import {
  AROUND,
  after,
  before,
  common,
  inSubagent,
  recorded,
  SESSION,
  START_MS,
  shell,
} from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { person, start } from '../../../../test/support/people.ts'
import { evolve } from '../../evolve.ts'
import type { Event, EventOf } from '../../model/event.ts'
import type { Exhibit } from '../../model/exhibit.ts'
import type { Fact } from '../../model/fact.ts'
import { sessionId } from '../../model/ids.ts'
import type { Policy } from '../../model/policy.ts'
import { type Allowance, INITIAL_STATE, type State } from '../../model/state.ts'
import { KEPT_TEXTS } from '../../words/kept.ts'
import { demandPassphrase } from './holds.ts'
import { MAX_KEPT } from './kept.ts'
import { settleSessions } from './settle.ts'

const HOUR_MS = 3_600_000
const LATER = sessionId('later')
const ALONE = { ...AROUND, person: { kind: 'absent' } } as const
const CLIENT = { pid: 7, started: 100, tty: false, runtime: 'claude-code', atMs: START_MS } as const
const policy = (edge: Partial<Policy['edge']>): Policy => ({ ...EDGE_POLICY, edge: { ...EDGE_POLICY.edge, ...edge } })

/** A call of a session that nobody watches. */
const call = (command: string, over: Partial<EventOf<'tool.before'>> = {}, exhibit: Exhibit = []) =>
  shell(command, { around: { ...ALONE, exhibit }, ...over })
const push = (over: Partial<EventOf<'tool.before'>> = {}) => call('git push', over)
const later = (over: Partial<EventOf<'tool.before'>> = {}) => push({ session: LATER, ...over })
const end = (session = SESSION): Event => ({ ...common({ session }), kind: 'session.end', reason: 'other' })
const kinds = (events: readonly Event[], state?: State) => play(events, state).decisions.map(({ kind }) => kind)
const numbers = (events: readonly Event[], state?: State) =>
  play(events, state).decisions.map((decision) => ('number' in decision ? decision.number : decision.kind))
const kept = play([push(), end()]).state
const file = (print: string): Exhibit => [{ kind: 'file', name: 'deploy.sh', path: '/x/deploy.sh', print }]

describe('a kept hold', () => {
  it('[EDGE-123] outlives a session without a terminal, once, and waits for a decision', () => {
    const { facts, state } = play([push({ atMs: START_MS }), end()])
    expect(facts[1]).toMatchObject([{ kind: 'junction.kept', number: 1 }, { kind: 'session.ended' }])
    expect(state.edge).toMatchObject({
      holds: [],
      kept: [{ number: 1, met: 0, metBy: [], unattended: true, keepUntilMs: START_MS + 24 * HOUR_MS }],
      nextNumber: 2,
    })
    const without: State = { ...state, edge: { ...state.edge, kept: [] } }
    expect(play([{ ...end(), kind: 'stop', again: false, around: AROUND }], without).state.edge.kept).toEqual([])
  })

  it.each<readonly [string, Event, Policy]>([
    ['with a terminal', shell('git push'), EDGE_POLICY],
    ['where nothing is kept', push(), policy({ keep: 'off' })],
    ['that takes the passphrase or is catastrophic', call('rm -rf data'), EDGE_POLICY],
    ['of code that cannot be told', call('git push; eval "$X"'), EDGE_POLICY],
    ['of a text that is too long', call(`git push # ${'x'.repeat(8_000)}`), EDGE_POLICY],
    ['with a secret in it', call(`git push https://u:ghp_${'a'.repeat(36)}@h.example/x`), EDGE_POLICY],
    [
      'of a file that could not be read',
      call('sh deploy.sh prod', {}, [{ kind: 'file', name: 'x', print: 'p', isUnread: true }]),
      EDGE_POLICY,
    ],
  ])('[EDGE-123] is none %s: that lapses with its session', (_what, event, rules) => {
    const { facts, state } = play([event, end()], undefined, rules)
    expect([facts[1]?.[0]?.kind, state.edge.kept]).toEqual(['junction.lapsed', []])
  })

  it('[EDGE-123] says why it could not be kept, where nobody was there', () => {
    const { facts } = play([call(`git push # ${'x'.repeat(8_000)}`), end()])
    expect(facts[1]?.[0]).toMatchObject({
      why: 'its session ended; it cannot be decided later, since its text has more than 8000 characters',
    })
    const secret = play([call(`git push # ghp_${'a'.repeat(36)}`), end()]).facts[1]?.[0]
    expect(secret).toMatchObject({ why: expect.stringContaining('a secret in its text is not shown') })
  })

  it('[EDGE-123] may be any that can be shown whole with `edge.keep: all`, and then a session still has its own approvals', () => {
    const all = policy({ keep: 'all' })
    const { state } = play([shell('git push'), end()], undefined, all)
    expect(state.edge.kept).toMatchObject([{ number: 1 }])
    const live = play([shell('git push'), person('approve')], undefined, all).state.edge.allowances
    expect(live[0]?.scope).toBeUndefined()
  })

  it('[EDGE-123] is kept with its client when that went without a word, and when another one resumes the session', () => {
    const known: State = { ...play([push()]).state, clients: { [SESSION]: CLIENT } }
    const gone: Event = { ...common(), kind: 'prompt', text: 'go', around: { ...AROUND, gone: [SESSION] } }
    const kind: Fact = { kind: 'junction.kept', number: 1, client: CLIENT }
    expect(settleSessions(known, gone)).toEqual([kind])
    const { pid: _, ...other } = CLIENT
    const resumed = settleSessions(known, { ...gone, client: { ...other, pid: 8 } })
    expect(resumed).toMatchObject([kind, { kind: 'client.registered' }])
    const met = { ...start({ session: LATER, around: { ...AROUND, gone: [SESSION] } }) }
    expect(play([met], known).facts[0]).toMatchObject([kind, { kind: 'session.lost' }, { kind: 'session.started' }])
  })

  it("[EDGE-123] is also what a hold of an editor's panel becomes", () => {
    const panel: State = { ...INITIAL_STATE, clients: { [SESSION]: { ...CLIENT, panel: true } } }
    expect(play([shell('git push'), end()], panel).state.edge.kept).toMatchObject([{ number: 1 }])
  })

  it('[EDGE-123] gives way to newer ones when there are too many', () => {
    const many = Array.from({ length: MAX_KEPT + 1 }, (_, index) => [call(`git push origin b${index}`), end()]).flat()
    const { state, facts } = play(many)
    expect([state.edge.kept.length, state.edge.kept[0]?.number]).toEqual([MAX_KEPT, 2])
    expect(facts.at(-1)?.[0]).toEqual({ kind: 'junction.lapsed', number: 1, why: 'crowded out by newer ones' })
  })

  it('[EDGE-124] lapses unanswered after its hours, and is never told as declined', () => {
    const atMs = START_MS + 25 * HOUR_MS
    for (const event of [later({ atMs }), start({ session: LATER, atMs }), person('resume', { atMs })]) {
      const { facts, state } = play([event], kept)
      expect(facts[0]).toContainEqual({ kind: 'junction.lapsed', number: 1, why: 'nobody decided within 24 hours' })
      expect(state.edge.kept).toEqual([])
    }
    expect(play([person('approve', { hold: 1, atMs })], kept).decisions).toMatchObject([{ refused: true }])
    expect(numbers([later({ atMs })], kept)).toEqual([2])
    const short = play([push({ atMs: START_MS }), end()], undefined, policy({ holdMinutes: 30 })).state
    expect(short.edge.kept[0]?.keepUntilMs).toBe(START_MS + HOUR_MS / 2)
    const over = { ...end(), atMs: START_MS + HOUR_MS }
    expect(play([push({ atMs: START_MS }), over], undefined, policy({ keepHours: 1 })).facts[1]?.[0]?.kind).toBe(
      'junction.lapsed',
    )
  })

  it('[EDGE-125] is met by the same call of any session under its number, twenty times', () => {
    const nights = Array.from({ length: 20 }, (_, index) => [
      later({ session: sessionId(`night-${index}`) }),
      end(sessionId(`night-${index}`)),
    ]).flat()
    const { state, decisions } = play(nights, kept)
    expect(decisions.filter(({ kind }) => kind === 'hold')).toHaveLength(20)
    expect(state.edge).toMatchObject({ holds: [], kept: [{ number: 1, met: 20 }], nextNumber: 2 })
    expect(state.edge.kept[0]?.metBy).toHaveLength(8)
    expect(numbers([later(inSubagent('worker'))], kept)).toEqual([2])
  })

  it('[EDGE-125] is superseded by the same call with something else behind it', () => {
    const deploy = (print: string, session = SESSION) => call('sh deploy.sh prod', { session }, file(print))
    const { facts, state } = play([deploy('a'), end(), deploy('b', LATER)])
    expect(facts[2]).toContainEqual({
      kind: 'junction.lapsed',
      number: 1,
      why: 'superseded: the same call came again with something else behind it',
    })
    expect(state.edge).toMatchObject({ holds: [{ number: 2 }], kept: [] })
  })

  it('[EDGE-130] tells the agent until when it is kept, and promises nothing', () => {
    const [decision] = play([push({ atMs: START_MS })]).decisions
    expect(decision).toMatchObject({
      headline: expect.stringContaining('Kept; approve: fairlead edge approve 1'),
      reasons: [
        {},
        {},
        {
          text: "hold #1: nobody is here to approve it; it is kept until 2027-01-16 08:00 UTC; don't look for a way around it, finish the rest and list this as left undone",
        },
      ],
    })
    const [gone] = play([push()], undefined, policy({ keep: 'off' })).decisions
    expect(gone).toMatchObject({ headline: expect.stringContaining('Nobody is here to approve it') })
  })

  it('[EDGE-131] may be parked where the person is not asked in the client itself', () => {
    const parks = (around: EventOf<'tool.before'>['around']) => {
      const [decision] = play([shell('git push', { around })]).decisions
      return decision?.kind === 'hold' && decision.parks === true
    }
    const present = (by: 'command' | 'dialog' | 'neither') =>
      ({ ...AROUND, person: { kind: 'present', by, asks: false } }) as const
    expect([ALONE, AROUND, present('neither'), present('command'), present('dialog')].map(parks)).toEqual([
      ...[true, true, true, false, false],
    ])
  })

  it('shows the whole of a long call and of an edit', () => {
    const long = `git push # ${'x'.repeat(600)}`
    expect(play([call(long)]).state.edge.holds[0]).toMatchObject({ text: long })
    const tool = {
      kind: 'edit',
      name: 'Edit',
      changes: [
        { op: 'write', path: '/etc/hosts', after: 'evil' },
        { op: 'delete', path: '/etc/passwd' },
      ],
    } as const
    const [hold] = play([before(tool, { around: ALONE })]).state.edge.holds
    expect(hold?.text).toBe('write /etc/hosts, delete /etc/passwd\nevil')
  })
})

describe('an approval for later', () => {
  const given = play([person('approve', { hold: 1, atMs: START_MS })], kept).state

  it('[EDGE-126] lets the same call of a later session pass once, and no third', () => {
    expect(given.edge).toMatchObject({ kept: [], allowances: [{ number: 1, scope: 'later' }] })
    const first = later()
    expect(kinds([first, after(first, { session: LATER }), later(), later()], given)).toEqual([
      ...['allow', 'allow', 'hold', 'hold'],
    ])
    expect(kinds([later(inSubagent('worker'))], given)).toEqual(['hold'])
    expect(kinds([end(LATER), later()], given)).toEqual(['allow', 'allow'])
    expect(kinds([call('git push --tags', { session: LATER })], given)).toEqual(['hold'])
  })

  it('[EDGE-126] is also what a hold gets whose session nobody watches: it may be over before the decision arrives', () => {
    const { state } = play([push(), person('approve'), end()])
    expect(state.edge.allowances).toMatchObject([{ number: 1, scope: 'later' }])
    expect(kinds([later(), later()], state)).toEqual(['allow', 'hold'])
  })

  it('[EDGE-124] expires unused, on record', () => {
    const atMs = START_MS + 8 * HOUR_MS
    expect(kinds([later({ atMs: atMs - 1 })], given)).toEqual(['allow'])
    const { facts, decisions, state } = play([later({ atMs })], given)
    expect(decisions).toMatchObject([{ kind: 'hold', number: 2 }])
    expect(facts[0]).toContainEqual(
      expect.objectContaining({ kind: 'grant.rejected', why: 'the approval was not used in time' }),
    )
    expect(state.edge.allowances).toEqual([])
    expect(play([start({ session: LATER, atMs })], given).state.edge.allowances).toEqual([])
  })

  it('[EDGE-127] is void once something behind the call is another, and the reason names it', () => {
    const deploy = (print: string, session = SESSION) => call('sh deploy.sh prod', { session }, file(print))
    const { decisions, facts } = play([deploy('a'), end(), person('approve', { hold: 1 }), deploy('b', LATER)])
    expect(decisions[3]).toMatchObject({
      kind: 'hold',
      number: 2,
      reasons: [{}, { ruleId: 'EDGE-57', text: '`deploy.sh` was changed since #1 was approved' }, {}],
    })
    expect(facts[3]).toContainEqual(expect.objectContaining({ kind: 'grant.rejected' }))
  })

  it('[EDGE-128] that a session took and never told the end of is used up', () => {
    const taken = play([later()], given).state
    const ended = play([end(LATER), later({ session: sessionId('third') })], taken)
    expect(ended.facts[0]).toContainEqual(expect.objectContaining({ kind: 'allowance.committed', unseen: true }))
    expect(ended.decisions.map(({ kind }) => kind)).toEqual(['allow', 'hold'])
    const lost = start({ session: sessionId('third'), around: { ...AROUND, gone: [LATER] } })
    expect(play([lost], taken).facts[0]).toContainEqual(expect.objectContaining({ unseen: true }))
    expect(play([end()], taken).facts[0]).not.toContainEqual(expect.objectContaining({ unseen: true }))
  })

  it('[EDGE-126] counts only with the passphrase that there was when the hold was raised', () => {
    const sealed: State = { ...play([push()]).state, clients: { [SESSION]: { ...CLIENT, passphraseKey: 'k' } } }
    const { state } = play([end()], sealed)
    expect(state.edge.kept).toMatchObject([{ client: { passphraseKey: 'k' } }])
    const ask = (verb: 'approve' | 'dismiss' | 'skip', door = 'cli', key = 'k') =>
      demandPassphrase(
        state,
        { ...person(verb, { hold: 1, proof: { kind: 'human', door } }), around: { ...AROUND, passphraseKey: key } },
        EDGE_POLICY,
      ).kind
    expect([ask('approve'), ask('dismiss'), ask('skip')]).toEqual(['unproven', 'unproven', 'human'])
    expect([ask('approve', 'passphrase'), ask('approve', 'passphrase', 'newer')]).toEqual(['human', 'unproven'])
    const approved = play([person('approve', { hold: 1 })], state).state
    const signed = (signature: string): State => ({
      ...approved,
      edge: { ...approved.edge, allowances: approved.edge.allowances.map((one) => ({ ...one, signature })) },
    })
    expect(kinds([later()], signed('hmac'))).toEqual(['hold'])
    expect(kinds([later()], signed('ed25519:other:s'))).toEqual(['hold'])
    expect(kinds([later()], signed('ed25519:k:s'))).toEqual(['allow'])
  })

  it('[EDGE-133] comes from no unproven word', () => {
    const proof = { kind: 'unproven', why: 'w', instead: 'i' } as const
    const { state, facts } = play([person('approve', { hold: 1, proof })], kept)
    expect(facts[0]).toMatchObject([{ kind: 'approval.refused' }])
    expect(state.edge).toMatchObject({ allowances: [], kept: [{ number: 1 }] })
  })

  it('[EDGE-125] may be given by a session that met the hold or raised it, without a number where it waits alone', () => {
    const here = (session = LATER) => person('approve', { runtime: 'claude-code', session })
    const met = play([start({ session: LATER }), later()], kept).state
    expect(kinds([here(), later()], met)).toEqual(['allow', 'allow'])
    expect(kinds([here(SESSION)], kept)).toEqual(['allow'])
    const stranger = sessionId('stranger')
    expect(kinds([start({ session: stranger }), here(stranger)], met)).toEqual(['allow', 'answer'])
    expect(kinds([person('dismiss'), later(), later()], kept)).toEqual(['allow', 'allow', 'allow'])
  })
})

describe('a kept hold that was skipped', () => {
  it('[EDGE-132] is refused to every session with the note until its time is up, and may still be approved', () => {
    const { state, decisions } = play([person('skip', { hold: 1, text: '  not before\n Monday ' })], kept)
    expect(decisions[0]).toMatchObject({ notice: expect.stringContaining('it is refused until 2027-01-16 08:00 UTC') })
    const [refused] = play([later()], state).decisions
    expect(refused).toMatchObject({
      kind: 'block',
      reasons: [{ ruleId: 'EDGE-52', text: expect.stringContaining('their note: "not before Monday"') }],
    })
    expect(kinds([call('git push --tags', { session: LATER })], state)).toEqual(['hold'])
    expect(kinds([later({ atMs: START_MS + 25 * HOUR_MS })], state)).toEqual(['hold'])
    expect(kinds([person('approve', { hold: 1 }), later()], state)).toEqual(['allow', 'allow'])
    const next = play([start({ session: LATER, atMs: START_MS + 25 * HOUR_MS })], state)
    expect(next.state.edge.kept).toEqual([])
    expect(play([start({ session: LATER })], state).state.edge.kept).toHaveLength(1)
  })

  it('[EDGE-132] while its session still ran is refused to later ones, too; with a terminal only to its own', () => {
    const skip = person('skip', { hold: 1, text: 'x'.repeat(400) })
    const alone = play([push(), skip, end()]).state
    expect(alone.edge.kept).toMatchObject([{ skipped: { note: `${'x'.repeat(299)}…` } }])
    expect(kinds([later()], alone)).toEqual(['block'])
    const { state, decisions } = play([
      shell('git push'),
      skip,
      shell('git push'),
      end(),
      shell('git push', { session: LATER }),
    ])
    expect(decisions.map(({ kind }) => kind)).toEqual(['hold', 'allow', 'block', 'allow', 'hold'])
    expect(decisions[2]).toMatchObject({ reasons: [{ text: expect.stringContaining('their note: "xxx') }] })
    expect(state.edge.kept).toEqual([])
  })
})

describe('the fold', () => {
  it('takes no fact about a hold that it does not know, and none for more than it says', () => {
    const { state } = play([shell('git push')])
    const note = (fact: Fact) => evolve(state, recorded(end(), fact)).edge
    expect(note({ kind: 'junction.kept', number: 9 })).toEqual(state.edge)
    const old = note({ kind: 'junction.kept', number: 1 })
    expect(old.kept).toMatchObject([{ number: 1, keepUntilMs: old.kept[0]?.keptAtMs }])
    const both = play([shell('npm publish'), person('approve', { hold: 1 }), push(), person('approve', { hold: 2 })])
    const after = evolve(both.state, recorded(end(LATER), { kind: 'session.lost', lost: SESSION }))
    expect(after.edge.allowances.map(({ number }) => number)).toEqual([2])
  })

  it('names a call also where its text is missing', () => {
    const [hold] = kept.edge.kept
    const { command: _, ...bare } = hold ?? ({} as never)
    expect(KEPT_TEXTS.skipped(bare).notice).toBe('hold #1 skipped: ``; it is refused until 1970-01-01 00:00 UTC')
    expect(KEPT_TEXTS.startApproved({ number: 1 } as Allowance)).toMatch(/#1 $/)
  })
})

describe('the start of a session', () => {
  it('[EDGE-129] tells in at most three lines what was approved and what was refused, and why', () => {
    const raised = ['a', 'b', 'c', 'd'].flatMap((name) => [call(`git push origin ${name}`), end()])
    const decided = [1, 2].map((hold) => person('approve', { hold }))
    const refused = [3, 4].map((hold) => person('skip', { hold, text: 'not now' }))
    const { state } = play([...raised, ...decided, ...refused])
    const steer = (atMs: number) => {
      const decision = play([start({ session: LATER, atMs })], state).decisions[0]
      return decision?.kind === 'allow' ? decision.steer?.split('\n').slice(1) : undefined
    }
    expect(steer(START_MS)).toEqual([
      'approved by the person, once and unchanged: #1 `git push origin a`: pushes commits to the remote `origin`, where others can fetch them',
      'approved by the person, once and unchanged: #2 `git push origin b`: pushes commits to the remote `origin`, where others can fetch them',
      'refused by the person: #3 `git push origin c`; their note: "not now"',
    ])
    expect(steer(START_MS + 25 * HOUR_MS)).toEqual([])
  })
})
