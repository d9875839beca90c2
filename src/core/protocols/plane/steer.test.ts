import { describe, expect, it } from 'vitest'
import { common } from '../../../../test/support/events.ts'
import { calls, ofKind, policyWith, steps, tell } from '../../../../test/support/work.ts'
import { type Event, type EventOf, seeing } from '../../model/event.ts'
import { SIGNALS } from '../../model/plane.ts'
import { DEFAULT_POLICY } from '../../model/policy.ts'

const edge = (level: 'observe' | 'steer' | 'gate') => ({ edge: { ...DEFAULT_POLICY.edge, level } })
const issued = (events: readonly Event[], policy = DEFAULT_POLICY) =>
  ofKind(tell(events, policy).facts, 'steer.issued').map(({ number, signal }) => ({ number, signal }))
const looping = (): readonly Event[] => {
  const [call, result] = calls('verify')
  if (call?.kind !== 'tool.before' || result?.kind !== 'tool.after') return []
  const again: EventOf<'tool.after'> = seeing(result, { print: { input: 'same', result: 'same' } })
  return [call, again, call, again, call, again]
}

/** More than any tokenizer makes of plain English: three characters a token, and each mark and number on its own. */
const tokensAtMost = (text: string): number =>
  (text.match(/[A-Za-z]+|\d|[^\sA-Za-z\d]/g) ?? []).reduce((sum, word) => sum + Math.ceil(word.length / 3), 0)

describe('a steer', () => {
  it('[PLANE-R10a, PLANE-L7] is beside an allow at an ordinary boundary, where ordinary boundaries steer', () => {
    const policy = policyWith({ routine: 'steer' })
    const { decisions } = tell(calls('explore*6 edit*4'), policy)
    expect(decisions.filter((decision) => 'steer' in decision)).toEqual([
      {
        kind: 'allow',
        steer:
          'Fairlead: the work moved from exploring to editing. Reassess in a line: does what you found so far support this step, and how will you know that it worked?',
      },
    ])
    expect(issued(calls('explore*6 edit*4'))).toEqual([])
  })

  it('speaks at once for a loop, by default, also where the floor holds the boundary back', () => {
    expect(issued([...calls('explore*6 edit*4'), ...looping()])).toEqual([{ number: 2, signal: 'failure-loop' }])
    const { facts, decisions } = tell(looping())
    expect(ofKind(facts, 'loop.detected')).toEqual([{ kind: 'loop.detected', at: 2, how: 'same-result', times: 3 }])
    expect(decisions.at(-1)).toMatchObject({
      kind: 'allow',
      steer: expect.stringMatching(/^Fairlead: the last calls keep giving the same outcome/),
    })
  })

  it('a loop that goes on is told again only when it has come together anew', () => {
    const { facts, state } = tell([...looping(), ...looping()])
    expect(ofKind(facts, 'loop.detected')).toHaveLength(2)
    expect(ofKind(facts, 'steer.issued')).toHaveLength(1)
    expect(state.plane.scopes['claude-code:session-1']?.loops).toBe(2)
  })

  it('speaks beside the hold of the first protected action, and not beside what a person let pass', () => {
    const { decisions } = tell(calls('explore*6 push'))
    expect(decisions.at(-2)).toMatchObject({
      kind: 'hold',
      steer: expect.stringMatching(/^Fairlead: this is the first action/),
    })
    const events = calls('explore*6 push')
    const pause = {
      ...common(),
      atMs: events[0]?.atMs ?? 0,
      kind: 'edge',
      verb: 'pause',
      proof: { kind: 'human', door: 'cli' },
    } as const
    expect(tell(events, DEFAULT_POLICY, tell([pause]).state).decisions.at(-2)).toEqual({ kind: 'allow' })
  })

  it('joins the word that the edge has to say', () => {
    const { decisions } = tell(calls('explore*6 push'), policyWith({}, edge('steer')))
    expect(decisions.at(-2)).toMatchObject({
      kind: 'allow',
      steer: expect.stringMatching(/^risky: .*\nFairlead: this is/s),
    })
    const observed = tell(calls('explore*6 push'), policyWith({}, edge('observe')))
    expect(observed.decisions.at(-2)).toMatchObject({ steer: expect.stringMatching(/^Fairlead: this is the first/) })
  })

  it('is silent beside a block: that has said why, and is final', () => {
    const [call] = calls('push')
    if (call?.kind !== 'tool.before') throw new Error('no call')
    const fatal: Event = { ...call, tool: { kind: 'shell', name: 'Bash', command: 'rm -rf /' } }
    expect(issued([...calls('explore*6'), fatal])).toEqual([])
    expect(tell([...calls('explore*6'), fatal]).decisions.at(-1)).not.toHaveProperty('steer')
  })

  it('comes at most once in a window', () => {
    const policy = policyWith({ routine: 'steer', steerOn: SIGNALS, persistCalls: 1, floorCalls: 8 })
    const events = [
      ...calls('explore*3 edit*3 push edit verify*2 push ship*2'),
      ...looping(),
      ...calls('explore*12 push'),
      ...looping(),
    ]
    const numbers = issued(events, policy).map(({ number }) => number)
    expect(numbers.length).toBeGreaterThan(2)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('[PLANE-L5a, PLANE-L5b] is fixed text filled from our own words, and short, for every signal and kind', () => {
    const kinds = ['explore', 'edit', 'verify', 'ship']
    const policy = policyWith({ routine: 'steer', windowCalls: 10, floorCalls: 1, returnCalls: 1 })
    const compaction: Event = { ...common(), kind: 'compact.after', trigger: 'auto' }
    const away = steps('elsewhere*10').join(' ')
    const texts = [
      ...kinds.flatMap((from) =>
        kinds.filter((to) => to !== from).map((to) => tell(calls(`${from}*3 ${to}*4`), policy).facts),
      ),
      tell(calls('explore*11'), policy).facts,
      tell(calls('explore*11'), policyWith({ routine: 'steer', windowMs: 60_000 })).facts,
      tell([...calls('explore'), compaction], policy).facts,
      tell(calls(`explore*12 ${away}`), policyWith({ routine: 'steer' })).facts,
      tell(calls('explore*2 push'), policy).facts,
      tell(looping(), policy).facts,
    ].flatMap((facts) => ofKind(facts, 'steer.issued'))
    expect(new Set(texts.map(({ signal }) => signal))).toEqual(new Set(SIGNALS))
    for (const { text } of texts) {
      expect(text).toMatch(/^Fairlead: [a-z ,:;?.'A-Z]+$/)
      expect(tokensAtMost(text)).toBeLessThanOrEqual(120)
    }
  })
})
