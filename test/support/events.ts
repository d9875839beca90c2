import type { Event, EventOf, ParsedEvent } from '../../src/core/model/event.ts'
import type { Fact, FactContext, Recorded } from '../../src/core/model/fact.ts'
import { agentId, callId, eventId, projectRoot, sessionId } from '../../src/core/model/ids.ts'
import { NOTHING_SEEN, type SeenByKind, type Surroundings } from '../../src/core/model/surroundings.ts'
import type { ToolCall } from '../../src/core/model/tool.ts'

export const PROJECT = projectRoot('/home/dev/project')
export const SESSION = sessionId('session-1')
export const START_MS = 1_800_000_000_000

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never

/** What any kind of event may need, with nothing looked up: one value serves the events of every test. */
export type AnyAround = Surroundings & Intersection<SeenByKind[keyof SeenByKind]>

export const AROUND: AnyAround = {
  ...NOTHING_SEEN['tool.before'],
  ...NOTHING_SEEN['tool.after'],
  ...NOTHING_SEEN['session.start'],
  ...NOTHING_SEEN['anchor.settle'],
  ...NOTHING_SEEN['anchor.call'],
  project: PROJECT,
  cwd: PROJECT,
  home: '/home/dev',
  cli: 'fairlead',
  stateFile: `${PROJECT}/active_context.yaml`,
  tempDirs: ['/tmp'],
  ownPaths: ['/home/dev/.claude/settings.json', '/home/dev/.fairlead/state'],
}

let minted = 0

/** A new id each time, so that no two events of a test are the same. */
export function common(over: Partial<ParsedEvent> = {}) {
  minted += 1
  return {
    id: eventId(`00000000-0000-4000-8000-${String(minted).padStart(12, '0')}`),
    atMs: START_MS + minted,
    runtime: 'claude-code',
    session: SESSION,
    cwd: String(PROJECT),
    around: AROUND,
    ...over,
  }
}

export function before(tool: ToolCall, over: Partial<EventOf<'tool.before'>> = {}): EventOf<'tool.before'> {
  const base = common()
  return { ...base, kind: 'tool.before', call: callId(`call-${base.id}`), tool, ...over }
}

export function shell(command: string, over: Partial<EventOf<'tool.before'>> = {}): EventOf<'tool.before'> {
  return before({ kind: 'shell', name: 'Bash', command }, over)
}

export function after(call: EventOf<'tool.before'>, over: Partial<EventOf<'tool.after'>> = {}): EventOf<'tool.after'> {
  return {
    ...common(),
    kind: 'tool.after',
    call: call.call,
    tool: call.tool,
    outcome: { ok: true, output: '' },
    ...over,
  }
}

export function inSubagent(type: string): { readonly agent: NonNullable<Event['agent']> } {
  return { agent: { id: agentId(`agent-${type}`), type } }
}

export function contextOf(event: ParsedEvent): FactContext {
  return {
    eventId: event.id,
    atMs: event.atMs,
    runtime: event.runtime,
    session: event.session,
    ...(event.agent && { agent: event.agent.id, agentType: event.agent.type }),
  }
}

export function recorded(event: ParsedEvent, fact: Fact): Recorded {
  return { ...contextOf(event), fact }
}
