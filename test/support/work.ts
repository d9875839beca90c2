import { decide } from '../../src/core/decide.ts'
import { evolve } from '../../src/core/evolve.ts'
import type { Decision } from '../../src/core/model/decision.ts'
import type { Event, EventOf } from '../../src/core/model/event.ts'
import type { Fact } from '../../src/core/model/fact.ts'
import { DEFAULT_POLICY, type PlanePolicy, type Policy } from '../../src/core/model/policy.ts'
import { INITIAL_STATE, type State } from '../../src/core/model/state.ts'
import { NOTHING_SEEN } from '../../src/core/model/surroundings.ts'
import type { ToolCall } from '../../src/core/model/tool.ts'
import { after, before, contextOf, PROJECT, START_MS } from './events.ts'

/** For tests of the plane: one call of each kind of work. */
export const TOOLS = {
  explore: { kind: 'read', name: 'Read', paths: [`${PROJECT}/src/core/a.ts`] },
  elsewhere: { kind: 'read', name: 'Read', paths: [`${PROJECT}/docs/guides/b.md`] },
  edit: { kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path: `${PROJECT}/src/core/a.ts` }] },
  verify: { kind: 'shell', name: 'Bash', command: 'npm test' },
  ship: { kind: 'shell', name: 'Bash', command: 'git commit -m x' },
  push: { kind: 'shell', name: 'Bash', command: 'git push' },
  plan: { kind: 'other', name: 'TodoWrite', input: null },
  delegate: { kind: 'delegate', name: 'Agent', agentType: 'general-purpose', prompt: 'look' },
} as const satisfies Record<string, ToolCall>

export type Step = keyof typeof TOOLS

/** `explore*3 edit*4`: that many calls of each. */
export function steps(text: string): readonly Step[] {
  return text.split(' ').flatMap((part) => {
    const [name = '', times = '1'] = part.split('*')
    if (!Object.hasOwn(TOOLS, name)) throw new Error(`no step ${name}`)
    return Array.from({ length: Number(times) }, () => name as Step)
  })
}

const MINUTE_MS = 60_000
let clock = 0

/** The calls, a minute apart, each with a result of its own. */
export function calls(text: string, over: Partial<EventOf<'tool.before'>> = {}): readonly Event[] {
  return steps(text).flatMap((step) => {
    clock += 1
    const atMs = START_MS + clock * MINUTE_MS
    const call = before(TOOLS[step], { atMs, ...over })
    const print = { input: `input ${clock}`, result: `result ${clock}` }
    const { agent, session, runtime } = call
    return [
      call,
      after(call, {
        atMs: call.atMs,
        around: { ...call.around, ...NOTHING_SEEN['tool.after'], print },
        session,
        runtime,
        ...(agent && { agent }),
      }),
    ]
  })
}

export interface Told {
  readonly state: State
  readonly facts: readonly Fact[]
  readonly decisions: readonly Decision[]
}

export function policyWith(plane: Partial<PlanePolicy>, over: Partial<Policy> = {}): Policy {
  return { ...DEFAULT_POLICY, ...over, plane: { ...DEFAULT_POLICY.plane, ...plane } }
}

export function tell(events: readonly Event[], policy: Policy = DEFAULT_POLICY, start: State = INITIAL_STATE): Told {
  let state = start
  const facts: Fact[] = []
  const decisions: Decision[] = []
  for (const event of events) {
    const outcome = decide(state, event, policy)
    for (const fact of outcome.facts) state = evolve(state, { ...contextOf(event), fact })
    facts.push(...outcome.facts)
    decisions.push(outcome.decision)
  }
  return { state, facts, decisions }
}

export function ofKind<Kind extends Fact['kind']>(facts: readonly Fact[], kind: Kind) {
  return facts.filter((fact): fact is Extract<Fact, { readonly kind: Kind }> => fact.kind === kind)
}

export const boundariesIn = (facts: readonly Fact[]) => ofKind(facts, 'boundary.detected').map((fact) => fact.boundary)
