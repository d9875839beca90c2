import { describe, expect, it } from 'vitest'
import { after, before, PROJECT } from '../../../../test/support/events.ts'
import { HUMAN, person } from '../../../../test/support/people.ts'
import { calls, ofKind, policyWith, tell } from '../../../../test/support/work.ts'
import type { Event, Proof } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import type { Json } from '../../model/json.ts'
import { PROVIDERS, type ProviderId } from '../../model/plane.ts'
import type { PlanePolicy } from '../../model/policy.ts'
import type { ToolCall } from '../../model/tool.ts'

const ran = (tool: ToolCall, ok = true): readonly Event[] => {
  const call = before(tool)
  return [call, after(call, { outcome: { ok, output: '' } })]
}
const shell = (command: string): ToolCall => ({ kind: 'shell', name: 'Bash', command })
const mcp = (server: string, tool: string, input: Json = null): ToolCall => ({
  kind: 'mcp',
  name: `mcp__${server}__${tool}`,
  server,
  tool,
  input,
})
const read = (path: string): ToolCall => ({ kind: 'read', name: 'Read', paths: [`${PROJECT}/${path}`] })
const review = { objective: 'fix it', done: 'found it', next: 'change it' }

const SHOWN: Readonly<Record<ProviderId, readonly ToolCall[]>> = {
  'context-reread': [read('AGENTS.md'), read('docs/spec.md'), shell('cat README.md'), read('active_context.yaml')],
  'drift-review': [shell('git diff --stat'), shell('cd x && git -C y status')],
  critique: [
    { kind: 'delegate', name: 'Agent', agentType: 'code-reviewer', prompt: 'x' },
    { kind: 'skill', name: 'Skill', skill: 'review', args: '' },
  ],
  'structured-output': [mcp('fairlead', 'checkpoint', review)],
  'sequential-thinking': [mcp('any', 'sequentialthinking'), mcp('any', 'think')],
  'partial-evaluation': [shell('npm test'), shell('python -m pytest -q')],
  configured: [shell('make review please'), { kind: 'other', name: 'MyReview', input: null }],
}
const NOT_SHOWN: readonly ToolCall[] = [
  read('src/a.ts'),
  shell('ls README.md'),
  shell('git log'),
  shell('make'),
  { kind: 'delegate', name: 'Agent', agentType: 'explorer', prompt: 'please review' },
  { kind: 'skill', name: 'Skill', skill: 'preview', args: '' },
  mcp('fairlead', 'checkpoint', { ...review, next: ' ' }),
  mcp('fairlead', 'checkpoint', { objective: 'x' }),
  mcp('fairlead', 'checkpoint', null),
  mcp('fairlead', 'checkpoint', [1]),
  mcp('other', 'checkpoint', review),
  mcp('any', 'rethink'),
]
const MINE: Partial<PlanePolicy> = { checkpointTool: 'MyReview', checkpointCommand: 'make review' }
const evidenceIn = (facts: readonly Fact[]) => ofKind(facts, 'checkpoint.observed').map(({ evidence }) => evidence)

describe('a checkpoint', () => {
  for (const provider of PROVIDERS) {
    it.each(SHOWN[provider])(`[PLANE-R1a, PLANE-R1b, PLANE-R2] ${provider} is shown by %j`, (tool) => {
      const events = [...calls('explore'), ...ran(tool)]
      const { facts, state } = tell(events, policyWith({ ...MINE, providers: [provider] }))
      const evidence = { provider, looks: expect.stringMatching(/^(?:ahead|back)$/), event: events.at(-1)?.id, at: 1 }
      expect(evidenceIn(facts)).toEqual([evidence])
      expect(state.plane.scopes['claude-code:session-1']?.window?.evidence).toEqual(evidence)
    })
  }

  it('[PLANE-L1] needs no sequential thinking: every other provider is enough by itself', () => {
    const others = PROVIDERS.filter((provider) => provider !== 'sequential-thinking')
    expect(others).toHaveLength(PROVIDERS.length - 1)
    for (const provider of others) {
      const [tool] = SHOWN[provider]
      const events = [...calls('explore'), ...ran(tool ?? shell('ls'))]
      const { facts } = tell(events, policyWith({ ...MINE, providers: others }))
      expect(evidenceIn(facts)).toMatchObject([{ provider }])
    }
  })

  it.each(NOT_SHOWN)('[PLANE-R2, PLANE-L2] is not shown by %j', (tool) => {
    expect(evidenceIn(tell([...calls('explore'), ...ran(tool)], policyWith(MINE)).facts)).toEqual([])
  })

  it('[PLANE-R3] looks ahead or back, and says which; after a failure it looks back', () => {
    const looks = (tool: ToolCall, failedBefore: boolean) =>
      evidenceIn(tell([...calls('explore'), ...ran(shell('false'), !failedBefore), ...ran(tool)]).facts)[0]?.looks
    expect([looks(read('AGENTS.md'), false), looks(shell('npm test'), false)]).toEqual(['ahead', 'back'])
    expect(looks(read('AGENTS.md'), true)).toBe('back')
  })

  it('[PLANE-R6a, PLANE-O1] before a boundary it is the evidence of the window that opens there; long before it is not', () => {
    const opened = (text: string) =>
      ofKind(tell([...calls('explore*3'), ...ran(read('AGENTS.md')), ...calls(text)]).facts, 'window.opened')
    expect(opened('edit*4')[1]?.evidence).toMatchObject({ provider: 'context-reread', at: 3 })
    expect(opened('explore*9 edit*4')[1]?.evidence).toBe(null)
    const { facts } = tell([...calls('explore*3'), ...ran(read('AGENTS.md')), ...calls('edit*4')])
    expect(ofKind(facts, 'checkpoint.skipped')).toEqual([{ kind: 'checkpoint.skipped', number: 1 }])
  })

  it('[PLANE-O1, PLANE-R10c] is no grant: in the protected tier only the proven word of a person is, and it leaves its trace', () => {
    const push = () => before(shell('git push'))
    const everything = PROVIDERS.flatMap((provider) => SHOWN[provider]).flatMap((tool) => ran(tool))
    const approve = (proof: Proof) => person('approve', { hold: 1, proof })
    const unproven: Proof = { kind: 'unproven', why: 'no terminal', instead: 'use one' }
    const { decisions, facts } = tell([
      push(),
      ...everything,
      push(),
      approve(unproven),
      push(),
      approve(HUMAN),
      push(),
    ])
    const pushes = [0, 1 + everything.length, 3 + everything.length, 5 + everything.length]
    expect(pushes.map((at) => decisions[at]?.kind)).toEqual(['hold', 'hold', 'hold', 'allow'])
    expect([ofKind(facts, 'junction.approved').length, ofKind(facts, 'allowance.reserved').length]).toEqual([1, 1])
  })

  it('is worth a row now and then, not every time', () => {
    const { facts } = tell([
      ...calls('explore'),
      ...ran(shell('npm test')),
      ...ran(shell('npm test')),
      ...calls('verify*14'),
    ])
    expect(evidenceIn(facts).map(({ at }) => at)).toEqual([1, 13])
  })

  it('before any call of a scope there is no window it could belong to', () => {
    const call = before(shell('npm test'))
    expect(evidenceIn(tell([after(call)]).facts)).toEqual([])
  })

  it('[PLANE-R1c] exchanging the provider changes no trigger and no way of enforcing', () => {
    const everything = PROVIDERS.flatMap((provider) => SHOWN[provider]).flatMap((tool) => ran(tool))
    const events = [
      ...calls('explore*6 edit*5'),
      ...everything,
      ...calls('verify*16 push'),
      ...everything,
      ...calls('edit*20 push'),
    ]
    const told = (providers: readonly ProviderId[]) => {
      const { facts, decisions } = tell(events, policyWith({ ...MINE, providers, routine: 'steer' }))
      return { decisions, facts: facts.map(withoutEvidence).filter((fact) => !fact.kind.startsWith('checkpoint.')) }
    }
    const none = told([])
    expect(none.facts.filter((fact) => fact.kind === 'boundary.detected').length).toBeGreaterThan(2)
    for (const provider of PROVIDERS) expect(told([provider])).toEqual(none)
    expect(told(PROVIDERS)).toEqual(none)
  })
})

function withoutEvidence(fact: Fact): Fact {
  if (fact.kind === 'window.opened') return { ...fact, evidence: null }
  return fact.kind === 'boundary.detected' ? { ...fact, snapshot: { ...fact.snapshot, evidence: null } } : fact
}
