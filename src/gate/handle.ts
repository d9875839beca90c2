import type { Decision } from '../core/model/decision.ts'
import type { ParsedEvent, Report } from '../core/model/event.ts'
import type { GovernedBy } from '../core/model/homes.ts'
import { agentId, eventId, type ProjectRoot, sessionId } from '../core/model/ids.ts'
import { redact } from '../core/rules/text/redact.ts'
import { GATE_WORDS } from '../core/words/gate.ts'
import type { Arrival } from '../person/arrival.ts'
import type { Parsed, Runtime } from '../runtimes/runtime.ts'
import { GIVEN_UP } from './commit.ts'
import type { Caller, GateRooms, HookAnswer, HookCall, Pipeline } from './gate.ts'
import { waitForPerson } from './wait.ts'
import { answerDegraded, answerElsewhere, answerMalformed } from './without-state.ts'

const SILENCE: HookAnswer = { stdout: '' }

/** One hook call: text in, text out. Whatever goes wrong, the rules that need no state are still applied. */
export async function handle(
  rooms: GateRooms,
  pipeline: Pipeline,
  call: HookCall,
  { arrival, caller }: { readonly arrival: Arrival | undefined; readonly caller: Caller | undefined },
): Promise<HookAnswer> {
  const runtime = rooms.runtimeOf(call.runtime)
  if (!runtime) return SILENCE
  let parsed: Parsed = { ok: false, problem: { kind: 'not-json' } }
  let project = rooms.governed.rootOf(call.startDir)
  try {
    parsed = parse(runtime, call)
    project = rootOf(rooms, call, parsed)
    project = await homeOf(rooms, parsed, project)
    // Asked again, with the database open by now: one that could not be read for a moment governs nobody for good.
    const standing = project && rooms.governed.standing(project)
    if (!project || !standing) return await answerElsewhere(rooms, { runtime, call, parsed })
    if (!parsed.ok) return await answerMalformed(rooms, pipeline, { runtime, call, project, parsed })
    const { event } = parsed
    if (standing.kind !== 'listed') await recordStanding(pipeline, event, project, standing)
    const submission = { parsed: event, project, runtime, arrival, caller, prefix: call.prefix, ran: call.ran }
    const first = await pipeline.submit(submission)
    const waitedMs = caller ? await waitForPerson(rooms, call, { caller, project, decision: first, event }) : undefined
    if (waitedMs === undefined) return answered(runtime, first, event)
    // Judged anew, as one more event: what was approved passes as this very call.
    const again = { ...event, id: eventId(`${event.id}-decided`), atMs: event.atMs + waitedMs }
    return answered(runtime, await pipeline.submit({ ...submission, parsed: again }), event)
  } catch (error) {
    // Nor is anything put on record for a caller that decides by itself meanwhile.
    if (error === GIVEN_UP || (parsed.event?.kind === 'tool.before' && caller?.hasGivenUp())) throw GIVEN_UP
    const problem = error instanceof Error ? error.message.slice(0, 300) : GATE_WORDS.unknownFailure
    return project
      ? answerDegraded(rooms, { runtime, call, project, parsed }, problem)
      : answerElsewhere(rooms, { runtime, call, parsed })
  } finally {
    pipeline.durable.delete(call.stamp.id)
  }
}

function answered(runtime: Runtime, decision: Decision, event: ParsedEvent): HookAnswer {
  const { stdout } = runtime.render(decision, event)
  return 'unsealed' in decision ? { stdout, unsealed: true } : { stdout }
}

/** For a hook that has no time left. */
export async function handleAlone(
  rooms: GateRooms,
  pipeline: Pipeline,
  call: HookCall,
  problem: string,
): Promise<HookAnswer> {
  const runtime = rooms.runtimeOf(call.runtime)
  if (!runtime) return SILENCE
  const parsed = parse(runtime, call)
  // What it may spend is spent: this is the answer, though the state file does not show it yet.
  const decided = parsed.ok ? pipeline.durable.get(call.stamp.id) : undefined
  if (decided) return { stdout: runtime.render(decided, parsed.event).stdout }
  const project = rootOf(rooms, call, parsed)
  return project
    ? answerDegraded(rooms, { runtime, call, project, parsed }, problem, false)
    : answerElsewhere(rooms, { runtime, call, parsed })
}

/** Names that a runtime gives are kept with every fact: one that looks like a secret goes by another name from here on. */
function parse(runtime: Runtime, call: HookCall): Parsed {
  const parsed = runtime.parse(call.bytes, call.stamp)
  const { event } = parsed
  if (!event) return parsed
  const { session, agent } = event
  const names = `${session}\n${agent?.id ?? ''}\n${agent?.type ?? ''}`
  if (redact(names) === names) return parsed
  const named = agent && { ...agent, id: agentId(redact(agent.id)), type: redact(agent.type) }
  return {
    ...parsed,
    event: { ...event, session: sessionId(redact(session)), ...(named && { agent: named }) },
  } as Parsed
}

/** Where the session began decides; a session that began elsewhere and works here is governed all the same. */
function rootOf({ governed }: GateRooms, call: HookCall, { event }: Parsed): ProjectRoot | undefined {
  return governed.rootOf(call.startDir) ?? (event && governed.rootOf(event.cwd))
}

/** Once a session: that the project was found under a new name, or is governed although the list does not say so. */
async function recordStanding(
  { submit }: Pipeline,
  { atMs, runtime, session, cwd }: ParsedEvent,
  project: ProjectRoot,
  standing: Exclude<GovernedBy, { readonly kind: 'listed' }>,
): Promise<void> {
  const report: Report =
    standing.kind === 'kept'
      ? { of: 'list-lost', problem: standing.problem }
      : { of: 'governed', git: standing.by.git, from: standing.by.root }
  // The id is the session's: the store records an event once.
  const id = eventId(`${report.of}-${session}`)
  await submit({ parsed: { id, atMs, runtime, session, cwd, kind: 'report', report }, project })
}

/** A session keeps the project it was first seen in: changing folders does not leave the gate. */
async function homeOf(
  rooms: GateRooms,
  { event }: Parsed,
  root: ProjectRoot | undefined,
): Promise<ProjectRoot | undefined> {
  if (!event) return root
  const { runtime, session } = event
  try {
    const store = await rooms.store()
    const known = await store.knownHome(runtime, session)
    if (known) return rooms.governed.standing(known) ? known : root
    return root && (await store.homeOf({ runtime, session, project: root }))
  } catch {
    // Whether the database can be used at all is for the commit to say: it waits for its turn once more.
    return root
  }
}
