import { describe, expect, it } from 'vitest'
import { AROUND, common, inSubagent, recorded } from '../../../../test/support/events.ts'
import { ROLE_FILES } from '../../../anchor/governance-roles.ts'
import { decide } from '../../decide.ts'
import { evolve } from '../../evolve.ts'
import type { AnchorDesk } from '../../model/anchor.ts'
import type { Event, StartSource } from '../../model/event.ts'
import { type AnchorPolicy, DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'

const policy = (anchor: Partial<AnchorPolicy>, main: Policy['roles']['main'] = 'worker'): Policy => ({
  ...DEFAULT_POLICY,
  roles: { ...DEFAULT_POLICY.roles, main },
  anchor: { ...DEFAULT_POLICY.anchor, ...anchor },
})
const desk = (role: string, over: Partial<AnchorDesk> = {}): AnchorDesk => ({
  workingDir: '/home/dev/project',
  roles: Object.keys(ROLE_FILES),
  constitution: { path: `.hestai-sys/agents/${role}.oct.md`, text: ROLE_FILES[role] ?? '' },
  isActive: false,
  pending: [],
  projectContext: '',
  suggested: [{ path: 'README.md', kind: 'file', lines: 3 }],
  cited: [],
  ...over,
})
interface Start {
  readonly desk?: AnchorDesk | null
  readonly source?: StartSource
}
const start = ({ desk = null, source = 'startup' }: Start = {}): Event => ({
  ...common(),
  kind: 'session.start',
  source,
  around: { ...AROUND, desk },
})
const subagent = (type: string, { desk = null }: Start = {}): Event => ({
  ...common(),
  ...inSubagent(type),
  kind: 'agent.start',
  around: { ...AROUND, desk },
})
const run = (event: Event, given: Policy, state: State = INITIAL_STATE) => {
  const { decision, facts, effects } = decide(state, event, given)
  return {
    decision,
    bound: facts.find((fact) => fact.kind === 'anchor.bound'),
    facts,
    effects: effects.map(({ kind }) => kind),
  }
}

describe('[ANCHOR-14, ANCHOR-50] a hook binds on behalf of the agent', () => {
  it('where the operator named a role for the main agent, in two steps', () => {
    const { decision, facts, effects } = run(start({ desk: desk('tester') }), policy({ express: ['main=tester'] }))
    expect(facts.map(({ kind }) => kind)).toEqual(['session.started', 'anchor.advanced', 'anchor.bound'])
    expect(effects).toEqual(['anchor.govern', 'anchor.keep', 'anchor.promote'])
    expect(decision).toMatchObject({
      kind: 'allow',
      steer: expect.stringContaining('you are bound to the role `tester`'),
    })
  })

  it('and for subagents by their type, or for any', () => {
    const given = policy({ express: ['main=tester', 'builder=implementer', '*=reviewer'] })
    expect(run(subagent('builder', { desk: desk('implementer') }), given).bound).toMatchObject({ role: 'implementer' })
    expect(run(subagent('explorer', { desk: desk('reviewer') }), given).bound).toMatchObject({
      role: 'reviewer',
      trust: 'reader',
    })
    expect(
      run(subagent('builder', { desk: desk('implementer') }), policy({ express: ['main=tester'] })).bound,
    ).toBeUndefined()
    expect(run(start({ desk: desk('tester') }), policy({ express: ['*=tester'] })).bound).toBeUndefined()
    expect(run(start(), policy({ express: ['main=tester'] })).bound).toBeUndefined()
    const { workingDir: _, ...rest } = desk('tester')
    expect(run(start({ desk: rest }), policy({ express: ['main=tester'] })).bound).toMatchObject({ role: 'tester' })
  })

  it('once: a session that goes on is only reminded', () => {
    const event = start({ desk: desk('tester') })
    const given = policy({ express: ['main=tester'] })
    const state = run(event, given).facts.reduce((known, fact) => evolve(known, recorded(event, fact)), INITIAL_STATE)
    const again = run(start({ source: 'resume', desk: desk('tester') }), given, state)
    expect([again.bound, again.effects]).toEqual([undefined, []])
    expect(again.decision).toMatchObject({
      kind: 'allow',
      steer: expect.stringContaining('you are bound to the role `tester`'),
    })
  })

  it.each([
    ['a folder that cannot be used', { trouble: '`.hestai` is a link' }, '`.hestai` is a link'],
    ['no such role', { constitution: undefined }, 'there is no role `tester` here'],
    ['a role that cannot be read', { constitution: { path: 'x', text: '' } }, 'lacks ROLE and COGNITION'],
    ['nothing to cite', { suggested: [] }, "there's no file here that a proof could cite"],
  ])('not with %s, and the person hears why', (_, over, why) => {
    const { constitution, ...rest } = desk('tester', over as Partial<AnchorDesk>)
    const given = constitution === undefined ? rest : { ...rest, constitution }
    const { decision, bound, effects } = run(start({ desk: given }), policy({ express: ['main=tester'] }))
    expect([bound, effects]).toEqual([undefined, []])
    expect(decision).toMatchObject({ kind: 'allow', notice: expect.stringContaining(why) })
  })
})

describe('[ANCHOR-59] trust goes down by a role, and up by nobody but the operator', () => {
  const text = (trust: string) => (ROLE_FILES['implementer'] ?? '').replace('TRUST::worker', `TRUST::${trust}`)
  const rows: readonly (readonly [Policy['roles']['main'], string, readonly string[], string])[] = [
    ['worker', 'worker', [], 'worker'],
    ['worker', 'reader', [], 'reader'],
    ['worker', 'director', [], 'worker'],
    ['worker', 'director', ['IMPLEMENTER'], 'director'],
    ['worker', 'director', ['other'], 'worker'],
    ['director', 'worker', [], 'worker'],
    ['director', 'director', [], 'director'],
    ['worker', 'human', ['implementer'], 'worker'],
  ]
  it.each(rows)(
    'an agent of trust %s with a role of trust %s and grants %o is a %s',
    (main, trust, grants, expected) => {
      const constitution = { path: 'x', text: text(trust) }
      const { bound } = run(
        start({ desk: desk('implementer', { constitution }) }),
        policy({ express: ['main=implementer'], grants }, main),
      )
      expect(bound).toMatchObject({ trust: expected })
    },
  )

  it('a subagent that the operator made the director is one, with a role that is', () => {
    const constitution = { path: 'x', text: text('director') }
    const given = policy({ express: ['*=implementer'] })
    const roles = { ...given.roles, director: 'chief' }
    const { bound } = run(subagent('chief', { desk: desk('implementer', { constitution }) }), { ...given, roles })
    expect(bound).toMatchObject({ trust: 'director' })
  })

  it('a subagent is a worker whatever the main agent is', () => {
    const constitution = { path: 'x', text: text('director') }
    const { bound } = run(
      subagent('b', { desk: desk('implementer', { constitution }) }),
      policy({ express: ['*=implementer'] }, 'director'),
    )
    expect(bound).toMatchObject({ trust: 'worker' })
  })
})
