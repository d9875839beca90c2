import type { Json } from '../../model/json.ts'

/** PLANE-F01b: what one call is about, in one string. */
const ORDER = ['command', 'file_path', 'path', 'pattern', 'url', 'query'] as const

/** The first of the telling fields that is not empty; nothing when the input has none of them. */
export function collapseTarget(input: Json): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  const fields = new Map(Object.entries(input))
  for (const name of ORDER) {
    const value = fields.get(name)
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
