import { describe, expect, it } from 'vitest'
import { EDGE_POLICY as DEFAULT_POLICY } from '../../../../test/support/edge-policy.ts'
import { AROUND, after, before, common, PROJECT, recorded, SESSION, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { edit, person, planOf, start, withEdge } from '../../../../test/support/people.ts'
import { decide } from '../../decide.ts'
import { evolve } from '../../evolve.ts'
import type { Event, EventOf } from '../../model/event.ts'
import { fingerprint, sessionId } from '../../model/ids.ts'
import type { Rule } from '../../model/rule.ts'
import { type Hold, INITIAL_STATE, lastSession, NO_OBSERVATIONS, type State, sessionMeant } from '../../model/state.ts'
import type { StateEdit } from '../../model/surroundings.ts'
import { contextText } from './context-text.ts'

it('[EDGE-38, EDGE-118] offers no approval for what stays refused after it', () => {
  const around = { ...AROUND, ownPaths: ['/home/dev/.claude/settings.json'] }
  const command = "find .. -name '*.json' -exec truncate -s 0 {} +"
  const { decisions, facts } = play([before({ kind: 'shell', name: 'Bash', command }, { around })])
  expect(decisions.map(({ kind }) => kind)).toEqual(['block'])
  expect(facts.flat().filter((fact) => fact.kind.startsWith('junction'))).toEqual([])
})

describe('what an agent writes into the state file', () => {
  const judged = (stateEdit?: StateEdit) => {
    const around = { ...AROUND, ownPaths: [`${PROJECT}/active_context.yaml`], ...(stateEdit && { stateEdit }) }
    const [decision] = play([before(edit(`${PROJECT}/active_context.yaml`), { around })]).decisions
    return decision && 'reasons' in decision ? decision.reasons.map((reason) => reason.text) : []
  }
  const next =
    "say it with `fairlead objective`, `fairlead plan` or `fairlead memory`; the other fields aren't yours to change"

  it('[EDGE-1, EDGE-70] passes when it is known to be claims alone', () => {
    expect(judged({ kind: 'resolved', fields: [] })).toEqual([])
    expect(judged({ kind: 'resolved', fields: ['objective', 'plan', 'current_step', 'memory'] })).toEqual([])
  })

  it('[EDGE-1] is refused otherwise, with what would change', () => {
    expect(judged({ kind: 'resolved', fields: ['plan', 'mode', 'junction'] })).toEqual([
      `changes \`mode\`, \`junction\` in \`active_context.yaml\`; ${next}`,
    ])
    const told = (why: string) => [`can't tell what this would change in \`active_context.yaml\`: ${why}; ${next}`]
    expect(judged({ kind: 'unresolved', why: 'because' })).toEqual(told('because'))
    expect(judged()).toEqual(told("this isn't a plain edit"))
  })

  it('[EDGE-1, EDGE-70] is refused at a home of ours, with the way to state it', () => {
    const { stateFile: _, ...elsewhere } = { ...AROUND, ownPaths: ['/home/dev/.fairlead'] }
    const file = '/home/dev/.fairlead/projects/work-0123456789ab/active_context.yaml'
    const [decision] = play([before(edit(file), { around: elsewhere })]).decisions
    expect(decision && 'reasons' in decision ? decision.reasons.map(({ text }) => text) : []).toEqual([
      `can't tell what this would change in \`active_context.yaml\`: this isn't a plain edit; ${next}`,
    ])
  })
})

describe('what a new session is told', () => {
  const told = (edge: Partial<State['edge']>, atMs = 1) =>
    contextText(withEdge(INITIAL_STATE, edge).edge, { atMs, lost: [] })
  const claims = {
    objective: 'fix the parser',
    plan: planOf('completed', 'in_progress'),
    currentStep: 2,
    memory: [{ trigger: 'tests', lesson: 'run them' }],
  }
  const hold: Hold = {
    id: 'j',
    number: 4,
    type: 'irreversible',
    reason: 'publishes commits',
    createdAtMs: 0,
    fingerprint: fingerprint('f'),
    kindPrint: fingerprint('k'),
    override: 'any-door',
    session: SESSION,
  }

  it('[EDGE-13, EDGE-94] is the mode, the objective, the step, what waits and what was learnt', () => {
    expect(told({ mode: 'active', claims, holds: [hold] })).toBe(
      'fairlead: operator mode active; objective: fix the parser; step 2 of 2, in_progress: step 2; ' +
        'hold #4 waits for the person: publishes commits; tests: run them',
    )
    expect(told({ claims: { ...claims, currentStep: 9 } })).not.toContain('step')
  })

  it('[EDGE-94] is cut to its share, whatever the texts are', () => {
    const long = { ...claims, objective: 'Abcdefghijklmnopqrstuvwxyz '.repeat(50) }
    expect(told({ claims: long })).toMatch(/^fairlead: operator mode plan; objective: Abc[ a-z]*…; step/i)
    expect(told({ claims: { ...claims, objective: ' ' } })).toContain('objective: ;')
    const odd = '日本語éé12345 !'.repeat(50)
    const full = {
      objective: odd,
      plan: [{ description: odd, status: 'pending' as const }],
      currentStep: 1,
      memory: [
        { trigger: odd, lesson: odd },
        { trigger: odd, lesson: odd },
      ],
    }
    expect(told({ claims: full, holds: [{ ...hold, reason: odd }] }).length).toBeLessThan(250)
  })

  it('[EDGE-98] tells what was seen of a session that ended unexpectedly, and not how its tests once ended', () => {
    const one = after(before(edit()))
    const tested = after(shell('npm test'), { outcome: { ok: true, output: '' } })
    const { state } = play([start(), tested, one])
    const next = start({ session: sessionId('next'), around: { ...AROUND, gone: [SESSION] } })
    expect(play([next], state).decisions).toMatchObject([
      {
        steer: 'fairlead: operator mode plan; the last session ended unexpectedly after 2 calls, 1 file changed',
      },
    ])
    const once = play(
      [start({ session: sessionId('next'), around: { ...AROUND, gone: [SESSION] } })],
      play([start(), one]).state,
    )
    expect(once.decisions).toMatchObject([
      { notice: 'fairlead: the last session ended unexpectedly after 1 call, 1 file changed' },
    ])
  })
})

describe('corners', () => {
  it('an unknown verb is a bug of ours', () => {
    expect(() => decide(INITIAL_STATE, person('new' as never), DEFAULT_POLICY)).toThrow('unreachable')
  })

  it('a hold of the quality gate without checks accepts nothing', () => {
    const opened = play([person('done')], withEdge(INITIAL_STATE, { mode: 'active' })).state
    const { checks: _, ...bare } = opened.edge.holds[0] ?? ({} as Hold)
    const { state } = play([person('approve')], withEdge(opened, { holds: [bare as Hold] }))
    expect(state.edge.overrides).toMatchObject([{ checks: [] }])
    expect(play([person('list')], state).decisions).toMatchObject([{ text: '#1 quality checks accepted: ' }])
    expect(play([person('revoke', { hold: 1 })], state).state.edge.overrides).toEqual([])
  })

  it('[EDGE-50] a hold of an earlier version, without its command, is decided by its number alone', () => {
    const opened = play([shell('git push')]).state
    const { command: _, ...bare } = opened.edge.holds[0] ?? ({} as Hold)
    const older = withEdge(opened, { holds: [{ ...bare, reason: 'publishes' }] })
    const told = (verb: 'approve' | 'skip') => play([person(verb)], older).decisions
    expect([told('approve'), told('skip')]).toEqual([
      [{ kind: 'allow', notice: 'hold #1 approved once', steer: 'run it again now, unchanged: publishes' }],
      [
        {
          kind: 'allow',
          notice: 'hold #1 skipped',
          steer: "don't try again: publishes; take a different approach",
        },
      ],
    ])
  })

  it('grants of older facts without a description are listed by their fingerprint', () => {
    const { allowances, dismissals } = play([
      shell('git push'),
      person('approve'),
      shell('npm publish'),
      person('dismiss'),
    ]).state.edge
    const bare = withEdge(INITIAL_STATE, {
      allowances: allowances.map(({ about: _, ...one }) => one),
      dismissals: dismissals.map(({ about: _, ...one }) => one),
    })
    expect(play([person('list')], bare).decisions).toMatchObject([
      { text: expect.stringMatching(/^#1 once: 3:[0-9a-f]{64}\n#2 similar commands until .*: 3:[0-9a-f]{64}$/) },
    ])
    const none = play(
      [person('list', { atMs: 1e14 })],
      withEdge(bare, { allowances: allowances.map((one) => ({ ...one, use: { kind: 'spent' } as const })) }),
    )
    expect(none.decisions).toMatchObject([{ text: 'nothing is approved' }])
  })

  it('[EDGE-62, EDGE-64] a native prompt answered for a subagent keeps its type, and a patch of two files names both', () => {
    const policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, surface: 'native' as const } }
    const agent = { id: 'a', type: 'worker' } as never
    const call = shell('git push', {
      agent,
      around: { ...AROUND, person: { kind: 'present', by: 'neither', asks: true } },
    })
    expect(play([call, after(call)], undefined, policy).state.edge.allowances).toMatchObject([{ agentType: 'worker' }])
    const two: EventOf<'tool.before'>['tool'] = {
      kind: 'edit',
      name: 'apply_patch',
      changes: [
        { op: 'write', path: `${PROJECT}/a`, after: '' },
        { op: 'move', path: `${PROJECT}/b`, to: `${PROJECT}/c` },
      ],
    }
    const { effects, facts } = decide(INITIAL_STATE, after(before(two)), DEFAULT_POLICY)
    expect(effects).toMatchObject([
      {
        kind: 'proof.append',
        line: {
          file_touched: `${PROJECT}/a`,
          files_touched: [`${PROJECT}/a`, `${PROJECT}/c`],
          diff_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ])
    expect(facts).toMatchObject([{ files: [`${PROJECT}/a`, `${PROJECT}/c`] }])
    const none = after(before({ kind: 'edit', name: 'apply_patch', changes: [] }))
    expect(decide(INITIAL_STATE, none, DEFAULT_POLICY).facts[0]).not.toHaveProperty('diffHash')
  })

  it('[EDGE-62, EDGE-63] previews are redacted first and cut afterwards', () => {
    const secret = `export TOKEN=ghp_${'a'.repeat(36)}; ${'x'.repeat(600)}`
    const call = after(shell(secret), { outcome: { ok: true, output: 'y'.repeat(2_000) } })
    const [effect] = decide(INITIAL_STATE, call, DEFAULT_POLICY).effects
    const { input_preview: input, output_preview: output } = effect && 'line' in effect ? effect.line : {}
    expect([String(input).length, String(output).length]).toEqual([500, 1_000])
    expect(String(input)).not.toContain('ghp_')
  })

  it('[EDGE-66] counts a bounded number of tools apart', () => {
    const calls = Array.from({ length: 70 }, (_, index) =>
      after(before({ kind: 'other', name: `tool-${index}`, input: null })),
    )
    const { toolsUsed } = play(calls).state.sessions[SESSION]?.observed ?? NO_OBSERVATIONS
    expect(Object.keys(toolsUsed)).toHaveLength(65)
    expect(toolsUsed['other']).toBe(6)
  })

  it('[EDGE-67] names a file once, in the order of first touch, and only when the edit went well', () => {
    const touch = (path: string, ok = true) => after(before(edit(path)), { outcome: { ok, output: '' } })
    const { state } = play([touch('/b'), touch('/a'), touch('/b'), touch('/c', false)])
    expect(state.sessions[SESSION]?.observed.filesModified).toEqual(['/b', '/a'])
  })

  it('[EDGE-67] a shell that writes files of the project has modified them', () => {
    const ran = (command: string) => after(shell(command))
    const { state } = play([
      ran('echo x > src/a.ts'),
      ran('cat b > /tmp/out'),
      ran('ls > /dev/null'),
      ran('git status'),
    ])
    expect(state.sessions[SESSION]?.observed.filesModified).toEqual([`${PROJECT}/src/a.ts`])
    expect(state.edge.work).toMatchObject({ calls: 4, edits: 1 })
  })

  it('[EDGE-71, EDGE-86] writing claims does not count as work: a plan is not its own proof', () => {
    const claim = after(before(edit(`${PROJECT}/active_context.yaml`)))
    const { state } = play([claim, claim, claim, claim])
    expect(state.sessions[SESSION]).toMatchObject({
      editsInRow: 0,
      observed: { filesModified: [], toolsUsed: { Edit: 4 } },
    })
    expect(state.edge.work).toMatchObject({ calls: 4, edits: 0 })
  })

  it('a remark made twice is remembered once, and an objective stays inferred until it is changed', () => {
    const warned = withEdge(INITIAL_STATE, { mode: 'active' })
    const always = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, warn: 'always' as const } }
    expect(play([before(edit()), before(edit())], warned, always).state.sessions[SESSION]?.said).toEqual(['no-plan'])
    const inferred = withEdge(INITIAL_STATE, { objectiveInferred: true })
    const edited = (objective: string) =>
      evolve(inferred, recorded(start(), { kind: 'state.edited', claims: { ...inferred.edge.claims, objective } })).edge
    expect([edited('').objectiveInferred, edited('stated').objectiveInferred]).toEqual([true, false])
  })

  it('a lost session that was dropped from the state meanwhile shows no observations', () => {
    const first = start()
    const many = Array.from({ length: 64 }, (_, index) => shell('ls', { session: sessionId(`s${index}`) }))
    const { state } = play([first, ...many.slice(1)])
    const next = start({ session: sessionId('next'), around: { ...AROUND, gone: [SESSION] } })
    expect(play([next], state).decisions).toEqual([{ kind: 'allow', steer: 'fairlead: operator mode plan' }])
  })

  it('each hold keeps the call it was asked for, and pinned modes are shown as such', () => {
    const policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, surface: 'native' as const } }
    const asking = (command: string) =>
      shell(command, { around: { ...AROUND, person: { kind: 'present', by: 'neither', asks: true } } })
    const { state } = play([asking('npm publish'), asking('git push'), asking('git push')], undefined, policy)
    expect(state.edge.holds.map(({ asked }) => asked)).toEqual([expect.any(String), expect.any(String)])
    const pinned = withEdge(INITIAL_STATE, { mode: 'active', pinned: true })
    expect(play([person('status')], pinned).decisions).toEqual([
      { kind: 'answer', text: 'operator mode active, no holds' },
    ])
    const proven = {
      ...INITIAL_STATE.edge.claims,
      objective: 'x',
      plan: [{ description: 'a', status: 'completed' as const, proof: 'b' }],
    }
    const done = withEdge(INITIAL_STATE, {
      mode: 'active',
      claims: proven,
      work: { calls: 9, edits: 1, archivedCalls: null },
    })
    const { effects } = decide(done, person('done'), DEFAULT_POLICY)
    expect(effects).toMatchObject([{ line: { plan: [{ description: 'a', status: 'completed', proof: 'b' }] } }])
    const rule: Rule = {
      id: 'user.ship',
      pack: 'user',
      harm: 'deploy',
      tier: 'junction',
      type: 'external',
      override: 'any-door',
      family: 'ship',
      when: [{ program: ['shipit'] }],
      reason: 'ships it',
      examples: { matches: [], not: [] },
    }
    const plain = play([shell('shipit')], undefined, { ...DEFAULT_POLICY, rules: [rule] }).decisions[0]
    expect(plain).toMatchObject({
      kind: 'hold',
      reasons: [{ text: 'Junction required: ships it' }, { ruleId: 'EDGE-51' }],
    })
  })

  it('knows the last session that did something; a probe is none', () => {
    const probe = shell('ls', { session: sessionId('probe') })
    expect(lastSession(play([probe]).state)).toBeUndefined()
    expect(sessionMeant(INITIAL_STATE, { session: SESSION })).toBe(SESSION)
    const begun = start()
    const later: Event = { ...common(), session: sessionId('later'), kind: 'session.start', source: 'startup' }
    const { state } = play([later, begun, probe])
    expect(lastSession(state)?.[0]).toBe('later')
    expect(sessionMeant(state, { session: sessionId('terminal') })).toBe('later')
    expect(sessionMeant(state, { session: SESSION })).toBe(SESSION)
    expect(lastSession(play([begun, later]).state)?.[0]).toBe('later')
  })
})
