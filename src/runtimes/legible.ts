import {
  custom,
  type GenericSchema,
  getDotPath,
  type InferOutput,
  nullish,
  optional,
  parse,
  safeParse,
  string,
} from 'valibot'
import { isJsonObject, type Json } from '../core/model/json.ts'

/** A field of optionalText that may be absent or null. */
export const optionalText = nullish(string())
/** A field that may hold anything: it came out of `JSON.parse`. */
export const json = optional(custom<Json>(() => true))

export interface Legible<Fields> {
  readonly fields: Fields
  /** Path of the first field that is missing or does not fit; empty when the value is no object at all. */
  readonly bad?: string | undefined
}

/**
 * Reads what can be read: a field that does not fit is left out and named, and the others stay, so that a command is
 * still judged beside a broken id (ADR 0003). Every entry of `schema` must be optional; `required` says which are missed.
 */
export function legible<Schema extends GenericSchema<unknown, object>>(
  schema: Schema,
  value: Json | undefined,
  required: readonly (keyof InferOutput<Schema> & string)[] = [],
): Legible<InferOutput<Schema>> {
  if (!isJsonObject(value)) return { fields: parse(schema, {}), bad: '' }
  const { fields, bad } = readFitting(schema, value)
  const given = new Set(Object.entries(fields).flatMap(([key, item]) => ((item ?? null) === null ? [] : [key])))
  return { fields, bad: bad ?? required.find((key) => !given.has(key)) }
}

/** One round per unfit field, so it ends; each round stops at the first, so a million broken items cost one issue. */
function readFitting<Schema extends GenericSchema<unknown, object>>(
  schema: Schema,
  value: { readonly [key: string]: Json },
): Legible<InferOutput<Schema>> {
  const read = safeParse(schema, value, { abortEarly: true })
  if (read.success) return { fields: read.output }
  const [issue] = read.issues
  const unfit = issue.path?.[0]?.key
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => key !== unfit))
  return { fields: readFitting(schema, rest).fields, bad: getDotPath(issue) ?? '' }
}
