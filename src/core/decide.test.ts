import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { besidePlane } from '../../test/support/beside-plane.ts'
import { EDGE_POLICY as DEFAULT_POLICY } from '../../test/support/edge-policy.ts'
import { AROUND, after, before, common, inSubagent, recorded, SESSION, shell } from '../../test/support/events.ts'
import { play } from '../../test/support/history.ts'
import { decide, exhibitNeedsOf } from './decide.ts'
import { evolve } from './evolve.ts'
import type { Event, EventOf, Proof } from './model/event.ts'
import type { Fact } from './model/fact.ts'
import { agentId, callId, type Fingerprint, sessionId } from './model/ids.ts'
import { INITIAL_STATE, OPERATOR_MODES, type SessionState, type State } from './model/state.ts'

const human: Proof = { kind: 'human', door: 'cli' }

function person(verb: EventOf<'edge'>['verb'], over: Partial<EventOf<'edge'>> = {}): EventOf<'edge'> {
  return { ...common(), runtime: 'fairlead', session: sessionId('terminal'), kind: 'edge', verb, proof: human, ...over }
}

const kinds = (events: readonly Event[], state?: State) =>
  play(events, state).decisions.map((decision) => decision.kind)

describe('order of judgement', () => {
  it('[EDGE-36, EDGE-38] refuses a catastrophe in every mode, whatever the policy', () => {
    for (const mode of OPERATOR_MODES) {
      const state = { ...INITIAL_STATE, edge: { ...INITIAL_STATE.edge, mode } }
      for (const level of ['observe', 'steer', 'gate'] as const) {
        const { decision } = decide(state, shell('rm -rf /'), {
          ...DEFAULT_POLICY,
          edge: { ...DEFAULT_POLICY.edge, level },
        })
        expect(decision).toMatchObject({
          kind: 'block',
          reasons: [{ ruleId: 'EDGE-38', text: 'This command is blocked for safety.' }, { text: expect.any(String) }],
        })
      }
    }
  })

  it('[EDGE-31, EDGE-33, EDGE-45] lets routine work pass in silence, in every mode', () => {
    const routine: readonly Event[] = [
      before({ kind: 'read', name: 'Read', paths: ['/home/dev/project/a.ts'] }),
      before({ kind: 'read', name: 'Grep', paths: ['/home/dev/project'], pattern: 'rm -rf /' }),
      shell('npm test'),
      shell('git status && ls -la'),
    ]
    for (const mode of OPERATOR_MODES) {
      const state = { ...INITIAL_STATE, edge: { ...INITIAL_STATE.edge, mode } }
      expect(play(routine, state).decisions).toEqual(routine.map(() => ({ kind: 'allow' })))
    }
  })

  it('does not assess a call again that was assessed while its exhibit was gathered, unless session or policy differ', () => {
    const { assessed, needs } = exhibitNeedsOf(INITIAL_STATE, shell('git push'), DEFAULT_POLICY)
    expect([assessed.assessment.tier, needs === undefined]).toEqual(['junction', false])
    const routine = exhibitNeedsOf(INITIAL_STATE, shell('ls'), DEFAULT_POLICY)
    expect([routine.assessed.assessment.tier, routine.needs]).toEqual(['routine', undefined])
    const push = shell('git push', { around: { ...AROUND, assessed: routine.assessed } })
    const started = play([shell('ls')]).state
    expect([
      decide(INITIAL_STATE, push, DEFAULT_POLICY).decision.kind,
      decide(INITIAL_STATE, push, { ...DEFAULT_POLICY }).decision.kind,
      decide(started, push, DEFAULT_POLICY).decision.kind,
    ]).toEqual(['allow', 'hold', 'hold'])
  })

  it('[EDGE-35, EDGE-43, EDGE-46] holds git push in every mode with the text of the specification', () => {
    for (const mode of OPERATOR_MODES) {
      const state = { ...INITIAL_STATE, edge: { ...INITIAL_STATE.edge, mode } }
      const { decision, facts } = decide(state, shell('git push'), DEFAULT_POLICY)
      expect(decision).toMatchObject({
        kind: 'hold',
        number: 1,
        reasons: [
          { ruleId: 'EDGE-43', text: expect.stringMatching(/^Junction required: /) },
          { ruleId: 'git.push', text: expect.stringMatching(/^safer: /) },
          { ruleId: 'EDGE-51', text: expect.stringContaining('`fairlead edge approve 1`') },
        ],
      })
      expect(besidePlane(facts)).toMatchObject([
        { kind: 'call.judged' },
        { kind: 'junction.opened', junction: { type: 'irreversible' } },
      ])
    }
  })

  it('[EDGE-37] asks in one order, lists every reason in it, and keeps the facts of the first refusal alone', () => {
    const parts = ['rm -rf /', 'echo "{}" > /home/dev/.claude/settings.json', 'git push', 'touch a']
    const policyOf = (required: boolean) => ({ ...DEFAULT_POLICY, anchor: { ...DEFAULT_POLICY.anchor, required } })
    const judged = (from: number, required: boolean) => {
      const { decision, facts } = decide(INITIAL_STATE, shell(parts.slice(from).join('; ')), policyOf(required))
      const ids = 'reasons' in decision ? decision.reasons.map(({ ruleId }) => ruleId) : []
      return { ids, facts: besidePlane(facts).map(({ kind }) => kind) }
    }
    const [catastrophe, own, anchor, junction] = ['EDGE-38', 'self.own-files', 'ANCHOR-43', 'EDGE-43']
    const nothing = ['call.judged']
    expect([0, 1, 2, 3].map((from) => judged(from, true))).toEqual([
      { ids: [catastrophe, 'filesystem.delete-vital', own, anchor, junction], facts: nothing },
      { ids: [own, anchor, junction], facts: nothing },
      { ids: [anchor, junction], facts: nothing },
      { ids: [anchor], facts: nothing },
    ])
    expect([2, 3].map((from) => judged(from, false))).toEqual([
      { ids: [junction, 'git.push', 'EDGE-51'], facts: ['call.judged', 'junction.opened'] },
      { ids: [], facts: nothing },
    ])
  })

  it('[EDGE-37] the warning of the mode comes last: what is held carries none, what passes does', () => {
    const active = { ...INITIAL_STATE, edge: { ...INITIAL_STATE.edge, mode: 'active' as const } }
    const edit = before({ kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path: '/home/dev/project/a.ts' }] })
    const told = (event: EventOf<'tool.before'>) => {
      const { decision, facts } = decide(active, event, DEFAULT_POLICY)
      const steer = 'steer' in decision ? decision.steer : undefined
      return [
        decision.kind,
        steer?.includes('No plan exists') ?? false,
        facts.some(({ kind }) => kind === 'session.told'),
      ]
    }
    expect([told(shell('git push')), told(edit)]).toEqual([
      ['hold', false, false],
      ['allow', true, true],
    ])
  })

  it('refuses an agent that reaches for the gate itself, and opens no door', () => {
    const edit = { op: 'write', path: '/home/dev/.claude/settings.json', after: '{}' } as const
    const { decision, facts } = decide(
      INITIAL_STATE,
      before({ kind: 'edit', name: 'Write', changes: [edit] }),
      DEFAULT_POLICY,
    )
    expect(decision.kind).toBe('block')
    expect(besidePlane(facts).map((fact) => fact.kind)).toEqual(['call.judged'])
  })

  it('only observes junctions when the policy says so', () => {
    const { decision, facts } = decide(INITIAL_STATE, shell('git push'), {
      ...DEFAULT_POLICY,
      edge: { ...DEFAULT_POLICY.edge, level: 'observe' },
    })
    expect(decision).toEqual({ kind: 'allow' })
    expect(besidePlane(facts)).toMatchObject([{ kind: 'call.judged', tier: 'junction', outcome: 'allow' }])
  })
})

describe('a person approves', () => {
  it('[EDGE-39, EDGE-40, EDGE-60] an approved command passes once, the second try is held again', () => {
    const push = shell('git push')
    const played = play([push, person('approve'), shell('git push'), shell('git push')])
    expect(played.decisions.map((decision) => decision.kind)).toEqual(['hold', 'allow', 'allow', 'hold'])
    expect(played.facts[2]?.map((fact) => fact.kind)).toEqual(['call.judged', 'allowance.reserved'])
    expect(played.decisions[3]).toMatchObject({ number: 2 })
  })

  it('[EDGE-40] holds anything that is not exactly the approved action', () => {
    const others: readonly Event[] = [
      shell('git push --force'),
      shell('git push origin main'),
      shell('git push', { cwd: '/home/dev/elsewhere', around: { ...AROUND, cwd: '/home/dev/elsewhere' } }),
      shell('git push', { session: sessionId('session-2') }),
      shell('git push', inSubagent('explorer')),
    ]
    for (const other of others)
      expect(kinds([shell('git push'), person('approve'), other])).toEqual(['hold', 'allow', 'hold'])
  })

  it('lets the main agent, or a subagent of the same type, spend what a subagent was held for', () => {
    const held = shell('git push', inSubagent('worker'))
    expect(kinds([held, person('approve'), shell('git push')])).toEqual(['hold', 'allow', 'allow'])
    expect(kinds([held, person('approve'), shell('git push', inSubagent('worker'))])).toEqual([
      'hold',
      'allow',
      'allow',
    ])
    expect(kinds([held, person('approve'), shell('git push', inSubagent('other'))])).toEqual(['hold', 'allow', 'hold'])
  })

  it('commits the allowance when the result arrives, and keeps it taken when the runtime says it refused the call', () => {
    const retry = shell('git push')
    const start = play([shell('git push'), person('approve'), retry]).state
    const refusal: Event = { ...common(), kind: 'tool.refused', call: retry.call, tool: retry.tool, reason: 'no' }
    const observed = play([after(retry)], start).facts[0]?.map((fact) => fact.kind)
    expect(observed).toEqual(['call.observed', 'allowance.committed'])
    expect(kinds([after(retry), shell('git push')], start)).toEqual(['allow', 'hold'])
    expect(play([refusal], start).facts).toEqual([
      [{ kind: 'call.refused', call: retry.call, tool: 'Bash', reason: 'no' }],
    ])
    expect(kinds([refusal, shell('git push')], start)).toEqual(['allow', 'hold'])
  })

  it('a call that is refused for another reason spends nothing', () => {
    const both = shell('git push; rm -rf /')
    const start = play([shell('git push'), person('approve')]).state
    expect(play([both], start).facts[0]?.map((fact) => fact.kind)).toEqual(['call.judged'])
    expect(kinds([both, shell('git push')], start)).toEqual(['block', 'allow'])
  })

  it('[EDGE-15] keeps one junction; further holds queue, identical ones merge, the next moves up', () => {
    const played = play([shell('git push'), shell('git push'), shell('npm publish')])
    expect(played.decisions).toMatchObject([{ number: 1 }, { number: 1 }, { number: 2 }])
    expect(played.state.edge.holds.map((hold) => hold.number)).toEqual([1, 2])
    const later = play([person('skip', { hold: 1 })], played.state).state.edge
    expect(later.holds.map((hold) => hold.number)).toEqual([2])
  })

  it('means this session’s oldest hold without a number, the project’s oldest outside any session', () => {
    const other = sessionId('session-2')
    const state = play([shell('git push'), shell('npm publish', { session: other })]).state
    const numberOf = (event: Event) => JSON.stringify(play([event], state).decisions[0]).match(/#(\d)/)?.[1]
    expect(numberOf(person('approve'))).toBe('1')
    expect(numberOf(person('approve', { session: other }))).toBe('2')
    expect(numberOf(person('approve', { hold: 2 }))).toBe('2')
    const idle = play([shell('ls', { session: sessionId('session-3') })], state).state
    const none = play([person('approve', { session: sessionId('session-3') })], idle).decisions[0]
    expect(none).toMatchObject({ kind: 'answer', text: expect.stringContaining('nothing is waiting for you') })
  })

  it('tells what waits when the number is wrong or only the status is asked', () => {
    const state = play([shell('git push')]).state
    expect(play([person('approve', { hold: 9 })], state).decisions[0]).toMatchObject({
      kind: 'answer',
      text: expect.stringMatching(/^there's no hold #9; operator mode plan, #1 /),
    })
    expect(play([person('status')]).decisions[0]).toEqual({ kind: 'answer', text: 'operator mode plan, no holds' })
  })

  it('grants nothing to an act that no person is proven to have done, and records it', () => {
    const proof: Proof = { kind: 'unproven', why: 'there is no terminal', instead: 'use one' }
    const state = play([shell('git push')]).state
    const played = play([person('approve', { proof }), person('dismiss', { proof, hold: 1 }), shell('git push')], state)
    expect(played.decisions.map((decision) => decision.kind)).toEqual(['answer', 'answer', 'hold'])
    expect(played.facts.slice(0, 2)).toEqual([
      [{ kind: 'approval.refused', verb: 'approve', why: 'there is no terminal' }],
      [{ kind: 'approval.refused', verb: 'dismiss', why: 'there is no terminal', hold: 1 }],
    ])
  })

  it('[EDGE-41, EDGE-42, EDGE-61] a dismissal lets its whole class pass until it expires', () => {
    const dismissed = play([shell('git push origin main'), person('dismiss', { minutes: 1 })])
    const late = shell('git push origin main', { atMs: dismissed.state.edge.dismissals[0]?.expiresAtMs ?? 0 })
    expect(kinds([shell('git push origin dev'), shell('git push origin dev'), late], dismissed.state)).toEqual([
      'allow',
      'allow',
      'hold',
    ])
    expect(play([shell('git push origin dev')], dismissed.state).state.edge).toMatchObject({
      holds: [],
      dismissals: dismissed.state.edge.dismissals,
    })
  })

  it('[EDGE-53, EDGE-54] a dismissal lasts an hour, or as many minutes as were said', () => {
    const lasts = (minutes?: number) => {
      const said = person('dismiss', minutes === undefined ? {} : { minutes })
      const [one] = play([shell('git push'), said]).state.edge.dismissals
      return ((one?.expiresAtMs ?? 0) - (one?.dismissedAtMs ?? 0)) / 60_000
    }
    expect([lasts(), lasts(120)]).toEqual([60, 120])
  })

  it('[EDGE-52] a skip refuses without a new hold, in its own session', () => {
    const skipped = play([
      shell('git push'),
      person('skip'),
      shell('git push'),
      shell('git push', { session: sessionId('s2') }),
    ])
    expect(skipped.decisions.map((decision) => decision.kind)).toEqual(['hold', 'allow', 'block', 'hold'])
  })

  it('lets a recursive delete that is not provably regenerable pass once, and keeps refusing the rest', () => {
    const remove = 'rm -rf important-data'
    expect(kinds([shell(remove), person('approve', { hold: 1 }), shell(remove), shell(remove)])).toEqual([
      'block',
      'allow',
      'allow',
      'block',
    ])
    expect(kinds([shell(remove), shell(remove)])).toEqual(['block', 'block'])
    expect(play([shell('rm -rf /'), person('approve')]).decisions[1]).toMatchObject({ kind: 'answer' })
  })
})

describe('everything else that happens', () => {
  const other: readonly Event[] = [
    { ...common(), kind: 'prompt', text: 'password=hunter2hunter2' },
    { ...common(), kind: 'command', name: 'review', args: '', source: 'user' },
    { ...common(), kind: 'permission.request', tool: { kind: 'other', name: 'X', input: null } },
    { ...common(), kind: 'compact.before', trigger: 'auto' },
    { ...common(), kind: 'compact.after', trigger: 'manual' },
    { ...common(), kind: 'agent.start', agent: { id: agentId('a'), type: 'explorer' } },
    { ...common(), kind: 'agent.stop', agent: { id: agentId('a'), type: 'explorer' } },
    { ...common(), kind: 'agent.start' },
    { ...common(), kind: 'agent.stop' },
    { ...common(), kind: 'other', name: 'Notification' },
    { ...common(), kind: 'config.change', source: 'skills', path: '/home/dev/project/x' },
  ]

  it('is noted and never stopped', () => {
    const played = play(other)
    expect(played.decisions.every((decision) => decision.kind === 'allow')).toBe(true)
    expect(played.facts.map((facts) => facts.map((fact) => fact.kind))).toEqual([
      ['prompt.received'],
      ['doorway.noticed'],
      ['permission.asked'],
      ['context.compacted'],
      ['context.compacted'],
      ['agent.started'],
      ['agent.stopped'],
      [],
      [],
      ['doorway.noticed'],
      ['config.changed'],
    ])
    expect(played.facts[0]).toEqual([{ kind: 'prompt.received', preview: 'password=[redacted:assigned]' }])
  })

  it('answers `/edge` at once with what waits and where to approve, without a model call', () => {
    const edge: Event = { ...common(), kind: 'command', name: 'edge', args: 'approve 1', source: 'userSettings' }
    expect(play([shell('git push'), edge]).decisions[1]).toMatchObject({
      kind: 'answer',
      text: expect.stringMatching(/#1 .*`fairlead edge approve 1`/),
    })
  })

  it('[EDGE-118] keeps the settings of a running session when the file that holds the hooks changes', () => {
    const change: Event = {
      ...common(),
      kind: 'config.change',
      source: 'user_settings',
      path: '/home/dev/.claude/settings.json',
    }
    const { decision, facts } = decide(INITIAL_STATE, change, DEFAULT_POLICY)
    expect(decision).toMatchObject({ kind: 'block', reasons: [{ ruleId: 'EDGE-118' }] })
    expect(facts).toMatchObject([{ kind: 'config.changed', refused: true }])
  })

  it('[EDGE-88] never blocks a stop', () => {
    const states = [INITIAL_STATE, play([shell('git push'), shell('rm -rf /')]).state]
    for (const state of states)
      for (const mode of OPERATOR_MODES) {
        const stop: Event = { ...common(), kind: 'stop', again: true }
        const archived = { ...state.edge.work, archivedCalls: state.edge.work.calls }
        expect(decide({ ...state, edge: { ...state.edge, mode, work: archived } }, stop, DEFAULT_POLICY)).toEqual({
          decision: { kind: 'allow' },
          facts: [{ kind: 'session.stopped' }],
          effects: [],
        })
      }
  })

  it('[EDGE-91] a session start tells the person what waits; its end lets its own holds lapse', () => {
    const start: Event = {
      ...common(),
      kind: 'session.start',
      source: 'resume',
      around: { ...AROUND, stateHash: 'abc' },
    }
    const bare: Event = { ...common(), kind: 'session.start', source: 'startup' }
    const end: Event = { ...common(), kind: 'session.end', reason: 'other' }
    const held = play([shell('git push'), shell('npm publish', { session: sessionId('s2') })]).state
    expect(play([bare]).decisions).toEqual([{ kind: 'allow', steer: 'fairlead: operator mode plan' }])
    expect(play([start], held).decisions[0]).toMatchObject({ kind: 'allow', notice: expect.stringContaining('#1') })
    const ended = play([end], held)
    expect(besidePlane(ended.facts[0]).map((fact) => fact.kind)).toEqual(['junction.lapsed', 'session.ended'])
    expect(ended.state.edge.holds[0]?.number).toBe(2)
  })

  it('remembers what a session wrote and was refused, bounded', () => {
    const write = before({
      kind: 'edit',
      name: 'Write',
      changes: [{ op: 'write', path: '/home/dev/project/x.sh', after: 'rm -rf /' }],
    })
    const { state } = play([write, after(write), after(write), shell('git push')])
    expect(state.sessions[SESSION]?.memory.written).toEqual([{ path: '/home/dev/project/x.sh', text: 'rm -rf /' }])
    expect(state.sessions[SESSION]?.memory.blocked).toHaveLength(1)
    expect(state.sessions[SESSION]?.observed).toMatchObject({
      filesModified: ['/home/dev/project/x.sh'],
      toolsUsed: { Write: 2 },
    })
    const many = Array.from({ length: 70 }, (_, index) => shell('ls', { session: sessionId(`s${index}`) }))
    expect(Object.keys(play(many).state.sessions)).toHaveLength(64)
  })

  it('is not confused by names that every object inherits', () => {
    const odd = ['__proto__', 'constructor', 'toString'].flatMap((name) => {
      const call = shell('ls', {
        session: sessionId(name),
        call: callId(name),
        tool: { kind: 'other', name, input: {} },
      })
      return [call, after(call, { session: sessionId(name) })]
    })
    const seen = Object.values<SessionState>(play(odd).state.sessions).map(({ observed }) => observed.toolsUsed)
    expect(seen.flatMap((counts) => Object.values(counts))).toEqual([1, 1, 1])
  })
})

describe('corners', () => {
  const fold = (state: State, fact: Fact) => evolve(state, recorded(common() as Event, fact))

  it('has no kind of event without an answer', () => {
    expect(() => decide(INITIAL_STATE, { ...common(), kind: 'new' } as never, DEFAULT_POLICY)).toThrow('unreachable')
    const report = { ...common(), kind: 'report', report: { of: 'new' } } as never
    expect(() => decide(INITIAL_STATE, report, DEFAULT_POLICY)).toThrow('unreachable')
  })

  it('skipping for a session that is forgotten by now closes the hold all the same', () => {
    const { state } = play([shell('git push')])
    expect(play([person('skip')], { ...state, sessions: {} }).state).toMatchObject({
      edge: { holds: [] },
      sessions: {},
    })
  })

  it('drops a rejected grant of either sort and keeps the others', () => {
    const approved = play([
      shell('git push'),
      shell('npm publish'),
      person('approve', { hold: 1 }),
      person('dismiss'),
    ]).state
    const ids = [approved.edge.allowances[0]?.id ?? '', approved.edge.dismissals[0]?.id ?? '', 'other']
    const left = ids.map((grant) => fold(approved, { kind: 'grant.rejected', grant, why: 'forged' }).edge)
    expect(left.map(({ allowances, dismissals }) => [allowances.length, dismissals.length])).toEqual([
      [0, 1],
      [1, 0],
      [1, 1],
    ])
  })

  it('a dismissal without an end never counts', () => {
    const { state } = play([shell('git push')])
    const fingerprint = state.edge.holds[0]?.kindPrint as Fingerprint
    const grant = { id: 'g', number: 1, fingerprint, session: SESSION, grantedAtMs: 5, door: 'cli' } as never
    const dismissed = fold(state, { kind: 'junction.dismissed', grant, signature: '' })
    expect(play([shell('git push')], dismissed).decisions).toMatchObject([{ kind: 'hold' }])
  })

  it('a new session starts without what was used up or has expired, and keeps what is still running', () => {
    const running = shell('git push', { call: callId('running') })
    const spent = play([shell('git push'), person('approve'), running]).state
    const start: Event = { ...common(), kind: 'session.start', source: 'startup' }
    const allowances = (events: readonly Event[]) => play(events, spent).state.edge.allowances.length
    expect([allowances([start]), allowances([after(running), start])]).toEqual([1, 0])
    const end: Event = { ...common(), kind: 'session.end', reason: 'other' }
    expect([allowances([end]), allowances([{ ...end, session: sessionId('else') }])]).toEqual([0, 1])
    const dismissed = play([shell('git push'), person('dismiss', { minutes: 1 })]).state
    const later: Event = { ...start, atMs: dismissed.edge.dismissals[0]?.expiresAtMs ?? 0 }
    const left = [start, later].map((event) => play([event], dismissed).state.edge.dismissals.length)
    expect(left).toEqual([1, 0])
  })

  it('folds an allowance that came back', () => {
    const spent = play([shell('git push'), person('approve'), shell('git push', { call: callId('c') })]).state
    const allowance = spent.edge.allowances[0]?.id ?? ''
    const { edge } = fold(spent, { kind: 'allowance.released', allowance, call: callId('c'), why: 'it never ran' })
    expect(edge.allowances).toMatchObject([{ use: { kind: 'open' } }])
  })

  it('folds the mode and the claims that came from outside', () => {
    const claims = { objective: 'ship', plan: [], currentStep: 2, memory: [] }
    const facts: readonly Fact[] = [
      { kind: 'mode.changed', to: 'active', by: 'cli' },
      { kind: 'state.edited', claims },
    ]
    expect(facts.reduce(fold, INITIAL_STATE).edge).toMatchObject({ mode: 'active', claims })
  })
})

describe('properties', () => {
  const commands = ['ls', 'git push', 'git push --force', 'npm publish', 'rm -rf /', 'rm -rf data', 'git reset --hard']
  const step: fc.Arbitrary<Event> = fc.oneof(
    fc.constantFrom(...commands).map((command) => shell(command)),
    fc.constantFrom('approve', 'skip', 'dismiss').map((verb) => person(verb as 'approve')),
    fc.constant(0).map((): Event => ({ ...common(), kind: 'stop', again: false })),
    fc.constant(0).map((): Event => ({ ...common(), kind: 'session.end', reason: 'other' })),
    fc.constantFrom(...commands).map((command): Event => after(shell(command))),
  )
  const history = fc.array(step, { maxLength: 30 })

  it('deciding is deterministic, survives JSON, and replaying the facts gives the state', () => {
    fc.assert(
      fc.property(history, (events) => {
        const once = play(events)
        expect(play(events)).toEqual(once)
        expect(JSON.parse(JSON.stringify(once.state))).toEqual(once.state)
        const folded = once.facts
          .flatMap((facts, index) => facts.map((fact) => recorded(events[index] as Event, fact)))
          .reduce(evolve, INITIAL_STATE)
        expect(folded).toEqual(once.state)
      }),
    )
  })

  it('[EDGE-15] numbers rise, a refusal spends nothing, one approval lets at most one call pass', () => {
    fc.assert(
      fc.property(history, (events) => {
        const { facts, state, decisions } = play(events)
        const all = facts.flat()
        const numbers = all.flatMap((fact) => (fact.kind === 'junction.opened' ? [fact.junction.number] : []))
        expect(numbers).toEqual(numbers.map((_, index) => index + 1))
        expect(state.edge.holds.map(({ number }) => number)).toEqual(
          numbers.filter((one) => state.edge.holds.some(({ number }) => number === one)),
        )
        facts.forEach((group, index) => {
          const spent = group.filter((fact) => fact.kind === 'allowance.reserved').length
          if (decisions[index]?.kind !== 'allow') expect(spent).toBe(0)
        })
        const reserved = all.flatMap((fact) => (fact.kind === 'allowance.reserved' ? [fact.allowance] : []))
        expect(new Set(reserved).size).toBe(reserved.length)
      }),
    )
  })
})

const begun = { ...common(), kind: 'session.start', source: 'startup' } as const
const noticeOf = (problems: readonly string[]) => {
  const { decision } = decide(INITIAL_STATE, begun, { ...DEFAULT_POLICY, problems })
  return 'notice' in decision ? decision.notice : undefined
}

describe('[PLANE-O2] a policy that its person has not confirmed', () => {
  const unconfirmed = { file: 'a'.repeat(64), looser: ['edge.level'], tighter: ['filesystem.rm_rf'] }
  const changed = (facts: readonly Fact[]) => facts.filter(({ kind }) => kind === 'policy.changed')

  it('is on record once, whichever event comes first, and again when it is as they confirmed it', () => {
    const policy = { ...DEFAULT_POLICY, unconfirmed }
    const first = play([shell('ls'), shell('ls'), begun], INITIAL_STATE, policy)
    expect(changed(first.facts.flat())).toEqual([{ kind: 'policy.changed', ...unconfirmed }])
    const then = play([shell('ls'), shell('ls')], first.state, DEFAULT_POLICY)
    expect(changed(then.facts.flat())).toEqual([{ kind: 'policy.changed', file: '', looser: [], tighter: [] }])
  })

  it.each<[readonly string[], string]>([
    [['edge.level'], 'edge.level'],
    [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more'],
  ])('is told at every start: %j', (looser, names) => {
    const policy = { ...DEFAULT_POLICY, unconfirmed: { ...unconfirmed, looser } }
    const text = `fairlead: your policy file changed and would loosen ${names}; this doesn't count until you run \`fairlead config confirm\``
    const { decisions } = play([begun, begun], INITIAL_STATE, policy)
    expect(decisions.map((one) => ('notice' in one ? one.notice : ''))).toEqual([text, text])
  })

  it('needs no word where it only tightens', () => {
    const policy = { ...DEFAULT_POLICY, unconfirmed: { ...unconfirmed, looser: [] } }
    expect(play([begun], INITIAL_STATE, policy).decisions[0]).not.toHaveProperty('notice')
  })
})

it('[PLANE-O3] problems of the policy files are told when a session starts', () => {
  expect(noticeOf([])).toBeUndefined()
  expect(noticeOf(['a.yaml:3: no'])).toBe(
    'fairlead: problem in the policy: a.yaml:3: no; run `fairlead config check` to see everything',
  )
  expect(noticeOf(['a.yaml:3: no', 'x', 'y'])).toContain('a.yaml:3: no and 2 more; ')
  const { decision } = decide(INITIAL_STATE, shell('ls'), { ...DEFAULT_POLICY, problems: ['x'] })
  expect(decision).toEqual({ kind: 'allow' })
})
