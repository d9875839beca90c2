import { describe, expect, it } from 'vitest'
import { besidePlane } from '../../../../test/support/beside-plane.ts'
import { EDGE_POLICY as DEFAULT_POLICY } from '../../../../test/support/edge-policy.ts'
import { AROUND, after, before, common, SESSION, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { edit, person, planOf, start, withEdge } from '../../../../test/support/people.ts'
import { decide } from '../../decide.ts'
import type { Event, EventOf, StartSource } from '../../model/event.ts'
import { sessionId } from '../../model/ids.ts'
import { INITIAL_STATE, NO_OBSERVATIONS, OPERATOR_MODES, type State } from '../../model/state.ts'

const NEXT = sessionId('session-2')
const observe = (call: EventOf<'tool.before'>, ok = true): Event => after(call, { outcome: { ok, output: '' } })
const edits = (count: number) =>
  Array.from({ length: count }, (_, index) => observe(before(edit(`/home/dev/project/${index}.ts`))))
const tests = (ok = true) => observe(shell('npm test'), ok)
const prompt = (text: string): Event => ({ ...common(), kind: 'prompt', text })
const modeAfter = (events: readonly Event[], state?: State, policy = DEFAULT_POLICY) =>
  play(events, state, policy).state.edge.mode

describe('the inferred operator mode', () => {
  it('[EDGE-16, EDGE-93, EDGE-120] begins with `plan`, becomes `active` with lasting edits and `review` when they are verified', () => {
    const asked = prompt('  \nfix the parser\nand more')
    expect(modeAfter([start()])).toBe('plan')
    expect(modeAfter([asked, ...edits(2)])).toBe('plan')
    const active = play([asked, ...edits(3)])
    expect(active.state.edge).toMatchObject({
      mode: 'active',
      pinned: false,
      claims: { objective: 'fix the parser' },
      objectiveInferred: true,
    })
    expect(active.facts.at(-1)).toMatchObject([
      { kind: 'call.observed' },
      { kind: 'objective.set', objective: 'fix the parser', by: 'inferred' },
      { kind: 'mode.changed', to: 'active', by: 'inferred' },
    ])
    expect(modeAfter([tests(false)], active.state)).toBe('active')
    const review = play([tests()], active.state).state
    expect(review.edge.mode).toBe('review')
    expect(modeAfter([...edits(2), tests(), ...edits(2)], review)).toBe('review')
    expect(modeAfter(edits(3), review)).toBe('active')
    expect(modeAfter([...edits(9), tests(), tests()], review)).toBe('review')
  })

  it('[EDGE-120] is not inferred once pinned, in `done`, without an objective, from failures, or where the policy says so', () => {
    const asked = prompt('fix it')
    expect(modeAfter([asked, ...edits(5)], withEdge(INITIAL_STATE, { pinned: true }))).toBe('plan')
    expect(modeAfter([asked, ...edits(5)], withEdge(INITIAL_STATE, { mode: 'done' }))).toBe('done')
    expect(modeAfter(edits(5))).toBe('plan')
    expect(modeAfter([prompt('/edge status'), ...edits(5)])).toBe('plan')
    expect(modeAfter([prompt(''), ...edits(5)])).toBe('plan')
    expect(modeAfter([asked, ...Array.from({ length: 5 }, () => observe(before(edit()), false))])).toBe('plan')
    expect(modeAfter([asked, ...Array.from({ length: 5 }, () => observe(shell('ls')))])).toBe('plan')
    const pinned = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, modes: 'pinned' as const } }
    expect(modeAfter([asked, ...edits(5)], undefined, pinned)).toBe('plan')
  })

  it('[EDGE-94, EDGE-120] an objective that was only inferred is not told to the next session, and ends with other work', () => {
    const { state } = play([prompt('fix the parser'), ...edits(3)])
    expect(state.edge).toMatchObject({ mode: 'active', objectiveInferred: true })
    const session = sessionId('next')
    const next = play([{ ...start(), session }], state)
    expect(next.decisions).toMatchObject([{ steer: 'fairlead: operator mode active' }])
    const work = [prompt('write the docs'), ...edits(3)].map((event) => ({ ...event, session }))
    expect(play(work, next.state).state.edge.claims.objective).toBe('write the docs')
  })

  it('[EDGE-120] keeps an objective that somebody stated, and replaces one that was inferred from another prompt', () => {
    const stated = withEdge(INITIAL_STATE, { claims: { ...INITIAL_STATE.edge.claims, objective: 'stated' } })
    expect(play([prompt('other'), ...edits(3)], stated).state.edge.claims.objective).toBe('stated')
    const inferred = withEdge(stated, { objectiveInferred: true })
    expect(play([prompt('other'), ...edits(3)], inferred).state.edge.claims.objective).toBe('other')
    expect(play([prompt('first'), prompt('second'), ...edits(3)]).state.edge.claims.objective).toBe('first')
    const edited = { ...inferred.edge.claims, objective: 'by hand' }
    const facts = decide(inferred, prompt('x'), DEFAULT_POLICY).facts
    expect(facts).toHaveLength(1)
    expect(withEdge(inferred, { claims: edited }).edge.claims.objective).toBe('by hand')
  })

  it('[EDGE-27] encourages once, in `review`, to note proof for what is called completed', () => {
    const claims = { ...INITIAL_STATE.edge.claims, plan: planOf('completed', 'completed', 'pending') }
    const review = withEdge(INITIAL_STATE, { mode: 'review', claims })
    const steers = (state: State) => play([tests(), tests()], state).decisions
    expect(steers(review)).toEqual([
      {
        kind: 'allow',
        steer:
          'review: 2 completed steps have no `proof`; add what proves it, such as a passing test: `fairlead plan --step <number> --proof "<text>"`',
      },
      { kind: 'allow' },
    ])
    const one = withEdge(review, { claims: { ...claims, plan: planOf('completed') } })
    expect(steers(one)[0]).toMatchObject({ steer: expect.stringContaining('1 completed step has') })
    expect(steers(withEdge(review, { mode: 'active', pinned: true }))).toEqual([{ kind: 'allow' }, { kind: 'allow' }])
    const proven = claims.plan.map((step) => ({ ...step, proof: 'npm test' }))
    expect(steers(withEdge(review, { claims: { ...claims, plan: proven } }))).toEqual([
      { kind: 'allow' },
      { kind: 'allow' },
    ])
  })
})

describe('a session', () => {
  it('[EDGE-7, EDGE-92] keeps the hash of the state file as it began; a compaction starts no session', () => {
    const found = (stateHash: string, source: StartSource = 'startup') =>
      start({ source, around: { ...AROUND, stateHash } })
    const begun = [found('a'), found('b', 'compact')]
    expect(play(begun).state.sessions[SESSION]).toMatchObject({ began: true, startHash: 'a' })
    expect(play([...begun, found('c', 'resume')]).state.sessions[SESSION]?.startHash).toBe('c')
  })

  it('[EDGE-23, EDGE-26, EDGE-72, EDGE-89, EDGE-97, EDGE-119] is captured by itself in every mode, and its stop approved', () => {
    // EDGE-23 in `active`, EDGE-26 in `review`, EDGE-119 in all of them.

    for (const mode of OPERATOR_MODES) {
      const stop: Event = { ...common(), kind: 'stop', again: false }
      const played = play([...edits(2), tests(false), stop], withEdge(INITIAL_STATE, { mode }))
      // EDGE-72: no mode blocks a stop.
      expect(played.decisions.at(-1)).toEqual({ kind: 'allow' })
      // EDGE-89: no agent recorded any of this.
      expect(played.state.sessions[SESSION]?.observed).toMatchObject({
        filesModified: ['/home/dev/project/0.ts', '/home/dev/project/1.ts'],
        toolsUsed: { Edit: 2, Bash: 1 },
        testsRun: true,
        testsPassed: false,
        lastEditHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        lastActivityMs: expect.any(Number),
      })
      // EDGE-97: first captured, then archived where the mode is `done`.
      expect(played.facts.at(-1)?.map(({ kind }) => kind)).toEqual(
        mode === 'done' ? ['session.stopped', 'work.archived'] : ['session.stopped'],
      )
    }
  })

  it('[EDGE-29, EDGE-81] that ends in `done` is archived where no stop came', () => {
    const end: Event = { ...common(), kind: 'session.end', reason: 'other' }
    const { facts } = play([end], withEdge(INITIAL_STATE, { mode: 'done' }))
    expect(facts[0]?.map(({ kind }) => kind)).toEqual(['work.archived', 'session.ended'])
  })

  it('[EDGE-91, EDGE-93] after `done` begins new work in `plan`; one that goes on stays where it was', () => {
    const done = withEdge(play([start()]).state, { mode: 'done', pinned: true })
    expect(play([start({ session: NEXT })], done).state.edge).toMatchObject({ mode: 'plan', pinned: false })
    expect(play([start({ source: 'resume' })], done).state.edge.mode).toBe('done')
    expect(play([start({ session: NEXT, source: 'fork' })], done).state.edge.mode).toBe('done')
  })

  it('[EDGE-98, EDGE-90] that ended unexpectedly is reported to the next one, and its holds lapse', () => {
    const before = play([start(), ...edits(2), shell('git push')]).state
    const next = start({ session: NEXT, around: { ...AROUND, gone: [SESSION, NEXT, sessionId('unknown')] } })
    const { decisions, facts, state } = play([next], before)
    expect(facts[0]).toMatchObject([
      { kind: 'junction.lapsed', number: 1, why: 'its client is gone' },
      { kind: 'session.lost', lost: SESSION },
      { kind: 'session.started' },
    ])
    expect(decisions[0]).toEqual({
      kind: 'allow',
      steer: 'fairlead: operator mode plan; the last session ended unexpectedly after 2 calls, 2 files changed',
      notice: 'fairlead: the last session ended unexpectedly after 2 calls, 2 files changed',
    })
    expect(state.sessions[SESSION]?.ended).toBe(true)
    expect(state.edge.holds).toEqual([])
    const clean = play([{ ...common(), kind: 'session.end', reason: 'exit' }], before).state
    expect(play([next], clean).facts[0]?.map(({ kind }) => kind)).toEqual(['session.started'])
  })

  it('[EDGE-65, EDGE-90] takes over from the log what the facts do not know, and nothing that they know better', () => {
    const before = play([start(), ...edits(1)]).state
    const logged = (calls: number, session = SESSION) => [
      { session, observed: { ...NO_OBSERVATIONS, toolsUsed: { Bash: calls }, testsPassed: true } },
    ]
    const more = play([start({ session: NEXT, around: { ...AROUND, logged: logged(7) } })], before)
    expect(more.facts[0]?.[0]).toMatchObject({ kind: 'session.recaptured', of: SESSION })
    expect(more.state.sessions[SESSION]?.observed.toolsUsed).toEqual({ Bash: 7 })
    expect(play([start({ session: NEXT, around: { ...AROUND, logged: logged(1) } })], before).facts[0]).toHaveLength(1)
    expect(
      play([start({ session: NEXT, around: { ...AROUND, logged: logged(9, sessionId('foreign')) } })], before).facts[0],
    ).toHaveLength(1)
  })

  it('[EDGE-18] no stop asks for a change of state', () => {
    const { state, facts } = play([start(), { ...common(), kind: 'stop', again: false }])
    expect(facts[1]).toEqual([{ kind: 'session.stopped' }])
    expect(state.edge).toEqual(INITIAL_STATE.edge)
  })

  it('[EDGE-96] gates before, logs after, changes mode by a person, and waits at junctions', () => {
    const push = shell('git push')
    const played = play([start(), push, person('approve'), push, observe(push), person('active', { text: 'x' })])
    expect(played.decisions.map(({ kind }) => kind)).toEqual(['allow', 'hold', 'allow', 'allow', 'allow', 'answer'])
    expect(besidePlane(played.facts.flat()).map(({ kind }) => kind)).toEqual([
      ...[
        'session.started',
        'call.judged',
        'junction.opened',
        'junction.approved',
        'call.judged',
        'allowance.reserved',
      ],
      ...['call.observed', 'allowance.committed', 'mode.changed', 'objective.set'],
    ])
  })
})
