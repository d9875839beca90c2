import { degrade, degradeElsewhere } from '../core/index.ts'
import { ALLOW } from '../core/model/decision.ts'
import { type ProjectRoot, projectRoot, sessionId } from '../core/model/ids.ts'
import { lineWithoutState } from '../core/protocols/edge/observe.ts'
import { GATE_WORDS } from '../core/words/gate.ts'
import type { Parsed, Runtime } from '../runtimes/runtime.ts'
import type { GateRooms, HookAnswer, HookCall, Pipeline } from './gate.ts'
import { gatherWithoutState } from './gather.ts'
import { appendProof, SESSION_LOG } from './proof-log.ts'

/** A hook call that cannot be decided as usual, as far as it was read. */
interface TroubledCall {
  readonly runtime: Runtime
  readonly call: HookCall
  readonly project: ProjectRoot
  readonly parsed: Parsed
}

/** What could be read is judged by the rules that need no state; what could not is reported. */
export async function answerMalformed(
  { governed, machine }: GateRooms,
  { submit }: Pipeline,
  { runtime, call, project, parsed }: TroubledCall,
): Promise<HookAnswer> {
  const problem = parsed.ok ? '' : describe(parsed.problem)
  const { event } = parsed
  const decision = event
    ? degrade(
        await gatherWithoutState(event, project, machine, { prefix: call.prefix }),
        problem,
        governed.policy(project),
      )
    : ALLOW
  const { session, cwd, agent } = event ?? { session: sessionId('unknown'), cwd: project }
  const common = { ...call.stamp, runtime: call.runtime, session, cwd, ...(agent && { agent }) }
  await submit({ parsed: { ...common, kind: 'report', report: { of: 'malformed-payload', problem } }, project })
  return { stdout: runtime.render(decision, event).stdout }
}

export async function answerDegraded(
  { governed, machine, recordGap }: GateRooms,
  { runtime, call, project, parsed }: TroubledCall,
  problem: string,
  asksGit = true,
): Promise<HookAnswer> {
  const { event } = parsed
  const gathered = event && (await gatherWithoutState(event, project, machine, { asksGit, prefix: call.prefix }))
  const decision = gathered ? degrade(gathered, problem, governed.policy(project)) : ALLOW
  // Fail-open loses memory, not the record: the next session finds the line and takes it over.
  if (gathered?.kind === 'tool.after') appendProof(machine.homes(project).own, SESSION_LOG, lineWithoutState(gathered))
  recordGap({ atMs: call.stamp.atMs, runtime: call.runtime, project, problem, outcome: decision.kind })
  return { stdout: runtime.render(decision, event).stdout }
}

/** A call in a folder that is not set up. Only what is blocked leaves a trace. */
export async function answerElsewhere(
  { governed, machine, recordGap }: GateRooms,
  { runtime, call, parsed }: Omit<TroubledCall, 'project'>,
): Promise<HookAnswer> {
  const { event } = parsed
  if (event?.kind !== 'tool.before') return { stdout: '' }
  const project = projectRoot(event.cwd)
  const decision = degradeElsewhere(
    await gatherWithoutState(event, project, machine, { asksGit: false }),
    governed.policy(project),
  )
  if (decision.kind === 'allow') return { stdout: '' }
  const { stamp } = call
  recordGap({ atMs: stamp.atMs, runtime: call.runtime, project, problem: GATE_WORDS.notSetUp, outcome: decision.kind })
  return { stdout: runtime.render(decision, event).stdout }
}

function describe(problem: { readonly kind: string; readonly path?: string; readonly doorway?: string }): string {
  return [problem.kind, problem.doorway, problem.path].filter((part) => part !== undefined).join(' ')
}
