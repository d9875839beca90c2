import { decide, degrade, evolve } from '../core/index.ts'
import { ALLOW, type Decision } from '../core/model/decision.ts'
import type { Effect } from '../core/model/effect.ts'
import type { Event, ParsedEvent } from '../core/model/event.ts'
import type { Fact, FactContext } from '../core/model/fact.ts'
import { eventId, type ProjectRoot, sessionId } from '../core/model/ids.ts'
import type { Policy } from '../core/model/policy.ts'
import type { State } from '../core/model/state.ts'
import { lineWithoutState } from '../core/protocols/edge/observe.ts'
import type { Parsed, Runtime } from '../runtimes/runtime.ts'
import type { Step, Store } from '../stores/store.ts'
import type { AnchorFiles } from './anchor-files.ts'
import { lookAtAnchor } from './anchor-look.ts'
import { perform } from './effects.ts'
import { recordGap } from './gaps.ts'
import type { Gate, HookAnswer, HookCall } from './gate.ts'
import { gather, type Habitat } from './gather.ts'
import { gatherBackups } from './gather-backups.ts'
import { type Key, rejectForged, signGrants } from './grants.ts'
import { appendProof, SESSION_LOG } from './proof-log.ts'

export interface GateParts extends Habitat {
  readonly runtimeOf: (name: string) => Runtime | undefined
  /** Opened at first need: an ungoverned folder never touches the database. */
  readonly store: () => Promise<Store>
  /** The project of this folder when the person governs it. */
  readonly governedRoot: (startDir: string) => ProjectRoot | undefined
  /** True when any project at all is governed. */
  readonly governsAny: () => boolean
  /** Under which this project is judged. Never throws. */
  readonly policy: (project: ProjectRoot) => Policy
  readonly key: () => Key
  readonly gapsFile: string
  /** Where copies of files are kept. */
  readonly backupFolder: string
  readonly anchorFiles: AnchorFiles
}

const SILENCE: HookAnswer = { stdout: '' }

// A type, not an interface: what is stored must be JSON, and only a type is known to have no other members.
type Answer = {
  readonly decision: Decision
  readonly effects: readonly Effect[]
}

export function makeGate(parts: GateParts): Gate {
  return {
    handle: (call) => handle(parts, call),
    submit: async (parsed, project) => (await decideAndCommit(parts, parsed, { project })).decision,
    close: async () => (await parts.store()).close(),
  }
}

/** One hook call, end to end. Whatever goes wrong, the rules that need no state are still applied. */
async function handle(parts: GateParts, call: HookCall): Promise<HookAnswer> {
  const runtime = parts.runtimeOf(call.runtime)
  if (!runtime || !parts.governsAny()) return SILENCE
  const parsed = readCall(runtime, call)
  const project = await projectOf(parts, call, parsed)
  if (!project) return SILENCE
  try {
    if (!parsed.ok) return await answerMalformed(parts, { runtime, call, project, parsed })
    const { decision } = await decideAndCommit(parts, parsed.event, { project, runtime })
    return { stdout: runtime.render(decision, parsed.event).stdout }
  } catch (error) {
    return answerDegraded(parts, { runtime, call, project, parsed, problem: messageOf(error) })
  }
}

function readCall(runtime: Runtime, call: HookCall): Parsed {
  try {
    return runtime.parse(call.bytes, call.stamp)
  } catch {
    return { ok: false, problem: { kind: 'not-json' } }
  }
}

/** A session keeps the project it was first seen in: changing folders does not leave the gate. */
async function projectOf(parts: GateParts, call: HookCall, parsed: Parsed): Promise<ProjectRoot | undefined> {
  const { event } = parsed
  // Where the session began decides; a session that began elsewhere and works here is governed all the same.
  const root = parts.governedRoot(call.startDir) ?? (event && parts.governedRoot(event.cwd))
  if (!event) return root
  try {
    const store = await parts.store()
    const known = await store.knownHome(event.runtime, event.session)
    if (known || !root) return known
    return await store.homeOf({ runtime: event.runtime, session: event.session, project: root })
  } catch {
    return root
  }
}

async function decideAndCommit(
  parts: GateParts,
  parsed: ParsedEvent,
  where: { readonly project: ProjectRoot; readonly runtime?: Runtime },
): Promise<Answer> {
  const { project, runtime } = where
  const gathered = await gather(parsed, project, parts)
  const policy = parts.policy(project)
  const looked = await lookAtAnchor(gathered, { files: parts.anchorFiles, store: parts.store, policy })
  const store = await parts.store()
  const event = await gatherBackups(looked, { store, policy, folder: parts.backupFolder })
  const update = await store.update(project, contextOf(event), (state) =>
    step(parts, { state, event, project, runtime, policy }),
  )
  const answer: Answer = update.result
  if (update.replayed) return answer
  const instead = perform(answer.effects, project, parts.anchorFiles)
  return instead === undefined ? answer : { ...answer, decision: instead }
}

interface StepInput {
  readonly state: State
  readonly event: Event
  readonly project: ProjectRoot
  readonly runtime: Runtime | undefined
  readonly policy: Policy
}

/** Pure given the key, so that a store may run it again. */
function step(parts: GateParts, { state, event, project, runtime, policy }: StepInput): Step<Answer> {
  const context = contextOf(event)
  const forged = rejectForged(state, project, parts.key)
  const trusted = forged.reduce((known, fact) => evolve(known, { ...context, fact }), state)
  const { decision, facts, effects } = decide(trusted, event, policy)
  const lost = runtime?.render(decision, event).lost ?? []
  const reduced: readonly Fact[] = lost.length > 0 ? [{ kind: 'answer.reduced', doorway: event.kind, lost }] : []
  return { facts: [...forged, ...signGrants(facts, project, parts.key()), ...reduced], result: { decision, effects } }
}

interface Trouble {
  readonly runtime: Runtime
  readonly call: HookCall
  readonly project: ProjectRoot
  readonly parsed: Parsed
}

/** What could be read is judged by the rules that need no state; what could not is recorded. */
async function answerMalformed(parts: GateParts, { runtime, call, project, parsed }: Trouble): Promise<HookAnswer> {
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

async function answerDegraded(parts: GateParts, trouble: Trouble & { readonly problem: string }): Promise<HookAnswer> {
  const { runtime, call, project, parsed, problem } = trouble
  const { event } = parsed
  const gathered = event && (await gather(event, project, parts))
  const decision = gathered ? degrade(gathered, problem, parts.policy(project)) : ALLOW
  // Fail-open loses memory, not the record: the next session finds the line and takes it over.
  if (gathered?.kind === 'tool.after') appendProof(project, SESSION_LOG, lineWithoutState(gathered))
  recordGap(parts.gapsFile, { atMs: call.stamp.atMs, runtime: call.runtime, project, problem, outcome: decision.kind })
  return { stdout: runtime.render(decision, event).stdout }
}

function contextOf(event: ParsedEvent): FactContext {
  return {
    eventId: eventId(event.id),
    atMs: event.atMs,
    runtime: event.runtime,
    session: event.session,
    ...(event.agent && { agent: event.agent.id, agentType: event.agent.type }),
  }
}

function describe(problem: { readonly kind: string; readonly path?: string; readonly doorway?: string }): string {
  return [problem.kind, problem.doorway, problem.path].filter((part) => part !== undefined).join(' ')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : 'unknown failure'
}
