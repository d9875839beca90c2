import { describe, expect, it } from 'vitest'
import { AROUND, before, common, recorded, SESSION, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { evolve } from '../../evolve.ts'
import type { ClientSight } from '../../model/door.ts'
import type { Event } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { callId, fingerprint, sessionId } from '../../model/ids.ts'
import type { Unvouched } from '../../model/state.ts'
import { type Hold, INITIAL_STATE, type State } from '../../model/state.ts'
import type { PersonHere } from '../../model/surroundings.ts'
import { settleSessions } from './settle.ts'

const CLIENT: ClientSight = { pid: 7, started: 100, tty: true, multiplexer: 'TMUX' }
const OTHER: ClientSight = { pid: 8, started: 200, tty: false }

function prompt(over: Partial<Event> = {}): Event {
  return { ...common(over), kind: 'prompt', text: 'go' }
}

function after(state: State, event: Event): State {
  return settleSessions(state, event).reduce((next, fact) => evolve(next, recorded(event, fact)), state)
}

describe('the client of a session', () => {
  it('is the first one that was seen', () => {
    const event = prompt({ client: CLIENT })
    expect(settleSessions(INITIAL_STATE, event)).toEqual([{ kind: 'client.registered', client: CLIENT }])
    const state = after(INITIAL_STATE, event)
    expect(state.clients).toEqual({ [SESSION]: { ...CLIENT, runtime: 'claude-code', atMs: event.atMs } })
    expect(settleSessions(state, prompt({ client: OTHER }))).toEqual([])
    expect(settleSessions(state, prompt({ client: OTHER, around: { ...AROUND, gone: [sessionId('x')] } }))).toEqual([])
  })

  it('is another one only when the first is gone, and what waited for it lapses', () => {
    const held = after(play([shell('git push'), shell('git push --tags')]).state, prompt({ client: CLIENT }))
    const event = prompt({ client: OTHER, around: { ...AROUND, gone: [SESSION] } })
    expect(settleSessions(held, event)).toEqual([
      { kind: 'junction.lapsed', number: 1, why: 'its client is gone' },
      { kind: 'junction.lapsed', number: 2, why: 'its client is gone' },
      { kind: 'client.registered', client: OTHER },
    ])
    expect(after(held, event)).toMatchObject({
      edge: { holds: [] },
      clients: { [SESSION]: OTHER },
    })
  })

  it('is registered with the passphrase that there was', () => {
    const event = prompt({ client: OTHER, around: { ...AROUND, passphraseKey: 'k' } })
    expect(settleSessions(INITIAL_STATE, event)).toEqual([{ kind: 'client.registered', client: OTHER, seal: 'k' }])
    expect(after(INITIAL_STATE, event).clients).toMatchObject({ [SESSION]: { ...OTHER, passphraseKey: 'k' } })
  })

  it('keeps the holds of clients that still run', () => {
    const { state } = play([shell('git push')])
    expect(settleSessions(state, prompt({ around: { ...AROUND, gone: [sessionId('x')] } }))).toEqual([])
    expect(settleSessions(INITIAL_STATE, prompt({ around: { ...AROUND, gone: [SESSION] } }))).toEqual([])
  })

  const invented = (count: number, state: State): State =>
    Array.from({ length: count }, (_, index) => index).reduce(
      (next, index) => after(next, prompt({ client: OTHER, session: sessionId(`s${index}`), atMs: index })),
      state,
    )

  it('[EDGE-51] gives way to no number of invented ones; beyond a bound no more are taken in', () => {
    const state = invented(300, after(INITIAL_STATE, prompt({ client: CLIENT })))
    expect(state.clients).toMatchObject({ [SESSION]: CLIENT, s0: OTHER, s254: OTHER })
    expect(Object.keys(state.clients)).toHaveLength(256)
  })

  it('[EDGE-98] is forgotten when it is gone and its session is over', () => {
    const [over, broken] = [sessionId('s0'), sessionId('s1')]
    const ended: Event = { ...common({ session: over }), kind: 'session.end', reason: 'x' }
    const state = play(
      [shell('ls', { session: broken }), shell('ls', { session: over }), ended],
      invented(2, INITIAL_STATE),
    ).state
    const event = prompt({ client: CLIENT, around: { ...AROUND, gone: [over, broken] } })
    expect(settleSessions(state, event)).toEqual([{ kind: 'client.registered', client: CLIENT, forgets: [over] }])
    expect(Object.keys(after(state, event).clients)).toEqual([broken, SESSION])
  })

  it('[EDGE-51] keeps what is remembered of its session, and holds keep theirs', () => {
    const noticed = (state: State, index: number) =>
      play([shell('ls', { session: sessionId(`n${index}`), atMs: 1_000 + index })], state).state
    const [known, held] = [sessionId('known'), sessionId('held')]
    const first = play([shell('ls', { session: known }), shell('git push', { session: held })]).state
    const state = Array.from({ length: 70 }, (_, index) => index).reduce(
      noticed,
      after(first, prompt({ client: CLIENT, session: known })),
    )
    expect(Object.keys(state.sessions)).toHaveLength(66)
    expect(state.sessions).toMatchObject({ known: {}, held: {}, n69: {}, n6: {} })
    expect(state.sessions).not.toHaveProperty('n5')
  })
})

describe('at the start of a session', () => {
  const start = (around = AROUND): Event => ({ ...common(), around, kind: 'session.start', source: 'startup' })

  it('the person is told that `/edge` does not work', () => {
    const doorClosed = 'port 20000 is taken; run `fairlead init --port`'
    const noticed = (around = AROUND) =>
      play([start(around)]).decisions.map((one) => ('notice' in one ? one.notice : ''))
    expect(noticed({ ...AROUND, doorClosed })).toEqual([
      `fairlead: \`/edge\` doesn't work in this terminal: ${doorClosed}`,
    ])
    expect(noticed()).toEqual([''])
  })

  const found = { seq: 3, hash: 'a'.repeat(64) }
  const kept = { seq: 9, hash: 'b'.repeat(64) }
  const TAMPERED = 'fairlead: the audit log was tampered with: '
  const RUN = '; run `fairlead audit verify`'
  it.each<[Unvouched, string]>([
    [{ finding: 'cut', kept, found }, `${TAMPERED}facts 4 to 9 are missing: the kept head names fact 9${RUN}`],
    [
      { finding: 'replaced', kept, found: { ...found, seq: 12 } },
      `${TAMPERED}fact 9 isn't the one that the kept head names: another log is in its place${RUN}`,
    ],
    [
      { finding: 'no-head', found },
      `${TAMPERED}the kept head is missing, so nothing shows whether facts after fact 3 were cut off${RUN}`,
    ],
    [
      { finding: 'unsigned', found },
      `${TAMPERED}the kept head isn't signed with the present key: one of them was replaced before fact 4; where the key was lost and made anew, everything up to fact 3 can be read, but nothing vouches for it, and what was approved before doesn't count${RUN}`,
    ],
    [
      { finding: 'snapshot', found },
      `fairlead: the database was tampered with: the stored state isn't signed with the present key, so it was made again from the audit log up to fact 3${RUN}`,
    ],
    [
      { finding: 'first', found },
      'fairlead: from now on a head vouches for the end of the audit log; see `fairlead audit verify`',
    ],
  ])('[PLANE-R11] the person is told once that the audit is not vouched for: %j', (unvouched, notice) => {
    const fact = { kind: 'audit.unvouched', ...unvouched } as const
    const state = evolve(INITIAL_STATE, recorded(start(), fact))
    const { decisions } = play([start(), start()], state)
    expect(decisions.map((one) => ('notice' in one ? one.notice : ''))).toEqual([notice, ''])
  })

  it('[EDGE-93] warnings come before the holds, of which the newest five are named', () => {
    const holds = Array.from({ length: 7 }, (_, index) => shell(`git push origin b${index}`))
    const state = play([start(), ...holds]).state
    const warned = evolve(state, recorded(start(), { kind: 'audit.unvouched', finding: 'snapshot', found }))
    const [decision] = play([start({ ...AROUND, doorClosed: 'no port' })], warned).decisions
    expect(decision && 'notice' in decision && decision.notice?.split('\n')).toEqual([
      expect.stringContaining('tampered'),
      expect.stringContaining('no port'),
      expect.stringMatching(/waiting for you: #3 .*; #4 .*; #5 .*; #6 .*; #7 .*; and 2 more$/),
    ])
  })

  it('[PLANE-R11] the first head of an older audit is on record', () => {
    const event: Event = { ...common(), kind: 'report', report: { of: 'first-head', found } }
    expect(play([event]).facts).toEqual([[{ kind: 'audit.unvouched', finding: 'first', found }]])
  })
})

it('a refused approval is recorded, with how it was tried', () => {
  const refused = (means?: string): Event => ({
    ...common(),
    kind: 'edge',
    verb: 'approve',
    proof: { kind: 'unproven', why: 'w', instead: 'i', ...(means !== undefined && { means }) },
  })
  expect(play([refused('curl'), refused()]).facts).toEqual([
    [{ kind: 'approval.refused', verb: 'approve', why: 'w', means: 'curl' }],
    [{ kind: 'approval.refused', verb: 'approve', why: 'w' }],
  ])
})

it('[EDGE-118] an agent that would run without the gate is not started', () => {
  const delegate = (ungated?: string) =>
    before(
      { kind: 'delegate', name: 'spawn_agent', agentType: 'worker', prompt: 'go' },
      { around: { ...AROUND, ...(ungated !== undefined && { ungated }) } },
    )
  expect(play([delegate()]).decisions).toEqual([{ kind: 'allow' }])
  expect(play([delegate('its file is empty')]).decisions).toMatchObject([
    { kind: 'block', reasons: [{ ruleId: 'EDGE-118', text: expect.stringContaining('its file is empty') }] },
  ])
  expect(play([shell('ls', { around: { ...AROUND, ungated: 'x' } })]).decisions).toEqual([{ kind: 'allow' }])
})

it('[EDGE-51] a hold names the way that works in this very client', () => {
  const words = (by?: 'command' | 'dialog') => {
    const person: PersonHere = by ? { kind: 'present', by, asks: false } : AROUND.person
    const [decision] = play([shell('git push', { around: { ...AROUND, person } })]).decisions
    return decision && 'reasons' in decision ? decision.reasons.at(-1)?.text : undefined
  }
  const rest = 'run `fairlead edge approve 1` in their own terminal'
  expect([words('command'), words('dialog'), words()]).toEqual([
    `hold #1: stop and wait; the person can type \`/edge approve 1\` here or ${rest}`,
    `hold #1: stop and call the tool \`ask_person\` with hold 1; the person can also ${rest}`,
    `hold #1: stop and wait; the person can ${rest}`,
  ])
})

it('[EDGE-57] what an earlier version held or granted lapses once, on record, and the call is held again', () => {
  const old = (text: string) => fingerprint(text.repeat(64))
  const played = play([shell('git push'), shell('npm publish'), shell('git push --tags')])
  const [held] = played.facts.flat().filter((fact) => fact.kind === 'junction.opened')
  const junction = { ...held?.junction, fingerprint: old('a') } as Hold
  const { id: _id, ...grant } = { ...junction, door: 'cli', grantedAtMs: 5 } as const
  const event = prompt()
  // The facts as the first scheme wrote them: one hold, one open grant, one that a running call has taken.
  const state = [
    { kind: 'junction.opened', junction },
    { kind: 'junction.approved', grant: { ...grant, id: 'open', number: 7 }, signature: '' },
    { kind: 'junction.approved', grant: { ...grant, id: 'taken', number: 8 }, signature: '' },
    { kind: 'allowance.reserved', allowance: 'taken', call: callId('c') },
  ].reduce((next, fact) => evolve(next, recorded(event, fact as Fact)), INITIAL_STATE)
  const why = 'made by an earlier version of Fairlead'
  expect(settleSessions(state, event)).toEqual([
    { kind: 'junction.lapsed', number: 1, why },
    { kind: 'grant.rejected', grant: 'open', why },
  ])
  const settled = after(state, event)
  expect(settleSessions(settled, event)).toEqual([])
  expect(play([shell('git push')], settled).decisions).toMatchObject([{ kind: 'hold', number: 2 }])
  expect(settled.edge.allowances).toMatchObject([{ id: 'taken', use: { kind: 'reserved' } }])
})
