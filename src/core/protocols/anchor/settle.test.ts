import { describe, expect, it } from 'vitest'
import { AROUND, common, inSubagent, recorded, SESSION, START_MS, shell } from '../../../../test/support/events.ts'
import { decide } from '../../decide.ts'
import { evolve } from '../../evolve.ts'
import type { AnchorFact, KeptFolder } from '../../model/anchor.ts'
import type { Fact } from '../../model/fact.ts'
import { type SessionId, sessionId } from '../../model/ids.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'

const DAY_MS = 86_400_000
const bound = (token: string): AnchorFact => ({
  kind: 'anchor.bound',
  token,
  role: 'implementer',
  tracking: 'full',
  strictness: 'quick',
  trust: 'worker',
  digest: 'd',
})
const ENDED: Fact = { kind: 'session.ended', reason: 'exit' }
const CLIENT: Fact = { kind: 'client.registered', client: { pid: 7, started: 1, tty: true } }
const after = (...facts: readonly Fact[]): State =>
  facts.reduce((state, fact) => evolve(state, recorded({ ...shell('ls'), atMs: START_MS }, fact)), INITIAL_STATE)
const folder = (token: string, days: number, from: KeptFolder['from'] = 'active'): KeptFolder => ({
  token,
  from,
  ageMs: days * DAY_MS,
})

interface Given {
  readonly days: number
  readonly kept?: readonly KeptFolder[]
  readonly gone?: readonly SessionId[]
  readonly policy?: Policy
}

const settle = (state: State, { days, kept = [], gone, policy = DEFAULT_POLICY }: Given) => {
  const around = { ...AROUND, kept, ...(gone && { gone }) }
  const at = { ...common(), atMs: START_MS + days * DAY_MS, around, runtime: 'fairlead' }
  return decide(state, { ...at, kind: 'anchor.settle' }, policy)
}
const swept = (...given: Parameters<typeof settle>) =>
  settle(...given).effects.map((effect) => (effect.kind === 'anchor.clear' ? `${effect.from}/${effect.token}` : effect))

describe('[ANCHOR-60] an anchor that is held goes when its session is long over, whatever its folder looks like', () => {
  const kept = [folder('tok', 400)]
  const rows: readonly (readonly [string, State, Given, boolean])[] = [
    ['it ended a moment ago', after(bound('tok'), ENDED), { days: 0, kept }, false],
    ['it ended thirty days ago', after(bound('tok'), ENDED), { days: 30, kept }, false],
    ['it ended longer ago', after(bound('tok'), ENDED), { days: 30.1, kept }, true],
    ['it ended, and its client does something else', after(bound('tok'), CLIENT, ENDED), { days: 31, kept }, true],
    [
      'it was resumed',
      after(bound('tok'), ENDED, { kind: 'prompt.received', preview: 'x' }),
      { days: 29, kept },
      false,
    ],
    ['it never said goodbye, and nothing was heard of it', after(bound('tok')), { days: 31, kept }, true],
    ['its client is there, however silent', after(bound('tok'), CLIENT), { days: 3_000, kept, gone: [] }, false],
    ['nobody looked for its client', after(bound('tok'), CLIENT), { days: 3_000, kept }, false],
    ["another session's client is gone", after(bound('tok'), CLIENT), { days: 99, gone: [sessionId('x')] }, false],
    ['its client is gone', after(bound('tok'), CLIENT), { days: 31, kept, gone: [SESSION] }, true],
    ['its client is gone since yesterday', after(bound('tok'), CLIENT), { days: 1, kept, gone: [SESSION] }, false],
    ['its folder was not found', after(bound('tok')), { days: 31 }, true],
  ]
  it.each(rows)('%s', (_, state, given, isSwept) => {
    expect(swept(state, given)).toEqual(isSwept ? ['active/tok'] : [])
  })

  it('is put on record, and no longer held', () => {
    const state = after(bound('tok'))
    const { facts } = settle(state, { days: 31 })
    expect(facts).toEqual([
      { kind: 'anchor.expired', token: 'tok', why: 'nothing was heard of its session for 30 days' },
    ])
    const next = facts.reduce((one, fact) => evolve(one, recorded({ ...common(), kind: 'agent.stop' }, fact)), state)
    expect(next.anchor.holders).toEqual([])
  })

  it('keeps a handshake that the same agent has begun anew', () => {
    const about = { role: 'implementer', tracking: 'full', strictness: 'quick' } as const
    const begun: AnchorFact = { kind: 'anchor.advanced', token: 'next', stage: 'IDENTITY', ...about }
    const state = after(bound('tok'), begun)
    const next = settle(state, { days: 31 }).facts.reduce(
      (one, fact) => evolve(one, recorded(shell('ls'), fact)),
      state,
    )
    expect(next.anchor.holders).toMatchObject([{ pending: { token: 'next' } }])
    expect(next.anchor.holders[0]?.bound).toBeUndefined()
  })

  it('does not outlive a session that is remembered no more', () => {
    const state = { ...after(bound('tok')), sessions: {} }
    expect([swept(state, { days: 30 }), swept(state, { days: 31 })]).toEqual([[], ['active/tok']])
  })
})

describe('[ANCHOR-60] a folder that nobody holds goes by its age', () => {
  const kept = [
    folder('old', 31),
    folder('young', 29),
    folder('tok', 31),
    folder('gone', 31, 'revoked'),
    folder('new', 1, 'revoked'),
  ]
  it('and one that is held does not', () => {
    expect(settle(after(bound('tok')), { days: 1, kept })).toEqual({
      decision: { kind: 'allow' },
      facts: [
        { kind: 'anchor.expired', token: 'old', why: 'nobody held it for 30 days' },
        { kind: 'anchor.expired', token: 'gone', why: 'nobody held it for 30 days' },
      ],
      effects: [
        { kind: 'anchor.clear', token: 'old', from: 'active' },
        { kind: 'anchor.clear', token: 'gone', from: 'revoked' },
      ],
    })
  })

  it('what a crash left half removed goes at once, and needs no new row', () => {
    const { facts, effects } = settle(INITIAL_STATE, { days: 0, kept: [folder('left', 0, 'swept')] })
    expect([facts, effects]).toEqual([[], [{ kind: 'anchor.clear', token: 'left', from: 'swept' }]])
  })

  it('also that of a subagent that has stopped', () => {
    const sub = { ...shell('ls'), atMs: START_MS, ...inSubagent('builder') }
    const state = [bound('sub'), { kind: 'agent.stopped', agent: sub.agent.id } as const].reduce<State>(
      (one, fact) => evolve(one, recorded(sub, fact)),
      INITIAL_STATE,
    )
    expect(swept(state, { days: 31, kept: [folder('sub', 31)] })).toEqual(['active/sub'])
  })

  it('by as many days as the operator says', () => {
    const policy = { ...DEFAULT_POLICY, anchor: { ...DEFAULT_POLICY.anchor, keepDays: 1 } }
    const { facts } = settle(after(bound('tok')), { days: 2, kept: [folder('old', 2)], policy })
    expect(facts.map((fact) => (fact.kind === 'anchor.expired' ? fact.why : fact))).toEqual([
      'nothing was heard of its session for a day',
      'nobody held it for a day',
    ])
  })
})

it('[ANCHOR-60] sweeping is no sign that a session lives', () => {
  const { facts } = settle(after(bound('tok')), { days: 31 })
  const event = { ...common({ runtime: 'fairlead', session: sessionId('server') }), kind: 'agent.stop' } as const
  const next = facts.reduce((one, fact) => evolve(one, recorded(event, fact)), INITIAL_STATE)
  expect(next.sessions).toEqual({})
})
