export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** One spelling per value: keys sorted, no blanks. Hashes and signatures are taken over this text. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value as { readonly [key: string]: Json })
  const sorted = entries.toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}
