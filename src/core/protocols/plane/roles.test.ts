import { describe, expect, it } from 'vitest'
import { besidePlane } from '../../../../test/support/beside-plane.ts'
import {
  AROUND,
  after,
  before,
  common,
  inSubagent,
  PROJECT,
  recorded,
  SESSION,
  shell,
} from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { person } from '../../../../test/support/people.ts'
import { decide } from '../../decide.ts'
import { evolve } from '../../evolve.ts'
import type { BackupReport } from '../../model/backup.ts'
import type { Event, EventOf } from '../../model/event.ts'
import { agentId, callId, sessionId } from '../../model/ids.ts'
import { INITIAL_ROLES, type Role } from '../../model/plane.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'
import type { ToolCall } from '../../model/tool.ts'
import { mayNeedBackup } from './back-up.ts'
import { evolveRoles } from './evolve-roles.ts'
import { postureOf } from './posture.ts'
import { profileOf, roleOf } from './role-of.ts'

function withRoles(roles: Partial<Policy['roles']>, over: Partial<Policy> = {}): Policy {
  return { ...DEFAULT_POLICY, ...over, roles: { ...DEFAULT_POLICY.roles, ...roles } }
}

const LEADS = withRoles({ director: 'lead' })
const MAIN_LEADS = withRoles({ main: 'director' })

function copyOf(...covered: readonly string[]): BackupReport {
  const numbers = { files: 1, bytes: 1, leftOut: 0, leftNames: [], whole: true }
  return { kind: 'taken', id: 'copy-1', root: PROJECT, tree: 'f'.repeat(40), ...numbers, covered }
}

const around = (backups?: readonly BackupReport[]) => ({ around: { ...AROUND, ...(backups && { backups }) } })

function waive(hold: unknown, act: unknown, over: Partial<EventOf<'tool.before'>> = {}): EventOf<'tool.before'> {
  const input = { hold, act } as Extract<ToolCall, { kind: 'mcp' }>['input']
  return before({ kind: 'mcp', name: 'mcp__fairlead__waive', server: 'fairlead', tool: 'waive', input }, over)
}

const decisionOf = (state: State, event: Event, policy: Policy) => decide(state, event, policy).decision
const kindsOf = (state: State, event: Event, policy: Policy) =>
  besidePlane(decide(state, event, policy).facts).map(({ kind }) => kind)

describe('a role', () => {
  it('[PLANE-L15a] comes from the configuration and the type that the runtime names, and is worker otherwise', () => {
    const rows: readonly (readonly [Policy, string | undefined, Role])[] = [
      [DEFAULT_POLICY, undefined, 'worker'],
      [DEFAULT_POLICY, 'none', 'worker'],
      [DEFAULT_POLICY, 'director', 'worker'],
      [LEADS, 'lead', 'director'],
      [LEADS, 'explorer', 'worker'],
      [LEADS, undefined, 'worker'],
      [MAIN_LEADS, undefined, 'director'],
      [MAIN_LEADS, 'director', 'worker'],
    ]
    for (const [policy, type, role] of rows)
      expect(roleOf(type === undefined ? {} : inSubagent(type), policy)).toBe(role)
  })

  it('[PLANE-L15d, PLANE-L15f] is met more strictly the less it is trusted, and only a director buys a block off with a copy', () => {
    const stakes = [
      { tier: 'routine', override: 'any-door', reversible: false },
      { tier: 'junction', override: 'any-door', reversible: true },
      { tier: 'junction', override: 'any-door', reversible: false },
      { tier: 'catastrophic', override: 'any-door', reversible: true },
      { tier: 'catastrophic', override: 'any-door', reversible: false },
      { tier: 'catastrophic', override: 'passphrase', reversible: true },
      { tier: 'catastrophic', override: 'never', reversible: true },
    ] as const
    const met = (role: Role) => stakes.map((stake) => postureOf({ role, ...stake }))
    expect({ human: met('human'), director: met('director'), worker: met('worker') }).toEqual({
      human: ['pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass'],
      director: ['pass', 'steer', 'hold', 'steer', 'block', 'block', 'block'],
      worker: ['pass', 'hold', 'hold', 'block', 'block', 'block', 'block'],
    })
    const weight = { pass: 0, steer: 1, hold: 2, block: 3 }
    stakes.forEach((_, index) => {
      const [human, director, worker] = (['human', 'director', 'worker'] as const).map(
        (role) => weight[met(role)[index] ?? 'pass'],
      )
      expect([(human ?? 9) <= (director ?? 9), (director ?? 9) <= (worker ?? -1)]).toEqual([true, true])
    })
  })

  it('[PLANE-L15g] carries its own profile', () => {
    expect([profileOf('worker', DEFAULT_POLICY), profileOf('director', DEFAULT_POLICY)]).toEqual(['lean', 'complex'])
    expect(profileOf('worker', withRoles({ workerProfile: 'complex' }))).toBe('complex')
  })
})

describe('a director', () => {
  const discard = (backups?: readonly BackupReport[]) =>
    shell('git checkout -- a.ts', { ...inSubagent('lead'), ...around(backups) })

  it('[PLANE-L15b] is steered where a copy made for the call covers the whole target, and held otherwise', () => {
    const covering = copyOf(`${PROJECT}/a.ts`)
    expect(decide(INITIAL_STATE, discard(), LEADS).needs).toMatchObject({ asked: [`${PROJECT}/a.ts`] })
    expect(decisionOf(INITIAL_STATE, discard(), LEADS).kind).toBe('hold')
    expect(decisionOf(INITIAL_STATE, discard([copyOf()]), LEADS).kind).toBe('hold')
    expect(decisionOf(INITIAL_STATE, discard([{ kind: 'failed', root: PROJECT, why: 'no' }]), LEADS).kind).toBe('hold')
    const { facts, ...steered } = decide(INITIAL_STATE, discard([covering]), LEADS)
    expect({ ...steered, facts: besidePlane(facts) }).toEqual({
      decision: {
        kind: 'allow',
        steer: expect.stringMatching(/^risky, but everything it could lose is in backup copy-1\n- .*a\.ts/),
        notice: expect.stringContaining('backup copy-1'),
      },
      facts: [
        expect.objectContaining({ kind: 'call.judged', outcome: 'allow' }),
        { kind: 'posture.lowered', role: 'director', rules: ['git.discard'], backups: ['copy-1'] },
        expect.objectContaining({ kind: 'backup.taken', id: 'copy-1' }),
      ],
      effects: [],
    })
    const lean = withRoles({ director: 'lead', directorProfile: 'lean' })
    expect(decisionOf(INITIAL_STATE, discard([covering]), lean)).toMatchObject({
      steer: 'risky, but everything it could lose is in backup copy-1',
    })
  })

  it('[PLANE-L15b] has the copy on record also where it changed nothing', () => {
    expect(kindsOf(INITIAL_STATE, discard([copyOf()]), LEADS)).toEqual([
      'call.judged',
      'junction.opened',
      'backup.taken',
    ])
  })

  it('[PLANE-L15b] is steered in a reset only where the copy is whole, and never in what no copy covers', () => {
    const reset = (backups: readonly BackupReport[], over = {}) =>
      decisionOf(
        INITIAL_STATE,
        shell('git reset --hard', { ...inSubagent('lead'), ...around(backups), ...over }),
        LEADS,
      ).kind
    const part: BackupReport = { ...copyOf(), whole: false } as BackupReport
    expect([reset([copyOf()]), reset([part]), reset([{ kind: 'failed', root: PROJECT, why: '' }])]).toEqual([
      'allow',
      'hold',
      'hold',
    ])
    expect(
      decisionOf(
        INITIAL_STATE,
        shell('cd /srv && git reset --hard', { ...inSubagent('lead'), ...around([copyOf()]) }),
        LEADS,
      ).kind,
    ).toBe('hold')
    for (const command of [
      'git push',
      'rm -rf "$X"',
      'git clean -fdx',
      'git stash drop',
      'rm -rf src/*',
      'rm -rf /',
      'npm publish',
    ]) {
      const event = shell(command, { ...inSubagent('lead'), ...around([copyOf(`${PROJECT}/src`)]) })
      expect([command, decisionOf(INITIAL_STATE, event, LEADS).kind]).not.toEqual([command, 'allow'])
    }
    const wiped = shell('rm -rf src', { ...inSubagent('lead'), ...around([copyOf(`${PROJECT}/src`)]) })
    expect(decisionOf(INITIAL_STATE, wiped, LEADS).kind).toBe('allow')
  })

  it('[PLANE-L15b] wants no copy where none could change the answer', () => {
    expect(decide(INITIAL_STATE, shell('git push', inSubagent('lead')), LEADS).needs).toBeUndefined()
    expect(
      decide(INITIAL_STATE, shell('git checkout -- a.ts && git push', inSubagent('lead')), LEADS).needs,
    ).toBeUndefined()
    const call = shell('git push')
    expect([mayNeedBackup(INITIAL_STATE, LEADS, call), mayNeedBackup(INITIAL_STATE, DEFAULT_POLICY, call)]).toEqual([
      true,
      false,
    ])
  })

  it('[PLANE-L15d] does not lend its posture to a worker or to anybody when none is named', () => {
    const covered = around([copyOf(`${PROJECT}/a.ts`)])
    expect(
      decisionOf(INITIAL_STATE, shell('git checkout -- a.ts', { ...inSubagent('coder'), ...covered }), LEADS).kind,
    ).toBe('hold')
    expect(
      decisionOf(INITIAL_STATE, shell('git checkout -- a.ts', { ...inSubagent('lead'), ...covered }), DEFAULT_POLICY)
        .kind,
    ).toBe('hold')
  })
})

describe('a hold of a worker', () => {
  const command = 'git checkout -- a.ts'
  const coder = inSubagent('coder')
  const held = play([shell(command, coder)], INITIAL_STATE, LEADS)
  const covered = around([copyOf(`${PROJECT}/a.ts`)])

  it('[PLANE-L15c] says who is asked first, and for how long', () => {
    expect(held.decisions[0]).toMatchObject({
      reasons: expect.arrayContaining([
        {
          ruleId: 'PLANE-L15c',
          text: 'the director can decide about hold #1 within 300 seconds; after that the person decides',
        },
      ]),
    })
  })

  it('[PLANE-L15c] is released by the director once, for that agent, and only with a fresh copy of everything', () => {
    const { state, facts } = play([waive(1, 'release', inSubagent('lead'))], held.state, LEADS)
    expect(besidePlane(facts[0]).map(({ kind }) => kind)).toEqual(['call.judged', 'junction.waived'])
    expect([state.edge.holds[0]?.number, state.roles.waivers.length, state.edge.allowances]).toEqual([1, 1, []])
    expect(decide(state, shell(command, coder), LEADS)).toMatchObject({
      decision: { kind: 'hold' },
      needs: { asked: [`${PROJECT}/a.ts`] },
    })
    expect(decisionOf(state, shell(command, { ...coder, ...around([copyOf()]) }), LEADS).kind).toBe('hold')
    expect(decisionOf(state, shell(command, { ...inSubagent('other'), ...covered }), LEADS).kind).toBe('hold')
    expect(decisionOf(state, shell(command, { ...coder, ...covered, session: sessionId('another') }), LEADS).kind).toBe(
      'hold',
    )
    expect(
      decisionOf(state, shell(command, { ...coder, ...covered, atMs: common().atMs + 11 * 60_000 }), LEADS).kind,
    ).toBe('hold')
    const main = play([shell(command, covered)], state, LEADS)
    expect(main.decisions[0]?.kind).toBe('allow')
    const spent = play(
      [shell(command, { ...coder, ...covered }), shell(command, { ...coder, ...covered })],
      state,
      LEADS,
    )
    expect(spent.decisions.map(({ kind }) => kind)).toEqual(['allow', 'hold'])
    expect(besidePlane(spent.facts[0])).toMatchObject([
      { kind: 'call.judged' },
      { kind: 'waiver.spent', number: 1, backups: ['copy-1'] },
      { kind: 'backup.taken' },
    ])
    // Until then the person sees it wait; then the next one has the next number.
    expect(spent.state.edge.holds[0]?.number).toBe(2)
    const twice = play(
      [waive(1, 'release', inSubagent('lead')), waive(1, 'release', inSubagent('lead'))],
      held.state,
      LEADS,
    )
    expect(twice.state.roles.waivers).toMatchObject([{ number: 1 }])
  })

  it('[PLANE-L15c] that is released and then covered by no copy stays, and is the person’s at once', () => {
    const lead = inSubagent('lead')
    const pushed = play(
      [shell('git push', coder), waive(1, 'release', lead), shell('git push', coder)],
      INITIAL_STATE,
      LEADS,
    )
    expect(pushed.decisions.map(({ kind }) => kind)).toEqual(['hold', 'allow', 'hold'])
    expect(pushed.decisions[2]).toMatchObject({
      number: 1,
      reasons: expect.arrayContaining([
        {
          ruleId: 'PLANE-L15c',
          text: 'the director released hold #1, but no backup covers everything it could lose; the person decides',
        },
      ]),
    })
    expect(besidePlane(pushed.facts[2]).map(({ kind }) => kind)).toEqual(['call.judged', 'waiver.void'])
    expect(decisionOf(pushed.state, waive(1, 'release', lead), LEADS)).toMatchObject({
      kind: 'block',
      reasons: [{ text: 'no backup covers hold #1; the person decides' }],
    })
    expect(decisionOf(pushed.state, shell('ls'), LEADS)).toMatchObject({
      notice: expect.stringMatching(/^hold #1 is waiting for you because the director didn't settle it: pushes/),
    })
    const uncovered = play([waive(1, 'release', lead)], held.state, LEADS).state
    const torn = shell(command, { ...coder, ...around([{ kind: 'failed', root: PROJECT, why: 'full' }]) })
    expect(besidePlane(decide(uncovered, torn, LEADS).facts).map(({ kind }) => kind)).toEqual([
      'call.judged',
      'waiver.void',
      'backup.failed',
    ])
    const both = play([shell('git push', coder), waive(2, 'release', lead), shell('git push', coder)], uncovered, LEADS)
    expect(both.state.roles.waivers.map(({ number, isVoid }) => [number, isVoid])).toEqual([
      [1, undefined],
      [2, true],
    ])
  })

  it('[PLANE-L15c] what a person says of it counts more than what the director said', () => {
    const released = play([waive(1, 'release', inSubagent('lead'))], held.state, LEADS).state
    const says = (verb: 'skip' | 'approve') => person(verb, { hold: 1 })
    const skipped = play([says('skip')], released, LEADS).state
    expect([skipped.roles.waivers, decisionOf(skipped, shell(command, { ...coder, ...covered }), LEADS).kind]).toEqual([
      [],
      'block',
    ])
    expect(decisionOf(skipped, shell(command, { ...inSubagent('lead'), ...covered }), LEADS).kind).toBe('block')
    expect(play([says('approve')], released, LEADS).state.roles.waivers).toEqual([])
    expect(play([says('approve')], held.state, LEADS).state.roles.waivers).toEqual([])
  })

  describe('[PLANE-L15c] goes to the director', () => {
    const begins = (type: string, over: object = {}): Event =>
      ({ ...common(), ...inSubagent(type), kind: 'agent.start', ...over }) as Event
    const back = (over: object = {}): Event => {
      const call = before({ kind: 'delegate', name: 'Agent', agentType: 'coder', prompt: 'x' }, over)
      return after(call, over)
    }
    const told = (state: State, event: Event, policy: Policy) => {
      const { decision } = decide(state, event, policy)
      return 'steer' in decision ? decision.steer : undefined
    }
    const TEXT =
      'your workers have holds that need your decision: #1 (discards uncommitted changes in `a.ts`); call the tool `waive` with `act` skip, or release where a backup covers it, within 300 seconds of the hold; after that the person decides'

    it('when it begins, or when a worker comes back to it', () => {
      expect(told(held.state, begins('lead'), LEADS)).toBe(TEXT)
      const mains = play([shell(command, coder)], INITIAL_STATE, MAIN_LEADS).state
      expect(told(mains, back(), MAIN_LEADS)).toBe(TEXT)
    })

    it('and to nobody else, not twice, and not what is not its own to decide', () => {
      const late = { atMs: common().atMs + 301_000 }
      const released = play([waive(1, 'release', inSubagent('lead'))], held.state, LEADS).state
      const grave = {
        ...held.state,
        edge: {
          ...held.state.edge,
          holds: held.state.edge.holds.map((hold) => ({ ...hold, override: 'passphrase' as const })),
        },
      }
      const own = play([shell('git push', inSubagent('lead'))], INITIAL_STATE, LEADS).state
      expect([
        told(held.state, begins('coder'), LEADS),
        told(held.state, begins('lead'), DEFAULT_POLICY),
        told(held.state, back(), LEADS),
        told(held.state, begins('lead', late), LEADS),
        told(held.state, begins('lead', { session: sessionId('other') }), LEADS),
        told(held.state, after(shell('ls', inSubagent('lead')), inSubagent('lead')), LEADS),
        told(released, begins('lead'), LEADS),
        told(grave, begins('lead'), LEADS),
        told(own, begins('lead'), LEADS),
      ]).toEqual(Array(9).fill(undefined))
    })

    it('in few words, however many there are', () => {
      const many = Array.from({ length: 9 }, (_, index) =>
        shell(`git checkout -- ${'deep/'.repeat(60)}${index}.ts`, coder),
      )
      expect(told(play(many, INITIAL_STATE, LEADS).state, begins('lead'), LEADS)?.length).toBeLessThan(600)
    })
  })

  it('[PLANE-L15c] is skipped by the director for the rest of the session', () => {
    const { state } = play([waive(1, 'skip', inSubagent('lead'))], held.state, LEADS)
    expect(decisionOf(state, shell(command, coder), LEADS)).toMatchObject({
      kind: 'block',
      reasons: [{ ruleId: 'EDGE-52', text: expect.stringMatching(/^the director refused this \(hold #1\): /) }],
    })
    const again = play([person('approve', { hold: 1 })], state, LEADS)
    expect(decisionOf(again.state, shell(command, coder), LEADS).kind).toBe('allow')
  })

  it('[PLANE-L15c] is waived by nobody else, for nobody else, and not for ever', () => {
    const own = play([shell('git push', inSubagent('lead'))], held.state, LEADS).state
    const grave = play([shell('rm -rf ~', coder)], held.state, LEADS).state
    const late = common().atMs + 301_000
    const rows: readonly (readonly [State, EventOf<'tool.before'>, Policy, RegExp])[] = [
      [held.state, waive(1, 'release', coder), LEADS, /only the director/],
      [held.state, waive(1, 'release'), LEADS, /only the director/],
      [held.state, waive(1, 'release', inSubagent('lead')), DEFAULT_POLICY, /names no director/],
      [held.state, waive(9, 'release', inSubagent('lead')), LEADS, /there is no hold #9/],
      [held.state, waive('1', 'release', inSubagent('lead')), LEADS, /there is no hold #0/],
      [own, waive(2, 'release', inSubagent('lead')), LEADS, /doesn't belong to one of your workers/],
      [
        held.state,
        waive(1, 'release', { ...inSubagent('lead'), session: sessionId('other') }),
        LEADS,
        /doesn't belong to one of your workers/,
      ],
      [held.state, waive(1, 'release', { ...inSubagent('lead'), atMs: late }), LEADS, /waited too long for you/],
    ]
    for (const [state, event, policy, why] of rows) {
      expect(decide(state, event, policy)).toMatchObject({
        decision: { kind: 'block', reasons: [{ ruleId: 'PLANE-L15c', text: expect.stringMatching(why) }] },
        facts: expect.arrayContaining([expect.objectContaining({ kind: 'waiver.refused' })]),
      })
    }
    const locked = {
      ...held.state,
      edge: {
        ...held.state.edge,
        holds: held.state.edge.holds.map((hold) => ({ ...hold, override: 'passphrase' as const })),
      },
    }
    expect(decisionOf(locked, waive(1, 'release', inSubagent('lead')), LEADS)).toMatchObject({
      reasons: [{ text: expect.stringContaining('too serious for a director') }],
    })
    const main = play(
      [shell(command), waive(1, 'release', inSubagent('lead')), shell(command, covered)],
      INITIAL_STATE,
      LEADS,
    )
    expect(main.decisions.map(({ kind }) => kind)).toEqual(['hold', 'allow', 'allow'])
    expect(
      decisionOf(play([shell(command, coder)], INITIAL_STATE, MAIN_LEADS).state, waive(1, 'skip'), MAIN_LEADS).kind,
    ).toBe('allow')
    expect(grave.edge.holds).toHaveLength(held.state.edge.holds.length)
    const odd = before({ kind: 'mcp', name: 'x', server: 'fairlead', tool: 'waive', input: null }, inSubagent('lead'))
    expect(decisionOf(held.state, odd, LEADS).kind).toBe('block')
    for (const input of [[], 'text'] as const)
      expect(
        decisionOf(
          held.state,
          before({ kind: 'mcp', name: 'x', server: 'fairlead', tool: 'waive', input }, inSubagent('lead')),
          LEADS,
        ).kind,
      ).toBe('block')
  })

  it('[PLANE-L15c] is the person’s when the director did not take it in time, and the person is told once', () => {
    const late = { atMs: common().atMs + 301_000 }
    const tool = shell('ls', late)
    // Neither a subagent's doorways nor an answer show it.
    const unseen: readonly Event[] = [
      shell('ls', { ...coder, ...late }),
      { ...common(late), ...coder, kind: 'agent.stop' } as Event,
      { ...common(late), kind: 'compact.after', trigger: 'auto' },
    ]
    for (const event of unseen)
      expect(decide(held.state, event, LEADS).facts.map(({ kind }) => kind)).not.toContain('hold.escalated')
    const first = decide(held.state, tool, LEADS)
    expect(first.decision).toMatchObject({
      kind: 'allow',
      notice: expect.stringMatching(/^hold #1 is waiting for you because the director didn't settle it: /),
    })
    expect(first.facts.at(-1)).toEqual({ kind: 'hold.escalated', number: 1 })
    const told = first.facts.reduce((state, fact) => evolve(state, recorded(tool, fact)), held.state)
    expect(decide(told, tool, LEADS).facts.map(({ kind }) => kind)).not.toContain('hold.escalated')
    expect(decide(held.state, tool, DEFAULT_POLICY).facts.map(({ kind }) => kind)).not.toContain('hold.escalated')
    const asked: Event = {
      ...common(late),
      kind: 'edge',
      verb: 'status',
      proof: { kind: 'unproven', why: '', instead: '' },
    }
    expect(decide(held.state, asked, LEADS)).toMatchObject({
      decision: { kind: 'answer' },
      facts: [],
    })
    const released = play([waive(1, 'release', inSubagent('lead'))], held.state, LEADS).state
    expect(decide(released, tool, LEADS).facts.map(({ kind }) => kind)).not.toContain('hold.escalated')
    const noticed = shell('git checkout -- a.ts', { ...late, ...covered })
    const mains = play([shell(command, coder)], INITIAL_STATE, MAIN_LEADS).state
    expect(decisionOf(mains, noticed, MAIN_LEADS)).toMatchObject({
      notice: expect.stringMatching(/^backup copy-1.*\nhold #1 is waiting/s),
    })
  })
})

describe('errors of method', () => {
  const read: ToolCall = { kind: 'read', name: 'Read', paths: ['/home/dev/project/a.ts'] }
  const edit = (op: 'edit' | 'write'): ToolCall => ({
    kind: 'edit',
    name: 'Edit',
    changes: [{ op, path: '/home/dev/project/a.ts' }],
  })
  const noticed = (events: readonly Event[], policy = DEFAULT_POLICY) =>
    play(events, INITIAL_STATE, policy).facts.flatMap((facts) =>
      facts.flatMap((fact) => (fact.kind === 'method.noticed' ? [`${fact.rule} ${fact.led}`] : [])),
    )

  it('[PLANE-L15e] are noticed from what was seen: wrong tool, build before plan, skipped verification', () => {
    const edited = before(edit('edit'))
    const tested = shell('npm test')
    const rows: readonly (readonly [readonly Event[], readonly string[]])[] = [
      [[before(edit('edit'))], ['build-before-plan observe']],
      [[before(edit('write'))], []],
      [[before(read), before(edit('edit'))], []],
      [[shell('cat src/a.ts')], []],
      [[before(read), shell('cat src/a.ts')], ['wrong-tool observe']],
      [[before(read), shell('cat src/a.ts | wc -l'), shell('cat *.ts'), shell('tail -f x.log | grep y')], []],
      [
        [before(read), edited, shell("sed -i 's/a/b/' src/a.ts"), shell('cat > x.ts <<E\nE')],
        ['wrong-tool observe', 'wrong-tool observe'],
      ],
      [[before(read), edited, after(edited), shell('git push')], ['skipped-verification observe']],
      [[before(read), edited, after(edited), tested, after(tested), shell('git push')], []],
      [
        [
          before(read),
          edited,
          after(edited),
          tested,
          after(tested, { outcome: { ok: false, output: '' } }),
          shell('git push'),
        ],
        ['skipped-verification observe'],
      ],
      [[before(read), edited, after(edited, { outcome: { ok: false, output: '' } }), shell('git push')], []],
      [[shell('git push')], []],
    ]
    for (const [events, expected] of rows) expect(noticed(events)).toEqual(expected)
  })

  it('[PLANE-L15e] never fire at Stop, and never for a director', () => {
    const edited = before(edit('edit'))
    expect(noticed([before(read), edited, after(edited), { ...common(), kind: 'stop', again: false }])).toEqual([])
    expect(noticed([before(edit('edit'))], MAIN_LEADS)).toEqual([])
  })

  it('[PLANE-L15e, PLANE-L15g] steer where the policy says so, with evidence for those whose loadout wants it', () => {
    const steers = { plane: { ...DEFAULT_POLICY.plane, methodRules: 'steer' } } as const
    const lean = decisionOf(INITIAL_STATE, before(edit('edit')), withRoles({}, steers))
    expect(lean).toEqual({
      kind: 'allow',
      steer: 'method: this changes an existing file before anything was read; read first, then change',
    })
    const complex = withRoles({ workerProfile: 'complex' }, steers)
    const said = (events: readonly Event[]) => play(events, INITIAL_STATE, complex).decisions.at(-1)
    expect(said([before(edit('edit'))])).toMatchObject({
      steer: expect.stringMatching(/; it's this agent's first action$/),
    })
    expect(said([before(read), shell('cat a.ts')])).toMatchObject({
      steer: expect.stringMatching(/; 1 earlier call only looked/),
    })
    const edited = before(edit('edit'))
    const observed = { ...complex, edge: { ...complex.edge, level: 'observe' as const } }
    const pushed = play([before(read), edited, after(edited), shell('git push')], INITIAL_STATE, observed)
    expect(pushed.decisions.at(-1)).toMatchObject({
      steer: expect.stringMatching(/; 1 edit since the last passing test run$/m),
    })
  })

  it('[PLANE-L15e] are held only for the subagent types that the operator lists; a person or the director lets them pass', () => {
    const policy = withRoles({ gateMethodFor: ['coder'], director: 'lead' })
    const first = (type: string) => before(edit('edit'), inSubagent(type))
    expect(decisionOf(INITIAL_STATE, first('other'), policy).kind).toBe('allow')
    const held = play([first('coder')], INITIAL_STATE, policy)
    expect(held.decisions[0]).toMatchObject({
      kind: 'hold',
      reasons: expect.arrayContaining([expect.objectContaining({ ruleId: 'EDGE-43' })]),
    })
    expect(held.facts[0]?.[0]).toMatchObject({
      kind: 'call.judged',
      tier: 'junction',
      rules: expect.arrayContaining(['method.build-before-plan']),
    })
    const approved: Event = {
      ...common(),
      kind: 'edge',
      session: sessionId('t'),
      verb: 'approve',
      proof: { kind: 'human', door: 'cli' },
    }
    const again = (state: State) => {
      // The first attempt counts as a look: the error is not repeated, so the same state is asked again.
      const fresh = { ...state, roles: { ...INITIAL_ROLES, waivers: state.roles.waivers } }
      return decisionOf(fresh, first('coder'), policy).kind
    }
    expect(again(play([approved], held.state, policy).state)).toBe('allow')
    expect(again(play([waive(1, 'release', inSubagent('lead'))], held.state, policy).state)).toBe('allow')
    const edited = before(edit('edit'), inSubagent('coder'))
    const looked = before(read, inSubagent('coder'))
    const pushing = [looked, edited, after(edited, inSubagent('coder')), shell('git push', inSubagent('coder'))]
    expect(play(pushing, INITIAL_STATE, policy).facts.at(-1)?.[0]).toMatchObject({
      tier: 'junction',
      rules: expect.arrayContaining(['git.push', 'method.skipped-verification']),
    })
    const several = [{ kind: 'failed', root: PROJECT, why: '' }, copyOf(`${PROJECT}/a.ts`)] as const
    const lead = shell('git checkout -- a.ts', { ...inSubagent('lead'), ...around(several) })
    expect(decide(INITIAL_STATE, lead, policy).facts[1]).toMatchObject({ kind: 'posture.lowered', backups: ['copy-1'] })
  })
})

describe('a director at work', () => {
  it('[PLANE-L15h] has its copy brought up to date at every boundary, and only then', () => {
    const started: Event = { ...common(), ...inSubagent('lead'), kind: 'agent.start' }
    const stopped: Event = { ...common(), ...inSubagent('lead'), kind: 'agent.stop' }
    const policy = (over: Partial<Policy['roles']>): Policy => ({
      ...withRoles(over),
      plane: { ...DEFAULT_POLICY.plane, persistCalls: 1, floorCalls: 1, floorMs: 0 },
    })
    const work = [...Array(4).fill('cat a.ts'), ...Array(4).fill('npm test'), ...Array(4).fill('git push')].map(
      (command) => shell(command),
    )
    const syncs = (events: readonly Event[], roles: Partial<Policy['roles']>) => {
      let state = INITIAL_STATE
      return events.flatMap((event) => {
        const { facts, effects } = decide(state, event, policy(roles))
        state = facts.reduce((next, fact) => evolve(next, recorded(event, fact)), state)
        const isBoundary = facts.some(({ kind }) => kind === 'boundary.detected')
        return isBoundary ? [effects.filter(({ kind }) => kind === 'backup.sync').length] : []
      })
    }
    expect(syncs(work, {}).length).toBeGreaterThan(0)
    expect(new Set(syncs(work, {}))).toEqual(new Set([0]))
    expect(new Set(syncs(work, { main: 'director' }))).toEqual(new Set([1]))
    expect(new Set(syncs([started, ...work], { director: 'lead' }))).toEqual(new Set([1]))
    expect(new Set(syncs([started, stopped, ...work], { director: 'lead' }))).toEqual(new Set([0]))
    const over: Event = { ...common(), kind: 'session.end', reason: 'other' }
    expect(new Set(syncs([started, over, ...work], { director: 'lead' }))).toEqual(new Set([0]))
    const others: Event = { ...over, session: sessionId('other') }
    expect(new Set(syncs([started, others, ...work], { director: 'lead' }))).toEqual(new Set([1]))
  })
})

describe('what is remembered', () => {
  it('[PLANE-L15a] stays bounded, whoever comes and goes', () => {
    const fact = (over: object) =>
      recorded({ ...common(), ...over } as never, { kind: 'agent.started', agent: agentId('x'), type: 't' })
    let roles = INITIAL_ROLES
    for (let index = 0; index < 200; index += 1) {
      const session = sessionId(`s${index}`)
      const context = { eventId: common().id, atMs: index, runtime: 'codex', session }
      roles = evolveRoles(roles, { ...context, fact: { kind: 'call.observed', call: callId('c'), ok: false } as never })
      roles = evolveRoles(roles, {
        ...context,
        fact: { kind: 'agent.started', agent: agentId(`a${index}`), type: 'lead' },
      })
      roles = evolveRoles(roles, { ...context, fact: { kind: 'hold.escalated', number: index } })
      const waiver = { number: index, fingerprint: 'f' as never, session, expiresAtMs: 1 }
      roles = evolveRoles(roles, { ...context, fact: { kind: 'junction.waived', waiver, by: 'director lead' } })
    }
    expect([
      Object.keys(roles.agents).length,
      roles.working.length,
      roles.escalated.length,
      roles.waivers.length,
    ]).toEqual([64, 16, 64, 32])
    expect(Object.keys(roles.agents)).toContain('s199 ')
    const ended = { eventId: common().id, atMs: 1, runtime: 'codex', session: sessionId('s199') }
    expect(evolveRoles(roles, { ...ended, fact: { kind: 'session.ended', reason: 'x' } }).waivers).toHaveLength(31)
    expect(
      evolveRoles(roles, { ...ended, fact: { kind: 'agent.stopped', agent: agentId('a199') } }).working,
    ).toHaveLength(15)
    expect(fact({ session: SESSION }).fact.kind).toBe('agent.started')
  })
})
