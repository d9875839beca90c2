import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { after, before, common } from '../../../../test/support/events.ts'
import { boundariesIn, calls, ofKind, policyWith, type Step, tell } from '../../../../test/support/work.ts'
import type { Event, LedgerAct } from '../../model/event.ts'
import type { ToolCall } from '../../model/tool.ts'
import { baselinesOf } from './baseline.ts'

const ledger = (act: LedgerAct): Event => ({ ...common(), kind: 'ledger', act })
const tool = (call: ToolCall): readonly Event[] => {
  const asked = before(call)
  return [asked, after(asked)]
}
const mcp = (name: string, input: Readonly<Record<string, string>>): readonly Event[] =>
  tool({ kind: 'mcp', name: `mcp__fairlead__${name}`, server: 'fairlead', tool: name, input })
const DECISION = { title: 'BOUNDARY', decision: 'a new phase begins', rationale: '', supersedes: '' }
const NOTHING_CITED = { evidence: [], isAssumption: true, scenarios: [], notes: [] }

/** All that an agent can tell us of its own accord, at every door; each speaks of a boundary as well as it can. */
const SAYINGS: readonly (() => readonly Event[])[] = [
  () => [{ ...common(), kind: 'claim', claim: { of: 'objective', text: 'open a window' } }],
  () => [{ ...common(), kind: 'claim', claim: { of: 'plan', steps: ['phase 2', 'window 3'] } }],
  () => [{ ...common(), kind: 'claim', claim: { of: 'step', step: 1, status: 'completed' } }],
  () => [ledger({ do: 'focus', bead: '', beadTitle: '', reasoning: 'boundary here' })],
  () => [ledger({ do: 'decide', ...DECISION, ...NOTHING_CITED })],
  () => [ledger({ do: 'pivot', reason: 'x', resultCount: 60, hypothesisFailure: 'x', refinedHypothesis: 'boundary' })],
  () => [ledger({ do: 'handoff', reason: 'phase over' })],
  () => [{ ...common(), kind: 'anchor.call', args: { stage: 'identity', role: 'boundary' } }],
  () => mcp('checkpoint', { objective: 'fix it', done: 'found it', next: 'boundary' }),
  () => mcp('ledger_decide', { title: 'boundary', decision: 'window' }),
  () => tool({ kind: 'other', name: 'TodoWrite', input: 'boundary' }),
  () => tool({ kind: 'other', name: 'ExitPlanMode', input: 'window' }),
]

describe('what an agent says', () => {
  const anySteps = fc.array(fc.constantFrom<Step>('explore', 'edit', 'verify', 'ship', 'push', 'elsewhere'), {
    minLength: 1,
    maxLength: 80,
  })
  const shapes = (events: readonly Event[]) =>
    boundariesIn(tell(events).facts).map(({ from, to, signals, why }) => ({ from, to, signals, why }))

  it('[PLANE-L3, PLANE-L4] moves no boundary, whatever it is and whenever it is said while there is work', () => {
    const anyWords = fc.array(fc.tuple(fc.nat(), fc.nat({ max: SAYINGS.length - 1 })), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(anySteps, anyWords, (names, words) => {
        const work = calls(names.join(' '))
        const said = work.flatMap((event, index) => {
          if (event.kind !== 'tool.after') return [event]
          const here = words.filter(([place]) => 2 * (place % names.length) + 1 === index)
          return [
            event,
            ...here.flatMap(([, which]) => SAYINGS[which]?.() ?? []).map((one) => ({ ...one, atMs: event.atMs })),
          ]
        })
        expect(said.length).toBeGreaterThan(work.length)
        expect(shapes(said)).toEqual(shapes(work))
      }),
      { numRuns: 100 },
    )
    // The property would hold of a plane that draws none.
    expect(shapes(calls('explore*6 edit*6'))).toHaveLength(1)
  })

  it('[PLANE-R6b] asks for no window and arms none again: each saying, in the middle of one, leaves it as it is', () => {
    const { state } = tell(calls('explore*6 edit*2'))
    const window = Object.values(state.plane.scopes)[0]?.window
    expect(window).toMatchObject({ number: 1 })
    for (const say of SAYINGS) {
      const told = tell(say(), undefined, state)
      const kinds = told.facts.map(({ kind }) => kind).filter((kind) => /^(?:window|boundary)\./.test(kind))
      const { number, openedAt } = Object.values(told.state.plane.scopes)[0]?.window ?? {}
      expect([kinds, number, openedAt]).toEqual([[], 1, window?.openedAt])
    }
  })
})

describe('[PLANE-F03] what keeps inference safe works with the settings that everybody has', () => {
  it('hysteresis: odd actions draw no boundary, and it is the settings that see to it', () => {
    const odd = calls('explore*6 edit*3 explore*5')
    expect(boundariesIn(tell(odd).facts)).toEqual([])
    expect(boundariesIn(tell(odd, policyWith({ persistCalls: 1, floorCalls: 1, floorMs: 0 })).facts)).not.toEqual([])
  })

  it('baselines: how long windows last is learned from the first one on, and no window is endless before that', () => {
    const { facts, state } = tell(calls('explore*6 edit*6 verify*6'))
    expect(baselinesOf(state.baseline).reduce((sum, { windows }) => sum + windows, 0)).toBeGreaterThan(0)
    for (const { backstop } of ofKind(facts, 'window.opened')) {
      expect(backstop.calls).toBeGreaterThan(0)
      expect(backstop.ms).toBeGreaterThan(0)
    }
  })

  it('steering before gating: no boundary stops a call', () => {
    const { decisions, facts } = tell(calls('explore*6 edit*6 verify*6 explore*20 ship*6'))
    expect(boundariesIn(facts).length).toBeGreaterThan(2)
    expect(new Set(decisions.map(({ kind }) => kind))).toEqual(new Set(['allow']))
  })

  it('failing open: without results and times the signals that need them are off, on record, and the rest goes on', () => {
    const blind = calls('explore*12 edit*9').flatMap((event) =>
      event.kind === 'tool.before' ? [{ ...event, atMs: 0 }] : [],
    )
    const { decisions, facts } = tell(blind)
    const off = ofKind(facts, 'signal.disabled').map(({ signal }) => signal)
    expect([off.includes('failure-loop'), new Set(off).size]).toEqual([true, off.length])
    expect(boundariesIn(facts).map(({ from, to }) => `${from} ${to}`)).toContain('explore edit')
    expect(new Set(decisions.map(({ kind }) => kind))).toEqual(new Set(['allow']))
  })
})
