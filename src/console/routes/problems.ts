import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as v from 'valibot'
import { CONSOLE_PROBLEMS } from '../../core/words/person.ts'
import type { ConsoleProblem } from '../contract/shapes.ts'

const STATUS: Readonly<Record<ConsoleProblem['kind'], ContentfulStatusCode>> = {
  locked: 401,
  stranger: 403,
  level: 403,
  refused: 403,
  changed: 409,
  gone: 410,
  malformed: 400,
  missing: 404,
  'slow-down': 429,
  broken: 500,
}

/** Something that a person is told, thrown where it is found. */
export class Told extends Error {
  readonly problem: ConsoleProblem
  constructor(kind: ConsoleProblem['kind'], { text, next }: { readonly text: string; readonly next: string }) {
    super(text)
    this.problem = { kind, text, next }
  }
}

export function problemResponse(c: Context, problem: ConsoleProblem): Response {
  return c.json({ problem }, STATUS[problem.kind])
}

/** Checked at the door; inside, the type is trusted. */
export function checked<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) throw new Told('malformed', CONSOLE_PROBLEMS.malformed)
  return parsed.output
}

export function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Told('missing', CONSOLE_PROBLEMS.missing)
  return value
}
