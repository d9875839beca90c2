import { describe, expect, it } from 'vitest'
import { besidePlane } from '../../../../test/support/beside-plane.ts'
import { common, recorded, START_MS, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { degrade } from '../../degrade.ts'
import { evolve } from '../../evolve.ts'
import type { EventOf, Proof } from '../../model/event.ts'
import { sessionId } from '../../model/ids.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE } from '../../model/state.ts'

const MINUTE_MS = 60_000
const human: Proof = { kind: 'human', door: 'cli' }

function person(verb: EventOf<'edge'>['verb'], over: Partial<EventOf<'edge'>> = {}): EventOf<'edge'> {
  const atMs = START_MS
  return {
    ...common(),
    atMs,
    runtime: 'fairlead',
    session: sessionId('terminal'),
    kind: 'edge',
    verb,
    proof: human,
    ...over,
  }
}
const push = (minute: number) => shell('git push', { atMs: START_MS + minute * MINUTE_MS })
const level = (to: Policy['edge']['level']): Policy => ({
  ...DEFAULT_POLICY,
  edge: { ...DEFAULT_POLICY.edge, level: to },
})

describe('a pause', () => {
  it('turns holds into records for its time, ends by itself and says so once', () => {
    const played = play([person('pause'), push(1), push(14.9), push(15), push(16)])
    expect(played.decisions.map((decision) => decision.kind)).toEqual(['allow', 'allow', 'allow', 'hold', 'hold'])
    expect(played.facts.map((facts) => besidePlane(facts).map((fact) => fact.kind))).toEqual([
      ['pause.started'],
      ['call.judged'],
      ['call.judged'],
      ['call.judged', 'pause.ended', 'junction.opened'],
      ['call.judged'],
    ])
    expect(played.facts[1]?.[0]).toMatchObject({ tier: 'junction', outcome: 'allow' })
    expect(played.state.edge.pause).toBe(undefined)
    expect(Object.keys(played.state.sessions)).toEqual(['session-1'])
  })

  it('[EDGE-36] leaves the catastrophic and the gate itself as they are', () => {
    const at = { atMs: START_MS + MINUTE_MS }
    const { decisions } = play([person('pause'), shell('rm -rf /', at), shell("tmux send-keys 'x' Enter", at)])
    expect(decisions.slice(1).map((decision) => decision.kind)).toEqual(['block', 'block'])
  })

  const lengths: readonly [number | undefined, number][] = [
    [undefined, 15],
    [30, 30],
    [9_999, 240],
  ]
  it.each(lengths)('of %s minutes lasts %s', (minutes, expected) => {
    const { state, decisions } = play([person('pause', minutes === undefined ? {} : { minutes })])
    expect(state.edge.pause?.expiresAtMs).toBe(START_MS + expected * MINUTE_MS)
    expect(decisions[0]).toMatchObject({ kind: 'allow', notice: expect.stringContaining(`${expected} minutes`) })
  })

  it('is ended by the person, and only while it lasts', () => {
    const early = { atMs: START_MS + MINUTE_MS }
    const late = { atMs: START_MS + 20 * MINUTE_MS }
    const ended = play([person('pause'), person('resume', early), push(2)])
    expect(ended.decisions.map((decision) => decision.kind)).toEqual(['allow', 'allow', 'hold'])
    const nothing = { kind: 'answer', text: 'nothing is paused' }
    expect(play([person('resume')]).decisions).toEqual([nothing])
    expect(play([person('pause'), person('resume', late)]).decisions[1]).toEqual(nothing)
  })

  it('needs a person', () => {
    const proof: Proof = { kind: 'unproven', why: 'there is no terminal', instead: 'use one' }
    const { state, facts } = play([person('pause', { proof }), person('resume', { proof })])
    expect(state.edge).toEqual(INITIAL_STATE.edge)
    expect(facts.flat().map((fact) => fact.kind)).toEqual(['approval.refused', 'approval.refused'])
  })

  it('goes when its signature turns out to be forged, and stays when another grant does', () => {
    const event = person('pause')
    const { state } = play([event])
    const rejected = (grant: string) => evolve(state, recorded(event, { kind: 'grant.rejected', grant, why: 'forged' }))
    expect(rejected('another').edge.pause).toEqual(state.edge.pause)
    expect(rejected(event.id).edge.pause).toBe(undefined)
  })
})

describe('a level below the gate', () => {
  it('[PLANE-O3] tells the agent instead of holding, or only keeps the record', () => {
    const risky = shell('git push origin main')
    const words = { kind: 'allow', steer: expect.stringMatching(/^risky: pushes .*; safer: `git push --dry-run`$/) }
    expect(play([risky], INITIAL_STATE, level('steer')).decisions).toEqual([words])
    expect(play([risky], INITIAL_STATE, level('observe')).decisions).toEqual([{ kind: 'allow' }])
    expect(play([shell('ls')], INITIAL_STATE, level('steer')).decisions).toEqual([{ kind: 'allow' }])
  })

  it('is silent about what a person dismissed', () => {
    const { state } = play([push(0), person('dismiss')])
    expect(play([push(1)], state, level('steer')).decisions).toEqual([{ kind: 'allow' }])
  })

  it('[EDGE-36] asks nothing without state either, and still refuses the catastrophic', () => {
    const answers = (['observe', 'steer', 'gate'] as const).flatMap((to) =>
      ['git push', 'rm -rf /', 'ls'].map((command) => degrade(shell(command), 'broken', level(to)).kind),
    )
    expect(answers).toEqual(['allow', 'block', 'allow', 'allow', 'block', 'allow', 'ask', 'block', 'allow'])
  })
})
