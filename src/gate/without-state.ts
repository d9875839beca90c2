import { degrade } from '../core/index.ts'
import { ALLOW } from '../core/model/decision.ts'
import type { FactContext } from '../core/model/fact.ts'
import { type ProjectRoot, sessionId } from '../core/model/ids.ts'
import type { Policy } from '../core/model/policy.ts'
import { lineWithoutState } from '../core/protocols/edge/observe.ts'
import type { Parsed, Runtime } from '../runtimes/runtime.ts'
import type { Store } from '../stores/store.ts'
import { contextOf } from './fact-context.ts'
import { recordGap } from './gaps.ts'
import type { HookAnswer, HookCall } from './gate.ts'
import { gather, type Habitat } from './gather.ts'
import { appendProof, SESSION_LOG } from './proof-log.ts'

interface Parts extends Habitat {
  readonly store: () => Promise<Store>
  readonly policy: (project: ProjectRoot) => Policy
  readonly gapsFile: string
}

interface Trouble {
  readonly runtime: Runtime
  readonly call: HookCall
  readonly project: ProjectRoot
  readonly parsed: Parsed
}

/** What could be read is judged by the rules that need no state; what could not is recorded. */
export async function answerMalformed(parts: Parts, { runtime, call, project, parsed }: Trouble): Promise<HookAnswer> {
  const problem = parsed.ok ? '' : describe(parsed.problem)
  const { event } = parsed
  const decision = event ? degrade(await gather(event, project, parts), problem, parts.policy(project)) : ALLOW
  const context: FactContext = event
    ? contextOf(event)
    : { eventId: call.stamp.id, atMs: call.stamp.atMs, runtime: call.runtime, session: sessionId('unknown') }
  const store = await parts.store()
  await store.update(project, context, () => ({ facts: [{ kind: 'payload.malformed', problem }], result: null }))
  return { stdout: runtime.render(decision, event).stdout }
}

export async function answerDegraded(
  parts: Parts,
  trouble: Trouble & { readonly problem: string },
): Promise<HookAnswer> {
  const { runtime, call, project, parsed, problem } = trouble
  const { event } = parsed
  const gathered = event && (await gather(event, project, parts))
  const decision = gathered ? degrade(gathered, problem, parts.policy(project)) : ALLOW
  // Fail-open loses memory, not the record: the next session finds the line and takes it over.
  if (gathered?.kind === 'tool.after') appendProof(project, SESSION_LOG, lineWithoutState(gathered))
  recordGap(parts.gapsFile, { atMs: call.stamp.atMs, runtime: call.runtime, project, problem, outcome: decision.kind })
  return { stdout: runtime.render(decision, event).stdout }
}

function describe(problem: { readonly kind: string; readonly path?: string; readonly doorway?: string }): string {
  return [problem.kind, problem.doorway, problem.path].filter((part) => part !== undefined).join(' ')
}
