export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export function isJsonObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return isRecord(value)
}

/** What a text says as JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The members of the object that a text says as JSON; none where it says something else. */
export function jsonFields(text: string): Readonly<Record<string, unknown>> {
  return foreignFields(parseJson(text))
}

/** Neither nothing nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members of what somebody else wrote; none where it is no object. */
export function foreignFields(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** A member of an object that somebody else wrote; undefined where there is none. */
export function foreignField(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/** One spelling per value: keys sorted, no blanks. Hashes and signatures are taken over this text. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value)
  const sorted = entries.toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>
