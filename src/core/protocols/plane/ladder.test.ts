import { describe, expect, it } from 'vitest'
import { common, PROJECT, recorded } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import type { Event } from '../../model/event.ts'
import type { Fact, StoredFact } from '../../model/fact.ts'
import { eventId } from '../../model/ids.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE } from '../../model/state.ts'
import { NO_EVIDENCE, rungsOf, tally } from './ladder.ts'

let seq = 0

function row(fact: object, event = `e${seq + 1}`): StoredFact {
  seq += 1
  return {
    ...recorded({ ...common(), kind: 'stop', again: false }, fact as Fact),
    eventId: eventId(event),
    project: PROJECT,
    seq,
    prevHash: '',
    hash: '',
  }
}

const passed = (preview: string, event?: string) =>
  row({ kind: 'call.judged', tier: 'junction', outcome: 'allow', preview, rules: ['git.push'], refused: [] }, event)
const count = (rows: readonly StoredFact[]) => rows.reduce(tally, NO_EVIDENCE)
const boundaries = (number: number) => Array.from({ length: number }, () => row({ kind: 'boundary.detected' }))

function policyWith(
  level: Policy['edge']['level'],
  methodRules: Policy['plane']['methodRules'] = 'observe',
  routine: Policy['plane']['routine'] = 'observe',
): Policy {
  return {
    ...DEFAULT_POLICY,
    edge: { ...DEFAULT_POLICY.edge, level },
    plane: { ...DEFAULT_POLICY.plane, methodRules, routine },
  }
}

/** So many different calls that passed, the first of them judged. */
function sampled(calls: number, verdicts: readonly boolean[]): readonly StoredFact[] {
  const samples = Array.from({ length: calls }, (_, index) => passed(`git push ${index}`))
  const judged = verdicts.map((right, index) =>
    row({ kind: 'sample.judged', seq: samples[index]?.seq, right, door: 'cli' }),
  )
  return [...samples, row({ kind: 'session.stopped' }), ...judged]
}

const proposals = (rows: readonly StoredFact[], policy: Policy) =>
  rungsOf(count(rows), policy).flatMap(({ setting, proposal }) => (proposal ? [`${setting} ${proposal.to}`] : []))

describe('the evidence of the ladder', () => {
  it('[PLANE-O2, PLANE-R11] is counted from the rows of the audit', () => {
    const kinds = [
      'boundary.detected',
      'steer.issued',
      'junction.opened',
      'junction.opened',
      'junction.approved',
      'junction.skipped',
      'junction.dismissed',
    ]
    const { pending, call, noise, ...counts } = count([
      ...kinds.map((kind) => row({ kind, grant: { number: 9 }, junction: { number: 9 } })),
      row({ kind: 'call.judged', tier: 'routine', outcome: 'allow', preview: 'ls', refused: [] }),
    ])
    const { noise: _, ...none } = NO_EVIDENCE
    expect([counts, pending, call?.preview]).toEqual([
      { ...none, boundaries: 1, steers: 1, held: 2, approved: 1, skipped: 1, dismissed: 1 },
      undefined,
      'ls',
    ])
  })

  it('[PLANE-O2] samples calls that passed and would have been held, once a kind, and not what a person let pass', () => {
    const approved = passed('git push -f', 'same')
    const rows = [
      passed('git push'),
      passed('git push'),
      approved,
      row({ kind: 'junction.lapsed' }, 'same'),
      row({ kind: 'allowance.reserved' }, 'same'),
      row({ kind: 'call.judged', tier: 'junction', outcome: 'hold', preview: 'x', rules: [], refused: [] }),
      passed('rm x', 'method'),
      row({ kind: 'method.noticed', rule: 'wrong-tool' }, 'method'),
      row({ kind: 'method.noticed', rule: 'wrong-tool' }),
      row({ kind: 'session.stopped' }),
    ]
    const { samples, methodErrors } = count(rows)
    expect([samples.map(({ rung, preview }) => `${rung} ${preview}`), methodErrors]).toEqual([
      ['edge.level git push', 'plane.method_rules rm x', 'edge.level rm x', 'plane.method_rules '],
      2,
    ])
  })

  it('[PLANE-O2] keeps what was judged, and a bounded number of others', () => {
    const first = sampled(1, [true])
    const { samples } = count([...first, passed('git push 0'), ...sampled(200, [])])
    expect([samples.length, samples[0]?.seq === first[0]?.seq]).toEqual([60, false])
    const again = count([...first, passed('git push 0'), row({ kind: 'session.stopped' })])
    expect(again.samples.map((one) => one.seq)).toEqual([first[0]?.seq])
  })
})

describe('what the evidence speaks for', () => {
  const good = [...boundaries(50), ...sampled(10, Array(10).fill(true))]

  it('[PLANE-O2] is the next rung after 50 boundaries and 10 samples, nine of them right', () => {
    const nine = [...boundaries(50), ...sampled(10, [...Array(9).fill(true), false])]
    const eight = [...boundaries(50), ...sampled(10, [...Array(8).fill(true), false, false])]
    const rows: readonly (readonly [readonly StoredFact[], Policy, readonly string[]])[] = [
      [good, policyWith('observe'), ['plane.routine steer', 'edge.level steer']],
      [nine, policyWith('steer'), ['plane.routine steer', 'edge.level gate']],
      [eight, policyWith('observe'), ['plane.routine steer']],
      [[...boundaries(49), ...sampled(10, Array(10).fill(true))], policyWith('observe'), []],
      [[...boundaries(50), ...sampled(10, Array(9).fill(true))], policyWith('observe', 'observe', 'steer'), []],
      [good, policyWith('gate', 'observe', 'steer'), []],
    ]
    for (const [facts, policy, expected] of rows) expect(proposals(facts, policy)).toEqual(expected)
  })

  it('[PLANE-O2, PLANE-R10b] never is a gate for routine work, nor for method: those are listed by type', () => {
    const errors = Array.from({ length: 10 }, (_, index) => [
      passed(`cat ${index}`, `m${seq}`),
      row({ kind: 'method.noticed', rule: 'wrong-tool' }, `m${seq - 1}`),
    ]).flat()
    const judged = errors
      .filter(({ fact }) => fact.kind === 'method.noticed')
      .map((one) => row({ kind: 'sample.judged', seq: one.seq, right: true, door: 'cli' }))
    const rows = [...boundaries(50), ...errors, ...judged]
    expect(proposals(rows, policyWith('gate', 'observe', 'steer'))).toEqual(['plane.method_rules steer'])
    expect(proposals(rows, policyWith('gate', 'steer', 'steer'))).toEqual([])
  })

  it('[PLANE-O2] is never a lower level, however many holds were approved', () => {
    const approved = Array.from({ length: 20 }, () => row({ kind: 'junction.approved', grant: { number: 1 } }))
    expect([proposals(approved, policyWith('gate')), proposals(approved, policyWith('steer'))]).toEqual([[], []])
  })
})

describe('a word on the ladder', () => {
  it('[PLANE-O2] counts from a proven person alone', () => {
    const say = (act: Extract<Event, { kind: 'ladder' }>['act'], proven: boolean): Event => ({
      ...common(),
      kind: 'ladder',
      act,
      proof: proven
        ? { kind: 'human', door: 'cli' }
        : { kind: 'unproven', why: 'an agent started it', instead: 'run it yourself' },
    })
    const promote = { kind: 'promote', setting: 'edge.level', from: 'gate', to: 'steer' } as const
    const { facts, decisions, state } = play([
      say({ kind: 'judge', seq: 7, right: false }, true),
      say(promote, true),
      say(promote, false),
    ])
    expect(facts.flat()).toEqual([
      { kind: 'sample.judged', seq: 7, right: false, door: 'cli' },
      { kind: 'enforcement.changed', setting: 'edge.level', from: 'gate', to: 'steer', door: 'cli' },
      { kind: 'ladder.refused', act: 'promote', why: 'an agent started it' },
    ])
    expect(decisions.at(-1)).toEqual({ kind: 'answer', text: 'not accepted: an agent started it; run it yourself' })
    expect(state.edge).toEqual(INITIAL_STATE.edge)
  })
})
