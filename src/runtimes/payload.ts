import { object } from 'valibot'
import type { Agent, ParsedEvent, Stamp } from '../core/model/event.ts'
import { agentId, sessionId } from '../core/model/ids.ts'
import { isJsonObject, type Json } from '../core/model/json.ts'
import { legible, optionalText } from './legible.ts'
import type { Parsed, ParseProblem } from './runtime.ts'
import { readJson, readTornJson } from './torn-json.ts'

type Envelope = 'id' | 'atMs' | 'runtime' | 'session' | 'cwd' | 'agent' | 'transcript' | 'permissionMode'
type Without<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never

/** What one doorway adds to the fields that every event has. */
type Body = Without<ParsedEvent, Envelope>

export interface BodyReading {
  readonly body: Body
  /** Path of the first field that is missing or does not fit. `body` is then what could be read. */
  readonly bad?: string | undefined
}

/** Reads the fields of one doorway. `cwd` is for relative paths. */
export type ReadDoorway = (payload: Json, cwd: string) => BodyReading

export interface Dialect {
  readonly runtime: string
  readonly doorways: ReadonlyMap<string, ReadDoorway>
}

/** Stands in for an id that could not be read. */
export const UNKNOWN = 'unknown'
/** Stands in for a folder that could not be read: seen from here, a relative path is judged most strictly. */
const ROOT = '/'

const Common = object({
  hook_event_name: optionalText,
  session_id: optionalText,
  cwd: optionalText,
  transcript_path: optionalText,
  permission_mode: optionalText,
  agent_id: optionalText,
  agent_type: optionalText,
})

/**
 * Hook JSON to event, for the clients that speak the dialect of Claude Code. Never throws. Whatever is wrong is named,
 * and what could be read is still an event, so that the catastrophic is refused (ADR 0003).
 */
export function parsePayload(dialect: Dialect, bytes: string, stamp: Stamp): Parsed {
  const whole = readJson(bytes)
  const payload = whole === undefined ? readTornJson(bytes) : whole
  if (payload === undefined) return { ok: false, problem: { kind: 'not-json' } }
  const { event, problem } = readEvent(dialect, payload, stamp)
  if (whole === undefined) return failed({ kind: 'not-json' }, event)
  if (problem !== undefined || event === undefined) return failed(problem ?? { kind: 'bad-shape', path: '' }, event)
  return { ok: true, event }
}

interface EventReading {
  readonly event?: ParsedEvent
  readonly problem?: ParseProblem
}

function readEvent({ runtime, doorways }: Dialect, payload: Json, stamp: Stamp): EventReading {
  const { fields, bad } = legible(Common, payload, ['hook_event_name', 'session_id', 'cwd'])
  const doorway = fields.hook_event_name ?? guessedDoorway(payload)
  if (doorway === undefined) return { problem: { kind: 'bad-shape', path: bad ?? '' } }
  const cwd = fields.cwd ?? ROOT
  const read: BodyReading = doorways.get(doorway)?.(payload, cwd) ?? { body: { kind: 'other', name: doorway } }
  const agent: Agent | undefined = fields.agent_id
    ? { id: agentId(fields.agent_id), type: fields.agent_type ?? '' }
    : undefined
  const event: ParsedEvent = {
    id: stamp.id,
    atMs: stamp.atMs,
    runtime,
    session: sessionId(fields.session_id ?? UNKNOWN),
    cwd,
    ...(agent === undefined ? {} : { agent }),
    ...(typeof fields.transcript_path === 'string' ? { transcript: fields.transcript_path } : {}),
    ...(typeof fields.permission_mode === 'string' ? { permissionMode: fields.permission_mode } : {}),
    ...read.body,
  }
  const path = bad ?? read.bad
  return path === undefined ? { event } : { event, problem: { kind: 'bad-shape', doorway, path } }
}

/** A payload without a name that brings a tool and no result can only be the one before the tool runs. */
function guessedDoorway(payload: Json): string | undefined {
  const asks = isJsonObject(payload) && Object.hasOwn(payload, 'tool_input') && !Object.hasOwn(payload, 'tool_response')
  return asks ? 'PreToolUse' : undefined
}

function failed(problem: ParseProblem, event: ParsedEvent | undefined): Parsed {
  return event === undefined ? { ok: false, problem } : { ok: false, problem, event }
}
