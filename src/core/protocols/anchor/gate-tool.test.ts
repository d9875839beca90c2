import { describe, expect, it } from 'vitest'
import { AROUND, before, inSubagent, recorded, type SESSION, shell } from '../../../../test/support/events.ts'
import { decide } from '../../decide.ts'
import { degrade } from '../../degrade.ts'
import { evolve } from '../../evolve.ts'
import type { AnchorFact } from '../../model/anchor.ts'
import type { EventOf } from '../../model/event.ts'
import { callId } from '../../model/ids.ts'
import { type AnchorPolicy, DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'
import type { ToolCall } from '../../model/tool.ts'
import { callDigest } from './owner.ts'

const policy = (anchor: Partial<AnchorPolicy> = {}): Policy => ({
  ...DEFAULT_POLICY,
  anchor: { ...DEFAULT_POLICY.anchor, required: true, ...anchor },
})
const after = (...facts: AnchorFact[]): State =>
  facts.reduce((state, fact) => evolve(state, recorded(shell('ls'), fact)), INITIAL_STATE)
const bound: AnchorFact = {
  kind: 'anchor.bound',
  token: 'tok',
  role: 'implementer',
  tracking: 'full',
  strictness: 'quick',
  trust: 'worker',
  digest: 'd1',
}
const begun: AnchorFact = {
  kind: 'anchor.advanced',
  token: 'tok',
  stage: 'IDENTITY',
  role: 'implementer',
  tracking: 'full',
  strictness: 'quick',
}
const PERMIT = { token: 'tok', digest: 'd1', validated: true }
const edit: ToolCall = {
  kind: 'edit',
  name: 'Write',
  changes: [{ op: 'write', path: '/home/dev/project/a.ts', after: 'x' }],
}
const mcp = (server: string, tool: string, readOnly?: boolean): ToolCall => ({
  kind: 'mcp',
  name: `mcp__${server}__${tool}`,
  server,
  tool,
  input: { stage: 'identity' },
  ...(readOnly !== undefined && { readOnly }),
})
const withPermit = (permit: object = PERMIT) => ({ around: { ...AROUND, permit: { ...PERMIT, ...permit } } })
const outcome = (state: State, event: EventOf<'tool.before'>, given = policy()) => {
  const { decision } = decide(state, event, given)
  return decision.kind === 'block' ? decision.reasons[0].ruleId : decision.kind
}

describe('[ANCHOR-57] what is locked', () => {
  const rows: readonly (readonly [string, ToolCall, boolean])[] = [
    ['an edit', edit, true],
    ['a shell command that writes', { kind: 'shell', name: 'Bash', command: 'touch a' }, true],
    ['a shell command that reads', { kind: 'shell', name: 'Bash', command: 'git status' }, false],
    ['a tool of another server', mcp('github', 'create_issue'), true],
    ['one that says it only reads', mcp('github', 'get_issue', true), false],
    ['the anchor tool itself', mcp('fairlead', 'anchor'), false],
    ['a server whose name ends like ours', mcp('x_fairlead', 'anchor'), true],
    ['our other tools', mcp('fairlead', 'ledger_recall'), false],
    ['a tool that only claims to be ours', mcp('fairlead', 'write_file'), true],
    ['a skill, which may run commands unseen', { kind: 'skill', name: 'Skill', skill: 'x', args: '' }, true],
    ['an edit that nobody could read', { kind: 'other', name: 'apply_patch', input: {}, unread: 'edit' }, true],
    ['a command that nobody could read', { kind: 'other', name: 'Bash', input: {}, unread: 'shell' }, true],
    ['a server that only sounds like ours', mcp('notfairlead', 'anchor'), true],
    ['a read', { kind: 'read', name: 'Read', paths: ['/home/dev/project/a.ts'] }, false],
    ['a search on the web', { kind: 'network', name: 'WebFetch', target: 'https://example.org', method: 'GET' }, false],
    ['another agent', { kind: 'delegate', name: 'Agent', agentType: 'x', prompt: 'y' }, false],
    ['something else', { kind: 'other', name: 'TodoWrite', input: {} }, false],
  ]
  it.each(rows)('%s', (_, tool, isLocked) => {
    expect(outcome(INITIAL_STATE, before(tool))).toBe(isLocked ? 'ANCHOR-43' : 'allow')
    expect(outcome(INITIAL_STATE, before(tool), DEFAULT_POLICY)).toBe('allow')
    expect(outcome(after(bound), before(tool, withPermit()))).toBe('allow')
  })

  it('is what the operator names: families of tools, and agents by their type', () => {
    expect(outcome(INITIAL_STATE, before(edit), policy({ tools: ['shell'] }))).toBe('allow')
    expect(outcome(INITIAL_STATE, shell('touch a'), policy({ tools: ['shell'] }))).toBe('ANCHOR-43')
    expect(outcome(INITIAL_STATE, before(edit), policy({ exempt: ['main'] }))).toBe('allow')
    expect(outcome(INITIAL_STATE, before(edit, inSubagent('builder')), policy({ exempt: ['main'] }))).toBe('ANCHOR-43')
    expect(outcome(INITIAL_STATE, before(edit, inSubagent('builder')), policy({ exempt: ['builder'] }))).toBe('allow')
    expect(outcome(INITIAL_STATE, before(edit, inSubagent('main')), policy({ exempt: ['main'] }))).toBe('ANCHOR-43')
  })

  it('[ANCHOR-61] is what the role opens of it, where the operator says so', () => {
    const opens = policy({ opens: ['IMPLEMENTER=shell', 'tester=edit'] })
    const here = (tool: ToolCall, given = opens) => outcome(after(bound), before(tool, withPermit()), given)
    expect([here(edit), here({ kind: 'shell', name: 'Bash', command: 'touch a' }), here(mcp('x', 'y'))]).toEqual([
      'ANCHOR-61',
      'allow',
      'ANCHOR-61',
    ])
    const unread: ToolCall = { kind: 'other', name: 'apply_patch', input: {}, unread: 'edit' }
    expect([here(unread), here(unread, policy({ opens: ['implementer=edit'] }))]).toEqual(['ANCHOR-61', 'allow'])
    expect(here(edit, policy({ opens: ['implementer_=shell', 'tester=shell'] }))).toBe('allow')
    expect(here(edit, policy({ opens: ['implementer=shell'], tools: ['shell'] }))).toBe('allow')
    expect(here(edit, policy({ opens: ['implementer=shell', 'implementer=edit'] }))).toBe('allow')
  })

  it('[ANCHOR-61] is everything while an agent is bound to a role that it may not be bound to', () => {
    const here = (roles: readonly string[], over: object = {}) =>
      outcome(
        evolve(INITIAL_STATE, recorded({ ...shell('ls'), ...over }, bound)),
        before(edit, { ...withPermit(), ...over }),
        policy({ roles }),
      )
    const builder = inSubagent('builder')
    expect([here([]), here(['main=Implementer']), here(['main=tester']), here(['*=tester', 'builder=tester'])]).toEqual(
      ['allow', 'allow', 'ANCHOR-61', 'allow'],
    )
    expect([
      here(['main=tester'], builder),
      here(['*=tester'], builder),
      here(['*=tester', 'builder=implementer'], builder),
      here(['builder=tester', '*=implementer'], builder),
      here(['builder=tester', 'builder=implementer'], builder),
      here(['main=implementer', '*=tester'], inSubagent('main')),
    ]).toEqual(['allow', 'ANCHOR-61', 'allow', 'ANCHOR-61', 'allow', 'ANCHOR-61'])
  })

  it('stays behind what is worse, and before what waits for a person', () => {
    expect(outcome(INITIAL_STATE, shell('rm -rf /'))).toBe('EDGE-38')
    expect(outcome(INITIAL_STATE, shell('git push'))).toBe('ANCHOR-43')
    const kinds = decide(INITIAL_STATE, shell('git push'), policy()).facts.map(({ kind }) => kind)
    expect([kinds.includes('call.judged'), kinds.includes('junction.opened')]).toEqual([true, false])
    expect(outcome(after(bound), { ...shell('git push'), ...withPermit() })).toBe('hold')
  })
})

describe('[ANCHOR-4, ANCHOR-43, ANCHOR-56] what opens it', () => {
  const rows: readonly (readonly [string, State, object, string])[] = [
    ['nothing', INITIAL_STATE, {}, 'ANCHOR-43'],
    ['a file alone', INITIAL_STATE, withPermit(), 'ANCHOR-43'],
    ['a handshake that was begun', after(begun), {}, 'ANCHOR-43'],
    ['a record alone', after(bound), {}, 'ANCHOR-56'],
    ['record and file', after(bound), withPermit(), 'allow'],
    ['a file that was changed', after(bound), withPermit({ digest: 'd2' }), 'ANCHOR-56'],
    ['the file of another token', after(bound), withPermit({ token: 'other' }), 'ANCHOR-56'],
    ['a file that is not validated', after(bound), withPermit({ validated: false }), 'ANCHOR-56'],
    [
      'an anchor that was revoked',
      after(bound, { kind: 'anchor.revoked', token: 'tok', why: 'x' }),
      withPermit(),
      'ANCHOR-43',
    ],
    ['an anchor while the next handshake runs', after(bound, { ...begun, token: 'next' }), withPermit(), 'allow'],
    [
      'an anchor whose next handshake was dropped',
      after(bound, { ...begun, token: 'next' }, { kind: 'anchor.dropped', token: 'next', why: 'x' }),
      withPermit(),
      'allow',
    ],
    ['a reader, who is bound and writes nothing', after({ ...bound, trust: 'reader' }), withPermit(), 'ANCHOR-43'],
  ]
  it.each(rows)('%s', (_, state, over, expected) => expect(outcome(state, before(edit, over))).toBe(expected))

  it('belongs to one agent of one session of one runtime', () => {
    const state = after(bound)
    expect(outcome(state, before(edit, { ...withPermit(), ...inSubagent('builder') }))).toBe('ANCHOR-43')
    expect(outcome(state, before(edit, { ...withPermit(), runtime: 'codex' }))).toBe('ANCHOR-43')
    expect(outcome(state, before(edit, { ...withPermit(), session: 'other' as typeof SESSION }))).toBe('ANCHOR-43')
  })

  it('[ANCHOR-47] every refusal carries the next call', () => {
    const text = (state: State, given = policy(), over = {}) => {
      const { decision } = decide(state, before(edit, over), given)
      return decision.kind === 'block' ? decision.reasons[0].text : ''
    }
    expect(text(INITIAL_STATE)).toContain(
      '{"stage":"identity","role":"implementer","working_dir":"/home/dev/project","mode":"full","topic":"<what you will do, in one line>"}',
    )
    expect(text(INITIAL_STATE, policy({ express: ['main=tester'] }))).toContain('"role":"tester"')
    expect(text(after(begun))).toContain('{"stage":"context","token":"tok","working_dir":"/home/dev/project"}')
    expect(text(after({ ...begun, stage: 'CONTEXT' }))).toContain('{"stage":"proof","token":"tok"')
    expect(text(after(bound))).toContain('"stage":"identity"')
    expect(text(INITIAL_STATE, policy({ roles: ['main=tester', 'main=architect'] }))).toContain('"role":"tester"')
    const here = (given: Policy, trust: 'worker' | 'reader' = 'worker') =>
      text(after({ ...bound, trust }), given, withPermit()).replace(/, or call the tool .*/, ', or …')
    expect([
      here(policy({ opens: ['implementer=shell', 'implementer=mcp'] })),
      here(policy({ opens: ['implementer=shell'], roles: ['main=implementer'] })),
      here(policy({ roles: ['main=tester'] })),
      here(policy({ roles: ['main=implementer'] }), 'reader'),
      here(policy(), 'reader'),
    ]).toEqual([
      'you are bound to the role `implementer`, which opens shell and mcp and not edit; give the change to an agent with another role, or …',
      'you are bound to the role `implementer`, which opens shell and not edit; give the change to an agent with another role',
      'you are bound to the role `implementer`, which your type of agent can no longer have; give the change to an agent with another role, or …',
      'you are bound to the role `implementer`, which can only read; give the change to an agent with another role',
      'you are bound to the role `implementer`, which can only read; give the change to an agent with another role, or …',
    ])
  })
})

it('[ANCHOR-43] without its state the gate honours no anchor, and reads go on', () => {
  const kind = (event: EventOf<'tool.before'>, given: Policy) => degrade(event, 'no database', given).kind
  expect([kind(before(edit), policy()), kind(shell('ls'), policy()), kind(before(edit), DEFAULT_POLICY)]).toEqual([
    'block',
    'allow',
    'allow',
  ])
  expect([
    kind(shell('git push'), policy()),
    kind(shell('git push'), DEFAULT_POLICY),
    kind(shell('rm -rf /'), policy()),
  ]).toEqual(['block', 'ask', 'block'])
})

it('[ANCHOR-58] the hook notes a call of the tool by its number and its words, whatever else was sent along', () => {
  const tool = mcp('fairlead', 'anchor')
  const event = before(tool, { call: callId('c1') })
  expect(decide(INITIAL_STATE, event, DEFAULT_POLICY).facts).toContainEqual({
    kind: 'anchor.crossed',
    call: 'c1',
    digest: callDigest({ stage: 'identity' }),
  })
  expect(callDigest({ stage: 'identity', other: 1 })).toBe(callDigest({ stage: 'identity' }))
  for (const input of [null, 'text', ['stage']]) {
    const odd = decide(INITIAL_STATE, before({ ...tool, input } as ToolCall), DEFAULT_POLICY).facts
    expect(odd).toContainEqual(expect.objectContaining({ kind: 'anchor.crossed', digest: callDigest({}) }))
  }
})
