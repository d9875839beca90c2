import { expect, it } from 'vitest'
import { recorded, type SESSION, START_MS, shell } from '../../../../test/support/events.ts'
import { type AnchorFact, type AnchorState, INITIAL_ANCHOR } from '../../model/anchor.ts'
import type { Fact, Recorded } from '../../model/fact.ts'
import { agentId, callId } from '../../model/ids.ts'
import { evolveAnchor } from './evolve.ts'
import { crossingOf } from './owner.ts'

const by = (fact: Fact, agent?: string): Recorded => ({
  ...recorded(shell('ls'), fact),
  ...(agent !== undefined && { agent: agentId(agent), agentType: 'builder' }),
})
const fold = (...rows: Recorded[]): AnchorState => rows.reduce(evolveAnchor, INITIAL_ANCHOR)
const crossed = (call: string, digest = 'd'): AnchorFact => ({ kind: 'anchor.crossed', call: callId(call), digest })
const answered = (call: string): AnchorFact => ({
  kind: 'anchor.answered',
  call: callId(call),
  stage: 'identity',
  token: '',
  outcome: 'told',
  errors: [],
})
const bound = (token: string): AnchorFact => ({
  kind: 'anchor.bound',
  token,
  role: 'r',
  tracking: 'full',
  strictness: 'quick',
  trust: 'worker',
  digest: 'd',
})
const begun = (token: string): AnchorFact => ({
  kind: 'anchor.advanced',
  token,
  stage: 'IDENTITY',
  role: 'r',
  tracking: 'full',
  strictness: 'quick',
})
const arrival = { runtime: 'claude-code', digest: 'd', call: undefined, token: undefined, atMs: START_MS + 1_000 }

it('keeps a crossing until it is answered, and at most 32 of them', () => {
  const one = fold(by(crossed('a')), by(crossed('a', 'e')), by(crossed('b'), 'agent-1'))
  expect(one.crossings.map(({ call, digest, agentType }) => [call, digest, agentType])).toEqual([
    ['a', 'e', undefined],
    ['b', 'd', 'builder'],
  ])
  expect(
    fold(by(crossed('a')), by(crossed('a'), 'x'), by(answered('a'))).crossings.map(({ owner }) => owner.agent),
  ).toEqual(['x'])
  const many = fold(...Array.from({ length: 50 }, (_, index) => by(crossed(`c${index}`))))
  expect([many.crossings.length, many.crossings[0]?.call]).toEqual([32, 'c18'])
})

it('forgets the subagent that was heard of longest ago, before any main agent', () => {
  const many = fold(
    by(bound('main')),
    ...Array.from({ length: 70 }, (_, index) => by(bound(`t${index}`), `agent-${index}`)),
  )
  expect([many.holders.length, many.holders[0]?.bound?.token, many.holders[1]?.bound?.token]).toEqual([
    64,
    'main',
    't7',
  ])
  const mains = Array.from({ length: 65 }, (_, index) => ({
    ...by(bound(`m${index}`)),
    session: `s${index}` as typeof SESSION,
  }))
  expect(fold(...mains).holders.some(({ bound: one }) => one?.token === 'm0')).toBe(false)
})

it('keeps what is bound while a new handshake runs, and lets go of what is dropped, revoked or stopped', () => {
  const both = fold(by(bound('old')), by(begun('new')))
  expect(both.holders).toMatchObject([{ bound: { token: 'old' }, pending: { token: 'new' } }])
  expect(evolveAnchor(both, by(bound('new'))).holders).toMatchObject([{ bound: { token: 'new' } }])
  expect(evolveAnchor(both, by({ kind: 'anchor.dropped', token: 'new', why: '' })).holders).toEqual([
    expect.not.objectContaining({ pending: expect.anything() }),
  ])
  expect(evolveAnchor(both, by({ kind: 'anchor.revoked', token: 'old', why: '' })).holders).toMatchObject([
    { pending: { token: 'new' } },
  ])
  expect(fold(by(begun('a')), by({ kind: 'anchor.dropped', token: 'a', why: '' })).holders).toEqual([])
  const stopped: Fact = { kind: 'agent.stopped', agent: agentId('agent-1') }
  expect(fold(by(bound('main')), by(bound('sub'), 'agent-1'), by(stopped)).holders).toMatchObject([
    { bound: { token: 'main' } },
  ])
  expect(fold(by({ kind: 'session.stopped' }))).toBe(INITIAL_ANCHOR)
})

it('[ANCHOR-58] finds the call that arrives by its number, else by its words, and never an old one', () => {
  const state = fold(by(crossed('a')), by(crossed('b'), 'agent-1'), by(crossed('c', 'other')))
  expect(crossingOf(state, { ...arrival, call: 'b' })).toMatchObject({ owner: { agent: 'agent-1' } })
  expect(crossingOf(state, { ...arrival, call: 'z' })).toBeUndefined()
  expect(crossingOf(state, arrival)).toBe('many')
  expect(crossingOf(state, { ...arrival, digest: 'other' })).toMatchObject({ call: 'c' })
  expect(crossingOf(state, { ...arrival, digest: 'nothing' })).toBeUndefined()
  expect(crossingOf(state, { ...arrival, runtime: 'codex', call: 'a' })).toBeUndefined()
  expect(crossingOf(state, { ...arrival, digest: 'other', atMs: START_MS + 3_600_000 })).toBeUndefined()
  const held = fold(by(crossed('a')), by(crossed('b'), 'agent-1'), by(begun('mine'), 'agent-1'), by(bound('theirs')))
  expect(crossingOf(held, { ...arrival, token: 'mine' })).toMatchObject({ call: 'b' })
  expect(crossingOf(held, { ...arrival, token: 'theirs' })).toMatchObject({ call: 'a' })
  expect(crossingOf(held, { ...arrival, token: 'unknown' })).toBe('many')
})
