import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { common, inSubagent, SESSION } from '../../../../test/support/events.ts'
import { boundariesIn, calls, ofKind, policyWith, type Step, TOOLS, tell } from '../../../../test/support/work.ts'
import type { Event } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { sessionId } from '../../model/ids.ts'
import { SIGNALS } from '../../model/plane.ts'
import { DEFAULT_POLICY, type PlanePolicy } from '../../model/policy.ts'
import { INITIAL_STATE } from '../../model/state.ts'
import { scopeKey } from './scope.ts'

const KEY = scopeKey({ runtime: 'claude-code', session: SESSION })
const scopeIn = (state: ReturnType<typeof tell>['state'], key = KEY) => state.plane.scopes[key]
const start = (source: Extract<Event, { kind: 'session.start' }>['source'], session = SESSION): Event => ({
  ...common(),
  session,
  kind: 'session.start',
  source,
})
const end = (session = SESSION): Event => ({ ...common(), session, kind: 'session.end', reason: 'clear' })
const compaction = (): Event => ({ ...common(), kind: 'compact.after', trigger: 'auto' })

describe('boundaries', () => {
  it('[PLANE-R4a, PLANE-R5a.1, PLANE-F02] are drawn where the work changes and stays changed, and say why', () => {
    const { facts } = tell(calls('explore*6 edit*5 plan'))
    expect(boundariesIn(facts)).toMatchObject([
      {
        number: 1,
        at: 9,
        from: 'explore',
        to: 'edit',
        signals: ['work-shift'],
        why: 'explore to edit, held 4 actions',
      },
    ])
  })

  it('[PLANE-R5a.1] are not drawn for odd actions', () => {
    const { facts } = tell(calls('explore*6 edit*3 explore*5 verify*3 explore verify*3 explore*4'))
    expect(boundariesIn(facts)).toEqual([])
  })

  it('[PLANE-R4b] are neither at the start nor at every action', () => {
    const { facts } = tell(calls('explore edit verify ship explore edit verify ship edit*20'))
    expect(boundariesIn(facts).map(({ at }) => at)).toEqual([11])
  })

  it('[PLANE-R5a.2] follow work that moves on, and not work that goes to and fro', () => {
    const shifts = (text: string) =>
      boundariesIn(tell(calls(text)).facts).map(({ at, from, to }) => `${at} ${from} ${to}`)
    expect(shifts('explore*5 edit*5 verify*5 ship*5')).toEqual(['8 explore edit', '13 edit verify', '18 verify ship'])
    expect(shifts('explore*5 edit*6 explore*6 edit*6 explore*6')).toEqual(['8 explore edit'])
    expect(shifts('explore*5 edit*6 explore*24')).toEqual(['8 explore edit', '32 edit explore'])
  })

  it('[PLANE-R5.9, PLANE-R5.10] owe nothing to lists, plans or helpers of the agent', () => {
    const plain = tell(calls('explore*6 edit*6')).facts
    const wordy = tell(calls('explore*6 plan*5 edit*2 plan*3 delegate edit*2 plan edit*2')).facts
    const shape = (facts: readonly Fact[]) => boundariesIn(facts).map(({ from, to, why }) => ({ from, to, why }))
    expect(shape(wordy)).toEqual(shape(plain))
    expect(boundariesIn(tell(calls('plan*40 delegate*20')).facts)).toEqual([])
  })

  it('[PLANE-R5.8] combine what several signals say at once', () => {
    const events = [...calls('explore*6 edit*3'), ...calls('push')]
    const shipping = policyWith({ persistCalls: 1 })
    const { facts } = tell([...calls('explore*6'), ...calls('push')], shipping)
    expect(boundariesIn(facts)).toMatchObject([
      { signals: ['work-shift', 'first-protected'], why: 'explore to ship, held 1 action; first protected action' },
    ])
    expect(boundariesIn(tell(events).facts)).toMatchObject([
      { signals: ['first-protected'], from: 'explore', to: 'explore' },
    ])
  })

  it('[PLANE-R5.8] none is mandatory', () => {
    const events = calls('explore*6 edit*6 push')
    for (const without of SIGNALS) {
      const signals = SIGNALS.filter((id) => id !== without)
      const seen = boundariesIn(tell(events, policyWith({ signals })).facts).flatMap((boundary) => boundary.signals)
      expect(seen).not.toContain(without)
    }
    expect(boundariesIn(tell(events, policyWith({ signals: [] })).facts)).toEqual([])
  })

  const anySteps = fc.array(fc.constantFrom<Step>('explore', 'edit', 'verify', 'ship', 'push', 'plan', 'elsewhere'), {
    maxLength: 120,
  })

  it('[PLANE-R5.1] the same log gives the same boundaries', () => {
    fc.assert(
      fc.property(anySteps, (names) => {
        const events = calls(names.join(' ') || 'plan')
        expect(JSON.stringify(tell(events).facts)).toBe(JSON.stringify(tell(events).facts))
      }),
      { numRuns: 30 },
    )
  })

  it('[PLANE-R5a.2] no two arms fall within the floor, whatever happens', () => {
    fc.assert(
      fc.property(
        anySteps,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 900_000 }),
        (names, floorCalls, floorMs) => {
          const { facts } = tell(
            calls(names.join(' ') || 'plan'),
            policyWith({ floorCalls, floorMs, persistCalls: 1, windowCalls: 5 }),
          )
          const found = boundariesIn(facts)
          for (const [index, later] of found.entries()) {
            const earlier = found[index - 1]
            if (!earlier) continue
            expect(later.at - earlier.at).toBeGreaterThanOrEqual(floorCalls)
            expect(later.atMs - earlier.atMs).toBeGreaterThanOrEqual(floorMs)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('windows', () => {
  it('[PLANE-R6d, PLANE-R11] open by themselves, with a row; without evidence there is a skip row', () => {
    const { facts, state } = tell(calls('explore*6 edit*4'))
    const backstop = { calls: 120, ms: 3_600_000 }
    expect(facts.filter((fact) => /^(?:window|checkpoint)\./.test(fact.kind))).toEqual([
      {
        kind: 'window.opened',
        number: 1,
        work: 'explore',
        tier: 'routine',
        backstop,
        evidence: null,
        places: ['src/core'],
      },
      { kind: 'checkpoint.skipped', number: 1 },
      {
        kind: 'window.opened',
        number: 2,
        work: 'edit',
        tier: 'routine',
        backstop,
        evidence: null,
        places: ['src/core'],
      },
      { kind: 'checkpoint.skipped', number: 2 },
    ])
    expect(scopeIn(state)?.window).toMatchObject({ number: 2, kind: 'edit', openedAt: 9, evidence: null })
  })

  it('[PLANE-R6c, PLANE-R8a] end at a boundary, or when their calls or their time are used up', () => {
    const many = tell(calls('explore*30'), policyWith({ windowCalls: 10, returnCalls: 1 }))
    expect(ofKind(many.facts, 'window.expired')).toEqual([
      { kind: 'window.expired', number: 1, why: 'calls' },
      { kind: 'window.expired', number: 2, why: 'calls' },
    ])
    expect(boundariesIn(many.facts)[0]).toMatchObject({
      at: 10,
      from: 'explore',
      to: 'explore',
      why: '10 calls without a change of work',
    })
    const long = tell(calls('explore*10'), policyWith({ windowMs: 5 * 60_000 }))
    expect(ofKind(long.facts, 'window.expired')).toEqual([{ kind: 'window.expired', number: 1, why: 'time' }])
    expect(boundariesIn(long.facts)[0]?.why).toBe('5 minutes of work without a change')
  })

  it('time in which nobody works does not count', () => {
    const [first, ...rest] = calls('explore*4')
    const later = rest.map((event, index) => ({ ...event, atMs: event.atMs + index * 3_600_000 }))
    const { facts } = tell(first ? [first, ...later] : [], policyWith({ windowMs: 5 * 60_000 }))
    expect(ofKind(facts, 'window.expired')).toEqual([])
  })

  it('[PLANE-R7a, PLANE-R7b] are shorter where something protected was touched', () => {
    const { facts } = tell(calls('explore*6 push explore*3'))
    expect(ofKind(facts, 'window.opened').map(({ tier, backstop }) => [tier, backstop.calls])).toEqual([
      ['routine', 120],
      ['junction', 60],
    ])
  })

  it('[PLANE-L6a, PLANE-R10a] license nothing and stop nothing: verdicts are those of a plane that is off', () => {
    const events = calls('explore*6 edit*5 push verify*6 push ship*5 push')
    const off = policyWith({ signals: [] })
    const steering = policyWith({ routine: 'steer', steerOn: SIGNALS })
    const kinds = (policy: typeof off) => tell(events, policy).decisions.map(({ kind }) => kind)
    expect(kinds(steering)).toEqual(kinds(off))
    expect(kinds(DEFAULT_POLICY)).toEqual(kinds(off))
    expect(new Set(kinds(off))).toEqual(new Set(['allow', 'hold']))
  })

  it('[PLANE-L6b, PLANE-L8, PLANE-R10b] only the protected tier is held, each call of it, for the lack of a grant', () => {
    const steps = 'explore*6 edit*5 push verify*6 push ship*5 push'
    const { decisions, facts } = tell(calls(steps))
    const held = decisions.flatMap((decision) => ('reasons' in decision ? [decision] : []))
    expect(held.map(({ kind, reasons: [first] }) => [kind, first.ruleId])).toEqual(
      Array.from({ length: 3 }, () => ['hold', 'EDGE-43']),
    )
    const tiers = ofKind(facts, 'call.judged').map(({ tier, outcome }) => `${tier} ${outcome}`)
    expect(new Set(tiers)).toEqual(new Set(['routine allow', 'junction hold']))
  })

  it('[PLANE-R9a, PLANE-R9b, PLANE-R10c] nobody has to do anything for any of it', () => {
    const { decisions, state } = tell(calls('explore*6 edit*5 verify*16 explore*16'))
    expect(decisions).toEqual(decisions.map(() => ({ kind: 'allow' })))
    expect(scopeIn(state)?.boundaries).toBeGreaterThan(1)
  })

  it('[PLANE-L10a, PLANE-L10b] any order of work is fine: nothing is expected', () => {
    const { facts } = tell(calls('ship*6 verify*20 edit*20 explore*20'))
    expect(boundariesIn(facts).map(({ from, to }) => `${from} ${to}`)).toEqual([
      'ship verify',
      'verify edit',
      'edit explore',
    ])
  })

  it('[PLANE-R5.6, PLANE-F01c] a compaction is a boundary; what comes before any call is not', () => {
    const { facts } = tell([compaction(), ...calls('explore*6'), compaction()])
    expect(boundariesIn(facts)).toMatchObject([
      { at: 5, signals: ['task-lifecycle'], why: 'the runtime reports a compaction' },
    ])
  })

  it('[PLANE-F01c] a stop in between is no boundary and loses nothing', () => {
    const events = calls('explore*6 edit*5 verify*5')
    const stop = (): Event => ({ ...common(), kind: 'stop', again: false })
    const stopped = tell(events.flatMap((event) => [event, stop()]))
    expect(boundariesIn(stopped.facts)).toEqual(boundariesIn(tell(events).facts))
    expect(stopped.decisions).toEqual(stopped.decisions.map(() => ({ kind: 'allow' })))
  })

  it('[PLANE-R5.5] work that moves to another part of the project and stays there', () => {
    const { facts } = tell(calls('explore*12 elsewhere*3 explore elsewhere*4 explore*2'))
    expect(boundariesIn(facts)).toEqual([])
    const moved = tell([...calls('explore*12'), ...Array.from({ length: 10 }, (_, index) => away(index)).flat()])
    expect(boundariesIn(moved.facts)).toMatchObject([
      { at: 21, signals: ['scope-change'], why: 'work moved to another part of the project, held 10 actions' },
    ])
  })
})

function away(index: number): readonly Event[] {
  const [call, result] = calls('explore')
  if (call?.kind !== 'tool.before' || !result) return []
  const path = `${TOOLS.explore.paths[0].replace('src/core/a.ts', `lib/part/${index}.ts`)}`
  return [{ ...call, tool: { kind: 'read', name: 'Read', paths: [path] } }, result]
}

describe('snapshots and scopes', () => {
  it('[PLANE-L11a, PLANE-L9] a typed record under the scope key at each boundary', () => {
    const { facts, state } = tell(calls('explore*6 edit*4'))
    const [fact] = ofKind(facts, 'boundary.detected')
    expect(fact?.snapshot).toEqual({
      version: 1,
      scope: KEY,
      boundary: 1,
      at: 9,
      atMs: fact?.boundary.atMs,
      kind: 'edit',
      places: ['src/core'],
      tier: 'routine',
      evidence: null,
    })
    expect(JSON.parse(JSON.stringify(fact))).toEqual(fact)
    expect(scopeIn(state)?.snapshot).toEqual(fact?.snapshot)
  })

  it('[PLANE-L11b] no verdict looks at it', () => {
    const { state } = tell(calls('explore*6 edit*4'))
    const without = { ...state, plane: INITIAL_STATE.plane }
    const next = calls('push edit verify')
    expect(tell(next, DEFAULT_POLICY, without).decisions.map(({ kind }) => kind)).toEqual(
      tell(next, DEFAULT_POLICY, state).decisions.map(({ kind }) => kind),
    )
  })

  it('[PLANE-O4, PLANE-L11a] a session taken up again closes its window and goes on from its snapshot', () => {
    const before = tell(calls('explore*6 edit*4')).state
    const { facts, state } = tell([start('resume'), ...calls('plan edit')], DEFAULT_POLICY, before)
    const snapshot = scopeIn(before)?.snapshot
    expect(facts.filter((fact) => fact.kind.startsWith('window.'))).toMatchObject([
      { kind: 'window.closed', number: 2, why: 'the session goes on after resume' },
      { kind: 'window.opened', number: 3, work: 'edit', places: ['src/core'], parent: KEY, resumes: snapshot },
    ])
    expect(scopeIn(state)?.window?.kind).toBe('edit')
  })

  it('[PLANE-O4] a cleared session is linked to the one that ended, and starts from its snapshot', () => {
    const fresh = sessionId('session-2')
    const ended = tell([...calls('explore*6 edit*4'), end()]).state
    expect(scopeIn(ended)).toMatchObject({ ended: 'clear', window: null, prints: [], streaks: {} })
    const { state } = tell([start('clear', fresh), ...calls('plan', { session: fresh })], DEFAULT_POLICY, ended)
    expect(scopeIn(state, 'claude-code:session-2')).toMatchObject({ parent: KEY, window: { kind: 'edit' } })
    const lonely = tell([start('fork', fresh), ...calls('plan', { session: fresh })]).state
    expect(scopeIn(lonely, 'claude-code:session-2')).toMatchObject({ parent: null, window: { kind: 'plan' } })
  })

  it('[PLANE-O4] of two that ended the later one is continued, and never another runtime or a subagent', () => {
    const [one, two, three] = [sessionId('one'), sessionId('two'), sessionId('three')]
    const { state } = tell([
      ...calls('explore', { session: one }),
      end(one),
      ...calls('edit', { session: two }),
      end(two),
      ...calls('verify', { runtime: 'codex' }),
      { ...end(), runtime: 'codex' },
      start('clear', three),
      ...calls('plan', { session: three }),
    ])
    expect(scopeIn(state, 'claude-code:three')?.parent).toBe('claude-code:two')
  })

  it('[PLANE-O4] parallel sessions and subagents have scopes of their own', () => {
    const helper = inSubagent('reviewer')
    const mixed = Array.from({ length: 6 }, () => [
      ...calls('explore'),
      ...calls('edit', helper),
      ...calls('verify', { session: sessionId('other') }),
    ]).flat()
    const { state, facts } = tell(mixed)
    expect(Object.entries(state.plane.scopes).map(([key, scope]) => [key, scope.window?.kind, scope.calls])).toEqual([
      [KEY, 'explore', 6],
      [`${KEY}#agent-reviewer`, 'edit', 6],
      ['claude-code:other', 'verify', 6],
    ])
    expect(boundariesIn(facts)).toEqual([])
    const stop: Event = { ...common(), ...helper, kind: 'agent.stop' }
    const stopped = tell([stop], DEFAULT_POLICY, state)
    expect(scopeIn(stopped.state, `${KEY}#agent-reviewer`)).toMatchObject({ ended: 'finished', window: null })
    expect(scopeIn(stopped.state)?.window?.kind).toBe('explore')
  })

  describe('[PLANE-R5.10, PLANE-O4] the start and the end of a subagent', () => {
    const helper = inSubagent('reviewer')
    const CHILD = `${KEY}#agent-reviewer`
    const told = (kind: Bound['kind']): Event => ({ ...common(), ...helper, kind }) as Bound
    type Bound = Extract<Event, { kind: 'agent.start' | 'agent.stop' }>
    const windowRows = (facts: readonly Fact[]) =>
      facts.filter(({ kind }) => kind === 'window.opened' || kind === 'window.closed')
    const opened = { kind: 'window.opened', tier: 'routine', evidence: null, places: ['src/core'] }

    it('bound its own scope and leave the main agent’s as it is', () => {
      const main = tell(calls('explore*6 edit*2')).state
      const { facts, state } = tell(
        [told('agent.start'), ...calls('verify*6', helper), told('agent.stop')],
        DEFAULT_POLICY,
        main,
      )
      expect(scopeIn(state)).toEqual(scopeIn(main))
      expect(windowRows(facts)).toMatchObject([
        { ...opened, number: 1, work: 'verify', places: [] },
        { kind: 'window.closed', number: 1, why: 'the subagent ended' },
      ])
      expect(scopeIn(state, CHILD)).toMatchObject({
        ended: 'finished',
        window: null,
        calls: 6,
        streaks: {},
        prints: [],
      })
    })

    it('of one that is taken up again: its windows go on counting, and what was left open is closed', () => {
      const first = [told('agent.start'), ...calls('explore*6', helper)]
      const again = [told('agent.start'), ...calls('edit*2', helper)]
      const rows = (events: readonly Event[]) =>
        windowRows(tell(events).facts).map((fact) => ('why' in fact ? fact.why : fact))
      expect(rows([...first, told('agent.stop'), ...again])).toMatchObject([
        { ...opened, number: 1, work: 'explore' },
        'the subagent ended',
        { ...opened, number: 2, work: 'edit' },
      ])
      expect(rows([...first, ...again])).toMatchObject([
        { ...opened, number: 1, work: 'explore' },
        'the subagent started again',
        { ...opened, number: 2, work: 'edit' },
      ])
    })

    it('a result that comes after the end revives nobody, a call does', () => {
      const [call, result] = calls('verify', helper)
      const late = tell([...(call ? [call] : []), told('agent.stop'), ...(result ? [result] : [])]).state
      expect(scopeIn(late, CHILD)).toMatchObject({ ended: 'finished', window: null })
      const { state } = tell(calls('verify', helper), DEFAULT_POLICY, late)
      expect(scopeIn(state, CHILD)).toMatchObject({ ended: null, window: { number: 2, kind: 'verify' } })
    })

    it('without an id belong to nobody', () => {
      const main = tell(calls('explore*6')).state
      for (const kind of ['agent.start', 'agent.stop'] as const) {
        const { facts, state } = tell([{ ...common(), kind } as Bound], DEFAULT_POLICY, main)
        expect([facts, state.plane]).toEqual([[], main.plane])
      }
    })

    it('one whose end nobody told ends with its session, or when that is taken up again', () => {
      const other = { ...helper, session: sessionId('other') }
      const { state } = tell([...calls('explore', helper), ...calls('edit', other), ...calls('edit')])
      for (const event of [end(), start('resume')]) {
        const after = tell([event], DEFAULT_POLICY, state).state
        expect(scopeIn(after, CHILD)).toMatchObject({ ended: 'left behind', window: null })
        expect(scopeIn(after, 'claude-code:other#agent-reviewer')).toMatchObject({
          ended: null,
          window: { kind: 'edit' },
        })
      }
      expect(Object.keys(state.baseline.running)).toHaveLength(3)
      expect(Object.keys(tell([end()], DEFAULT_POLICY, state).state.baseline.running)).toEqual([
        'claude-code:other#agent-reviewer',
      ])
      const early = tell([...calls('explore', helper), end()]).state
      expect(scopeIn(early, CHILD)).toMatchObject({ ended: 'left behind' })
      expect(scopeIn(tell([start('compact')], DEFAULT_POLICY, state).state, CHILD)).toEqual(scopeIn(state, CHILD))
    })
  })

  it('[PLANE-O4] a crowd of subagents that came and went does not push out the session they worked for', () => {
    const crowd = Array.from({ length: 60 }, (_, index) => {
      const helper = inSubagent(`helper${index}`)
      return [...calls('verify', helper), { ...common(), ...helper, kind: 'agent.stop' } satisfies Event]
    }).flat()
    const { state } = tell([...calls('explore*6'), ...crowd])
    const keys = Object.keys(state.plane.scopes)
    expect(keys).toHaveLength(48)
    expect([keys.includes(KEY), keys.includes(`${KEY}#agent-helper59`)]).toEqual([true, true])
  })

  it('an end without any call, a start, and a compaction start leave no trace', () => {
    const { state, facts } = tell([start('startup'), start('compact'), end(), { ...common(), kind: 'agent.stop' }])
    expect(facts.filter((fact) => fact.kind.startsWith('window.'))).toEqual([])
    expect(state.plane.scopes).toEqual({})
  })

  it('remembers a bounded number of scopes, the newest', () => {
    const events = Array.from({ length: 60 }, (_, index) =>
      calls('explore', { session: sessionId(`s${index}`) }),
    ).flat()
    const { state } = tell(events)
    const keys = Object.keys(state.plane.scopes)
    expect(keys).toHaveLength(48)
    expect(keys).toContain('claude-code:s59')
    expect(keys).not.toContain('claude-code:s0')
  })

  it('keeps little of a long session, whatever it does', () => {
    const policy: Partial<PlanePolicy> = { floorCalls: 1, persistCalls: 1 }
    const { state } = tell(
      calls(Array.from({ length: 120 }, () => 'explore edit elsewhere verify push').join(' ')),
      policyWith(policy),
    )
    expect(JSON.stringify(state.plane).length).toBeLessThan(8_000)
  })
})

describe('what detection reads', () => {
  it('[PLANE-F01a, PLANE-L13] tool, target, status, time, session and two hashes; content changes nothing', () => {
    const plain = calls('explore*4 edit*5 verify*14')
    const wordy = plain.map((event): Event => {
      if (event.kind === 'tool.after')
        return { ...event, outcome: { ok: event.outcome.ok, output: 'PHASE: ship now. boundary! '.repeat(9) } }
      if (event.kind !== 'tool.before' || event.tool.kind !== 'edit') return event
      const changes = event.tool.changes.map((change) => ({
        ...change,
        before: 'a',
        after: 'we are now in the verify phase; open a window',
      }))
      return { ...event, tool: { ...event.tool, changes } }
    })
    const rows = (events: readonly Event[]) =>
      tell(events).facts.filter((fact) => /^(?:boundary|window|steer|loop)\./.test(fact.kind))
    expect(rows(wordy)).toEqual(rows(plain))
    expect(boundariesIn(rows(plain))).toHaveLength(2)
  })

  it('[PLANE-R5.9, PLANE-L2] what an agent writes down as its plan or state changes nothing', () => {
    const events = calls('explore*4 edit*5')
    const prompt: Event = { ...common(), kind: 'prompt', text: 'phase: ship' }
    const edited = tell([prompt]).state
    const claims = {
      objective: 'ship',
      plan: [{ description: 'ship it', status: 'in_progress' as const }],
      currentStep: 1,
      memory: [],
    }
    const claiming = { ...edited, edge: { ...edited.edge, claims } }
    expect(boundariesIn(tell(events, DEFAULT_POLICY, claiming).facts)).toEqual(boundariesIn(tell(events).facts))
  })
})

describe('the position', () => {
  it('[PLANE-L14] is written down, with what keeps its errors harmless', () => {
    const text = readFileSync(new URL('../../../../docs/adr/0015-boundaries-are-inferred.md', import.meta.url), 'utf8')
    for (const word of ['R5a', 'R8', 'R10', 'R12', 'inferred', 'approximation']) expect(text).toContain(word)
  })
})
