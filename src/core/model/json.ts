export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export function isJsonObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value)
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
