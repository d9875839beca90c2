import type { ParsedEvent, Stamp } from '../core/model/event.ts'
import { eventId } from '../core/model/ids.ts'
import type { Json } from '../core/model/json.ts'
import { isObject } from './legible.ts'
import type { Parsed } from './runtime.ts'

/** A session that a runtime wrote down itself, as the events its hooks would have brought. */
export interface Transcript {
  readonly session: string
  readonly cwd: string
  readonly events: readonly ParsedEvent[]
}

export interface TranscriptReader {
  /** Whether a line of a file is one of this runtime's records. */
  readonly owns: (record: Json) => boolean
  readonly read: (records: readonly Json[]) => Transcript
}

type Parse = (bytes: string, stamp: Stamp) => Parsed

/** Hook payloads in the order in which they would have come, read by the runtime's own parser. */
export function eventsOf(parse: Parse, payloads: readonly Payload[]): readonly ParsedEvent[] {
  return payloads.flatMap(({ atMs, payload }, index) => {
    const { event } = parse(JSON.stringify(payload), { id: eventId(`replay-${index}`), atMs })
    return event === undefined ? [] : [event]
  })
}

export interface Payload {
  readonly atMs: number
  readonly payload: { readonly [key: string]: Json | undefined }
}

/** A field of a record, null where there is none. */
export function field(record: Json | undefined, ...path: readonly string[]): Json {
  let found: Json = record ?? null
  for (const key of path) found = isObject(found) && Object.hasOwn(found, key) ? (found[key] ?? null) : null
  return found
}

export function textField(record: Json | undefined, ...path: readonly string[]): string {
  const found = field(record, ...path)
  return typeof found === 'string' ? found : ''
}

/** 0 where the record has no time: then nothing counts minutes. */
export function timeOf(record: Json): number {
  const atMs = Date.parse(textField(record, 'timestamp'))
  return Number.isFinite(atMs) ? atMs : 0
}
