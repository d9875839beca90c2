import type { RecordedCitation } from '../../../model/citation.ts'
import { sessionId } from '../../../model/ids.ts'
import { isRecord, type Json, parseJson } from '../../../model/json.ts'
import { lookUp } from '../../../model/language.ts'
import type { LedgerEntry, LedgerPhase, NumberedEntry } from '../../../model/ledger.ts'
import { isoTime, parseTime } from '../../../model/time.ts'
import { ENTRY_SHAPES } from './entry-shapes.ts'
import { number, type Shape, textShape } from './shape.ts'

export type TrajectoryLine = { readonly [key: string]: Json }

/** One line of `{agent}-{date}.jsonl`. `ts` is written (C39). */
export function lineOf({ n, atMs, session, agent, entry }: NumberedEntry): TrajectoryLine {
  const { phase, ...fields } = entry
  return { ts: isoTime(atMs), agent, phase, session_id: session, n, ...fields, ...singled(entry) }
}

/** LEDGER-132: a claim with one citation has it as one object. */
function singled(entry: LedgerEntry): { readonly evidence?: RecordedCitation } {
  const [only, ...more] = entry.phase === 'cite' ? entry.evidence : []
  return only === undefined || more.length > 0 ? {} : { evidence: only }
}

/** What the line says, if it is one of ours; `timestamp` is read as well as `ts`. Undefined is a malformed line. */
export function readLine(line: string): NumberedEntry | undefined {
  const given = parse(line)
  const entry = given && entryIn(given)
  if (given === undefined || entry === undefined) return undefined
  const field = (name: string) => lookUp(given, name)
  const n = number(field('n'))
  const atMs = parseTime(textShape(field('ts') ?? field('timestamp')) ?? '')
  if (n === undefined || atMs === undefined) return undefined
  return {
    n,
    atMs,
    session: sessionId(textShape(field('session_id')) ?? ''),
    agent: textShape(field('agent')) ?? '',
    entry,
  }
}

type Fields = Readonly<Record<string, unknown>>

function entryIn(given: Fields): LedgerEntry | undefined {
  const phase = textShape(lookUp(given, 'phase')) ?? ''
  const shape: Shape<object> | undefined = lookUp<Shape<object>>(ENTRY_SHAPES, phase)
  const fields = shape?.(given)
  // The shape was found by the very phase that it reads.
  return fields && ({ phase: phase as LedgerPhase, ...fields } as LedgerEntry)
}

function parse(line: string): Fields | undefined {
  const value = parseJson(line)
  return isRecord(value) ? value : undefined
}
