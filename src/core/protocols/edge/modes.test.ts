import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EDGE_POLICY as DEFAULT_POLICY } from '../../../../test/support/edge-policy.ts'
import { after, before, common, SESSION, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { edit, person, planOf, withEdge } from '../../../../test/support/people.ts'
import { decide } from '../../decide.ts'
import type { Event, Proof } from '../../model/event.ts'
import { INITIAL_STATE, OPERATOR_MODES, type OperatorMode, type State } from '../../model/state.ts'

/** Enough was observed and claimed for the quality gate to pass. */
const worked = (mode: OperatorMode): State => {
  const one = before(edit())
  const { state } = play([one, after(one), after(one), after(one)])
  const claims = { ...state.edge.claims, objective: 'fix the parser', plan: planOf('completed') }
  return withEdge(state, { mode, pinned: true, claims })
}

const NOTHING_COMPLETED = 'Warning: No step is marked completed, so there is little to review.'
const NO_PLAN = 'Warning: No plan exists. Consider /edge plan first.'

describe('transitions', () => {
  type Row = readonly [rule: string, from: OperatorMode, to: OperatorMode, text: string, now?: OperatorMode]
  const rows: readonly Row[] = [
    ['EDGE-18', 'plan', 'plan', 'operator mode plan'],
    ['EDGE-20', 'plan', 'active', 'operator mode active: fix the parser'],
    ['EDGE-74', 'plan', 'review', 'operator mode review'],
    ['EDGE-75', 'plan', 'done', 'nothing has been worked on yet; start with /edge active', 'plan'],
    ['EDGE-76', 'active', 'plan', 'operator mode plan'],
    ['EDGE-20', 'active', 'active', 'operator mode active: fix the parser'],
    ['EDGE-77', 'active', 'review', 'operator mode review'],
    ['EDGE-78', 'active', 'done', 'operator mode done; the work is archived'],
    ['EDGE-79', 'review', 'plan', 'operator mode plan'],
    ['EDGE-79', 'review', 'active', 'operator mode active: fix the parser'],
    ['EDGE-3', 'review', 'review', 'operator mode review'],
    ['EDGE-80', 'review', 'done', 'operator mode done; the work is archived'],
    ['EDGE-17', 'done', 'plan', 'operator mode plan'],
    ['EDGE-20', 'done', 'active', 'operator mode active: fix the parser'],
    ['EDGE-28', 'done', 'review', 'the work is done and archived; start new work with /edge plan', 'done'],
    ['EDGE-28', 'done', 'done', 'the work is already done; start new work with /edge plan', 'done'],
  ]
  it.each(rows.map(([rule, from, to, text, now = to]) => ({ rule, from, to, text, now })))(
    '[EDGE-3, EDGE-17, EDGE-18, EDGE-20, EDGE-28, EDGE-74, EDGE-75, EDGE-76, EDGE-77, EDGE-78, EDGE-79, EDGE-80] by $rule, from $from to $to',
    ({ from, to, text, now }) => {
      const played = play([person(to)], worked(from))
      const isRefused = now !== to || (from === 'done' && to === 'done')
      expect(played.decisions).toEqual([{ kind: 'answer', text, ...(isRefused && { refused: true }) }])
      expect(played.state.edge.mode).toBe(now)
    },
  )

  it('[EDGE-20, EDGE-21, EDGE-73] `active` needs an objective, and takes one with it', () => {
    const bare = play([person('active')])
    expect(bare.decisions).toEqual([
      { kind: 'answer', text: '`active` needs an objective; type /edge active "what you want"', refused: true },
    ])
    expect(bare.facts).toEqual([[]])
    const { decisions, state } = play([person('active', { text: ' fix\nthe   parser ' })])
    expect(decisions).toEqual([{ kind: 'answer', text: `operator mode active: fix the parser\n${NO_PLAN}` }])
    expect(state.edge).toMatchObject({
      mode: 'active',
      pinned: true,
      claims: { objective: 'fix the parser' },
      objectiveInferred: false,
    })
  })

  it('[EDGE-25, EDGE-74] `review` warns when no step was completed', () => {
    expect(play([person('review')]).decisions).toEqual([
      { kind: 'answer', text: `operator mode review\n${NOTHING_COMPLETED}` },
    ])
  })

  it('[EDGE-76] going back to `plan` keeps the state', () => {
    const before = worked('active')
    expect(play([person('plan')], before).state.edge).toEqual({ ...before.edge, mode: 'plan' })
  })

  it('only a proven person changes the mode, notes a question or takes a grant back', () => {
    const proof: Proof = { kind: 'unproven', why: 'there is no terminal', instead: 'use one' }
    for (const verb of ['plan', 'active', 'review', 'done', 'ambiguous', 'revoke'] as const) {
      const { state, facts, decisions } = play([person(verb, { proof, text: 'x', hold: 1 })], worked('active'))
      expect(decisions).toEqual([
        { kind: 'answer', text: 'not accepted: there is no terminal; use one', refused: true },
      ])
      expect(facts).toEqual([[{ kind: 'approval.refused', verb, why: 'there is no terminal', hold: 1 }]])
      expect(state.edge).toEqual(worked('active').edge)
    }
  })

  it('what only shows something needs no proof, at every door', () => {
    const proof: Proof = { kind: 'unproven', why: '', instead: '' }
    const state = withEdge(INITIAL_STATE, { mode: 'active', claims: { ...INITIAL_STATE.edge.claims, objective: 'x' } })
    const texts = play(
      [person('status', { proof }), person('list', { proof }), person('help', { proof })],
      state,
    ).decisions
    expect(texts).toEqual([
      { kind: 'answer', text: 'operator mode active (inferred), objective: x, no holds' },
      { kind: 'answer', text: 'nothing is approved' },
      { kind: 'answer', text: expect.stringContaining('/edge approve [number]') },
    ])
    const typed = (args: string) =>
      play([{ ...common(), kind: 'command', name: 'edge', args, source: 'user' }], state).decisions[0]
    expect(['', 'list', 'help'].map(typed)).toEqual(texts)
    expect(typed('nonsense')).toMatchObject({ kind: 'answer', refused: true })
  })
})

describe('the quality gate', () => {
  const done = (edge: Partial<State['edge']>) =>
    decide(withEdge(worked('active'), edge), person('done'), DEFAULT_POLICY)
  const claims = worked('active').edge.claims
  const rows: readonly (readonly [string, string, Partial<State['edge']>])[] = [
    ['EDGE-82', 'No objective defined', { claims: { ...claims, objective: '' } }],
    ['EDGE-83', 'No steps marked completed', { claims: { ...claims, plan: planOf('pending', 'blocked') } }],
    [
      'EDGE-84',
      '2 steps still in progress',
      { claims: { ...claims, plan: planOf('completed', 'in_progress', 'in_progress') } },
    ],
    ['EDGE-85', 'Very little activity observed', { work: { calls: 2, edits: 1, archivedCalls: null } }],
    [
      'EDGE-86, EDGE-71',
      'Steps marked completed but no files modified',
      { work: { calls: 9, edits: 0, archivedCalls: null } },
    ],
  ]
  it.each(rows)(
    '[EDGE-49, EDGE-71, EDGE-82, EDGE-83, EDGE-84, EDGE-85, EDGE-86, EDGE-87] %s reports %s',
    (_, text, edge) => {
      const { decision, facts, effects } = done(edge)
      // EDGE-87: the list of issues, and that it did not pass.
      expect(decision).toEqual({
        kind: 'answer',
        text: `not done: ${text}\nhold #1: /edge approve 1 accepts it as it is, /edge skip 1 keeps working; the agent states its steps with \`fairlead plan\``,
        refused: true,
      })
      // EDGE-49: the junction opens by itself.
      expect(facts).toMatchObject([
        { kind: 'junction.opened', junction: { type: 'quality_gate', reason: text, number: 1, session: SESSION } },
      ])
      expect(effects).toEqual([])
    },
  )

  it('[EDGE-87] lists every issue in the order of the checks', () => {
    const { decision } = decide(withEdge(INITIAL_STATE, { mode: 'active' }), person('done'), DEFAULT_POLICY)
    expect(decision).toMatchObject({
      text: expect.stringMatching(
        /^not done: No objective defined; No steps marked completed; Very little activity observed\n/,
      ),
    })
  })

  const noFiles: Partial<State['edge']> = { work: { calls: 9, edits: 0, archivedCalls: null } }

  it('[EDGE-87] approving accepts these checks for this session and objective; new issues hold again', () => {
    const failing = withEdge(worked('active'), noFiles)
    const { state, decisions, facts } = play([person('done'), person('done'), person('approve', { hold: 1 })], failing)
    expect(facts[1]).toEqual([])
    expect(decisions[2]).toEqual({
      kind: 'answer',
      text: 'hold #1 approved: /edge done passes now, unless there are new issues',
    })
    expect(state.edge).toMatchObject({
      holds: [],
      allowances: [],
      overrides: [{ number: 1, checks: ['files'], session: SESSION }],
    })
    expect(play([person('done')], state).state.edge.mode).toBe('done')
    const more = withEdge(state, { claims: { ...state.edge.claims, plan: planOf('completed', 'in_progress') } })
    expect(play([person('done')], more).decisions).toMatchObject([
      { text: expect.stringMatching(/^not done: 1 steps still in progress\n/) },
    ])
    const other = withEdge(state, { claims: { ...state.edge.claims, objective: 'something else' } })
    expect(play([person('done')], other).decisions).toMatchObject([{ refused: true }])
  })

  it('[EDGE-50] skipping goes on working, dismissing lets `done` pass until it expires', () => {
    const failing = play([person('done')], withEdge(worked('active'), noFiles)).state
    const skipped = play([person('skip'), person('done')], failing)
    expect(skipped.decisions).toMatchObject([{ text: 'hold #1 skipped: the work continues' }, { refused: true }])
    const dismissed = play([person('dismiss', { minutes: 5 })], failing)
    expect(dismissed.decisions).toMatchObject([
      { text: 'hold #1: /edge done passes without quality checks for 5 minutes' },
    ])
    expect(play([person('dismiss'), person('done')], failing).state.edge.mode).toBe('done')
    const late = person('done', { atMs: dismissed.state.edge.dismissals[0]?.expiresAtMs ?? 0 })
    expect(play([late], dismissed.state).state.edge.mode).toBe('active')
  })

  it('[EDGE-81] archives once what was claimed and observed, and again only what came after', () => {
    const { facts, state } = play([person('done')], worked('review'))
    const { effects } = decide(worked('review'), person('done'), DEFAULT_POLICY)
    expect(facts[0]?.map((fact) => fact.kind)).toEqual(['mode.changed', 'work.archived'])
    expect(effects).toEqual([
      {
        kind: 'proof.archive',
        line: {
          archived_at: expect.stringMatching(/^2027-/),
          session: SESSION,
          objective: 'fix the parser',
          plan: [{ description: 'step 1', status: 'completed' }],
          observations: {
            files_modified: ['/home/dev/project/a.ts'],
            tools_used: { Edit: 3 },
            tests_run: false,
            tests_passed: null,
          },
          calls: 3,
          edits: 3,
          digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ])
    const stop = { ...common(), kind: 'stop', again: false } as const
    expect(play([stop], state).facts[0]?.map((fact) => fact.kind)).toEqual(['session.stopped'])
    const call = before(edit())
    const later = play([after(call), stop, stop], state)
    expect(later.facts.map((one) => one.map((fact) => fact.kind))).toEqual([
      ['call.observed'],
      ['session.stopped', 'work.archived'],
      ['session.stopped'],
    ])
  })

  it('[EDGE-81] leaving `done` starts new work: claims and counts go, lessons stay', () => {
    const memory = [{ trigger: 'tests', lesson: 'run them' }]
    const before = withEdge(worked('done'), { claims: { ...claims, memory } })
    expect(play([person('active', { text: 'next thing' })], before).state.edge).toMatchObject({
      mode: 'active',
      claims: { objective: 'next thing', plan: [], memory },
      work: { calls: 0, edits: 0, archivedCalls: null },
    })
  })
})

describe('[EDGE-116] whatever was done before, in every mode', () => {
  const VERBS = ['plan', 'active', 'review', 'done', 'approve', 'skip', 'dismiss'] as const
  const anyPast = fc.array(fc.constantFrom(...VERBS, 'edit', 'push', 'stop', 'start'), { maxLength: 25 })
  const eventsOf = (name: string): readonly Event[] => {
    if (name === 'push') return [shell('git push')]
    if (name === 'stop') return [{ ...common(), kind: 'stop', again: false }]
    if (name === 'start') return [{ ...common(), kind: 'session.start', source: 'startup' }]
    if (name !== 'edit') return [person(name as (typeof VERBS)[number], { text: 'fix it' })]
    const call = before(edit())
    return [call, after(call)]
  }
  const always = (holds: (state: State) => void) =>
    fc.assert(
      fc.property(fc.constantFrom(...OPERATOR_MODES), anyPast, (mode, past) =>
        holds(play(past.flatMap(eventsOf), worked(mode)).state),
      ),
      { numRuns: 150 },
    )

  it('the mode is one of four, and the person reaches `plan` and `active` from it', () => {
    const seen = new Set<string>()
    always((state) => {
      seen.add(state.edge.mode)
      expect(play([person('plan')], state).state.edge.mode).toBe('plan')
      expect(play([person('active', { text: 'x' })], state).state.edge.mode).toBe('active')
    })
    expect([...seen].toSorted()).toEqual([...OPERATOR_MODES].toSorted())
  })

  it('nothing loops: a stop passes, and what is approved passes the next time', () => {
    always((state) => {
      const stop: Event = { ...common(), kind: 'stop', again: false }
      expect(play([stop, stop], state).decisions.map(({ kind }) => kind)).toEqual(['allow', 'allow'])
      const tag = shell('npm publish')
      const [held] = play([tag], state).decisions
      const number = held?.kind === 'hold' ? held.number : 0
      const played = play([tag, person('approve', { hold: number }), shell('npm publish'), shell('npm publish')], state)
      expect(played.decisions.map(({ kind }) => kind)).toEqual(['hold', 'allow', 'allow', 'hold'])
    })
  })

  it('the next session hears of what was observed, though no agent wrote it down', () => {
    always((state) => {
      const call = before(edit('/home/dev/project/seen.ts'))
      const { sessions } = play([call, after(call)], state).state
      expect(sessions[SESSION]?.observed.filesModified).toContain('/home/dev/project/seen.ts')
    })
  })
})
