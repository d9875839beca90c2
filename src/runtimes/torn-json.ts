import type { Json } from '../core/model/json.ts'

/** The value of a JSON text, or undefined. A mark of the byte order in front says nothing. */
export function readJson(source: string): Json | undefined {
  try {
    return JSON.parse(source.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/**
 * The value of a JSON text whose end was cut off, closed where it stopped; or of the first whole object, where something
 * else follows. A payload may be longer than what a host reads; the command at its beginning is still judged (ADR 0003).
 */
export function readTornJson(source: string): Json | undefined {
  const { whole, closers, end } = scan(source)
  const first = end === undefined ? undefined : readJson(source.slice(0, end))
  if (first !== undefined || closers === '') return first
  const endings = [whole, whole.replace(/,\s{0,8}$/, ''), `${whole}null`, `${whole}:null`]
  for (const ending of endings) {
    const value = readJson(ending + closers)
    if (value !== undefined) return value
  }
  return undefined
}

interface Scanned {
  /** The text without a half escape at its end, an open string closed. */
  readonly whole: string
  readonly closers: string
  /** Where the first object or list is closed. */
  readonly end: number | undefined
}

function scan(source: string): Scanned {
  const open: string[] = []
  let inString = false
  let escapeAt = -1
  let end: number | undefined
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at]
    if (character === '\\' && inString) {
      escapeAt = at
      at += source[at + 1] === 'u' ? 5 : 1
    } else if (character === '"') inString = !inString
    else if (inString) continue
    else if (character === '{') open.push('}')
    else if (character === '[') open.push(']')
    else if (character === '}' || character === ']') {
      open.pop()
      if (open.length === 0) end ??= at + 1
    }
  }
  const closers = open.toReversed().join('')
  if (!inString) return { whole: source, closers, end }
  const escapeLength = source[escapeAt + 1] === 'u' ? 6 : 2
  const torn = escapeAt >= 0 && escapeAt + escapeLength > source.length
  return { whole: `${torn ? source.slice(0, escapeAt) : source}"`, closers, end }
}
