import { describe, expect, it } from 'vitest'
import { before, common, recorded, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { evolve } from '../../evolve.ts'
import type { Event } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { sessionId } from '../../model/ids.ts'
import { INITIAL_BASELINE } from '../../model/plane.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'
import { backstopFigures, baselinesOf, evolveBaseline } from './baseline.ts'

const MINUTE_MS = 60_000
let clock = 0

function opened(number = 1, work = 'edit'): Fact {
  return {
    kind: 'window.opened',
    number,
    work,
    tier: 'routine',
    backstop: { calls: 9, ms: 9 },
    evidence: null,
    places: [],
  } as Fact
}

const judged = (toolKind: string): Fact => ({ kind: 'call.judged', toolKind }) as Fact

/** Facts of one scope, a minute apart. */
function fold(facts: readonly Fact[], state = INITIAL_BASELINE, session = 's') {
  return facts.reduce((next, fact) => {
    clock += MINUTE_MS
    return evolveBaseline(next, {
      ...recorded({ ...common(), kind: 'stop', again: false }, fact),
      session: sessionId(session),
      atMs: clock,
    })
  }, state)
}

/** A window with so many calls, and how it ended. */
function window(calls: number, end: Fact, kind = 'shell'): readonly Fact[] {
  return [opened(), ...Array<Fact>(calls).fill(judged(kind)), end]
}

const NATURAL = opened(2)
const EXPIRED: Fact = { kind: 'window.expired', number: 1, why: 'calls' }

describe('windows that are learned from', () => {
  it('[PLANE-R8b, PLANE-R8c] are counted by kind of work and mix of tools; what we ended or bent is cut off', () => {
    const steer: Fact = { kind: 'steer.issued', number: 1, signal: 'failure-loop', text: 'x' } as Fact
    const steered = [opened(), judged('edit'), judged('edit'), steer, steer, judged('edit'), opened(2)]
    const closed: Fact = { kind: 'window.closed', number: 1, why: 'the session ended' }
    const mixed = [opened(), judged('edit'), judged('shell'), closed]
    const learned = [window(3, NATURAL), window(5, EXPIRED), steered, mixed].reduce(
      (state, facts, index) => fold(facts, state, `s${index}`),
      INITIAL_BASELINE,
    )
    expect(learned.learned).toEqual({
      'edit shell': {
        calls: { ended: [0, 0, 1], cut: [0, 0, 0, 0, 1] },
        ms: { ended: [0, 0, 0, 0, 1], cut: [0, 0, 0, 0, 0, 0, 1] },
      },
      'edit tools': { calls: { ended: [], cut: [0, 1] }, ms: { ended: [], cut: [0, 0, 0, 0, 1] } },
      'edit mixed': { calls: { ended: [], cut: [0, 1] }, ms: { ended: [], cut: [0, 0, 0, 1] } },
    })
    expect(baselinesOf(learned).map(({ group, windows, ended }) => [group, windows, ended])).toEqual([
      ['edit mixed', 1, 0],
      ['edit shell', 2, 1],
      ['edit tools', 1, 0],
    ])
  })

  it.each(['hold', 'ask', 'block'])(
    '[PLANE-R8c] are cut off where a call met a %s: what came after was shaped by it',
    (outcome) => {
      const met = { ...judged('shell'), outcome } as Fact
      const { learned } = fold([opened(), judged('shell'), met, judged('shell'), judged('shell'), NATURAL])
      expect(learned).toEqual({
        'edit shell': { calls: { ended: [], cut: [0, 1] }, ms: { ended: [], cut: [0, 0, 0, 1] } },
      })
    },
  )

  it('[PLANE-R8b] say nothing without an action, and nothing outside a window', () => {
    expect(fold([opened(), EXPIRED])).toEqual(INITIAL_BASELINE)
    expect(
      fold([judged('shell'), EXPIRED, { kind: 'steer.issued' } as Fact, { kind: 'session.ended', reason: '' }]),
    ).toEqual(INITIAL_BASELINE)
    expect(fold([opened(), judged('shell'), { kind: 'session.ended', reason: '' }]).running).toEqual({})
  })

  it('[PLANE-R8b] stay bounded: so many that run, so many kinds', () => {
    const running = Array.from({ length: 80 }, (_, index) => index).reduce(
      (state, index) => fold([opened()], state, `s${index}`),
      INITIAL_BASELINE,
    )
    expect([Object.keys(running.running).length, 'claude-code:s79' in running.running]).toEqual([48, true])
    const kinds = Array.from({ length: 30 }, (_, index) => index).reduce(
      (state, index) => fold([opened(1, `k${index}`), judged('shell'), EXPIRED], state),
      INITIAL_BASELINE,
    )
    expect(Object.keys(kinds.learned)).toHaveLength(21)
  })
})

describe('a learned baseline', () => {
  const policy = (baselines: 'static' | 'learned'): Policy['plane'] => ({
    ...DEFAULT_POLICY.plane,
    windowCalls: 40,
    windowMs: 30 * MINUTE_MS,
    baselines,
  })
  const many = (times: number, facts: readonly Fact[], state = INITIAL_BASELINE) =>
    Array.from({ length: times }).reduce<typeof state>((next) => fold(facts, next), state)
  // `opened(2)` of one round is closed by the next `opened()`: it has no action, so it says nothing.
  const enough = many(40, window(60, NATURAL))

  it('[PLANE-R8a] is the fixed figure until the policy wants another and there is enough to learn from', () => {
    const fixed = { calls: 40, ms: 30 * MINUTE_MS }
    expect(backstopFigures(enough, 'edit', policy('static'))).toEqual(fixed)
    expect(backstopFigures(many(29, window(60, NATURAL)), 'edit', policy('learned'))).toEqual(fixed)
    expect(backstopFigures(many(40, window(60, EXPIRED)), 'edit', policy('learned'))).toEqual(fixed)
    expect(backstopFigures(enough, 'explore', policy('learned'))).toEqual(fixed)
    const mostlyCut = many(10, window(4, NATURAL), many(200, window(60, EXPIRED)))
    expect(baselinesOf(mostlyCut)).toEqual([{ group: 'edit shell', windows: 210, ended: 10 }])
    expect(backstopFigures(mostlyCut, 'edit', policy('learned'))).toEqual(fixed)
  })

  it('[PLANE-R8b] is the length that four in five windows of a kind stay within, kept near the fixed one', () => {
    expect(baselinesOf(enough)).toEqual([
      { group: 'edit shell', windows: 40, ended: 40, calls: 64, ms: 60 * MINUTE_MS },
    ])
    expect(backstopFigures(enough, 'edit', policy('learned'))).toEqual({ calls: 64, ms: 60 * MINUTE_MS })
    const short = many(40, window(2, NATURAL))
    expect(backstopFigures(short, 'edit', policy('learned'))).toEqual({ calls: 20, ms: 15 * MINUTE_MS })
    const long = many(40, window(400, NATURAL))
    expect(backstopFigures(long, 'edit', policy('learned'))).toEqual({ calls: 120, ms: 90 * MINUTE_MS })
    const both = many(40, window(2, NATURAL, 'edit'), enough)
    expect(backstopFigures(both, 'edit', policy('learned')).calls).toBe(64)
  })

  it('[PLANE-R8b] is what a window opens with, half of it where something protected is touched', () => {
    const learned: Policy = { ...DEFAULT_POLICY, plane: { ...policy('learned') } }
    const kindOf = (state: State, event: Event) =>
      play([event], state, learned)
        .facts.flat()
        .flatMap((fact) => (fact.kind === 'window.opened' ? [[fact.work, fact.backstop.calls]] : []))
    const state: State = { ...INITIAL_STATE, baseline: { ...enough, running: {} } }
    const edit = before({ kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path: '/home/dev/project/a.ts' }] })
    expect(kindOf(state, edit)).toEqual([['edit', 64]])
    expect(kindOf(INITIAL_STATE, edit)).toEqual([['edit', 40]])
    expect(kindOf(state, shell('git push'))).toEqual([['ship', 20]])
  })

  it('[PLANE-R8b] is made again from the facts alone', () => {
    const events = Array.from({ length: 30 }, (_, index) => shell(index % 3 === 0 ? 'npm test' : 'cat a.ts'))
    const { facts, state } = play(events)
    const again = events
      .flatMap((event, index) => (facts[index] ?? []).map((fact) => recorded(event, fact)))
      .reduce(evolve, INITIAL_STATE)
    expect(again.baseline).toEqual(state.baseline)
    expect(Object.keys(state.baseline.running)).toHaveLength(1)
  })
})
