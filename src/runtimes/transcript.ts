import type { ParsedEvent, Stamp } from '../core/model/event.ts'
import { eventId } from '../core/model/ids.ts'
import { isJsonObject, type Json } from '../core/model/json.ts'
import type { Parsed } from './runtime.ts'
import { readJson } from './torn-json.ts'

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
  for (const key of path) found = isJsonObject(found) && Object.hasOwn(found, key) ? (found[key] ?? null) : null
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

/** Lines to look at from the end; a transcript grows by a few with each call. */
const MAX_LINES = 400

/** The newest line that holds the mark and can be read, from the end of a file of JSON lines. */
export function lastLine<Found>(
  tail: string,
  mark: string,
  read: (json: Json) => Found | undefined,
): Found | undefined {
  let end = tail.length
  for (let looked = 0; looked < MAX_LINES && end > 0; looked += 1) {
    const start = tail.lastIndexOf('\n', end - 1) + 1
    const line = tail.slice(start, end)
    end = start - 1
    // The first line of a tail is mostly torn.
    const json = line.includes(mark) ? readJson(line) : undefined
    const found = json === undefined ? undefined : read(json)
    if (found !== undefined) return found
  }
  return undefined
}
