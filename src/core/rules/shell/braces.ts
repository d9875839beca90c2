import { MAX_EXPANSION_WORDS } from './limits.ts'

/**
 * Brace expansion of a word as written, before anything else is evaluated: `a{b,c}` gives `ab` and `ac`.
 * Undefined when it would give more words than we follow.
 */
export function expandBraces(text: string): readonly string[] | undefined {
  const done: string[] = []
  const waiting: string[] = [text]
  while (waiting.length > 0) {
    if (done.length + waiting.length > MAX_EXPANSION_WORDS) return undefined
    const word = waiting.pop()
    if (word === undefined) break
    const brace = findBrace(word)
    if (brace === undefined) {
      done.push(word)
      continue
    }
    if (brace.items.length > MAX_EXPANSION_WORDS) return undefined
    const before = word.slice(0, brace.start)
    const after = word.slice(brace.end)
    for (const item of brace.items.toReversed()) waiting.push(before + item + after)
  }
  return done
}

interface Brace {
  readonly start: number
  readonly end: number
  readonly items: readonly string[]
}

function findBrace(text: string): Brace | undefined {
  let at = 0
  while (at < text.length) {
    const char = text[at]
    if (char === '{' && text[at - 1] !== '$') {
      const brace = readBrace(text, at)
      if (brace !== undefined) return brace
    }
    at = skip(text, at)
  }
  return undefined
}

function readBrace(text: string, start: number): Brace | undefined {
  const commas: number[] = []
  let depth = 1
  let at = start + 1
  while (at < text.length) {
    const char = text[at]
    if (char === '{') depth += 1
    else if (char === '}') depth -= 1
    else if (char === ',' && depth === 1) commas.push(at)
    if (depth === 0) return braceItems(text, { start, end: at + 1, commas })
    at = skip(text, at)
  }
  return undefined
}

function braceItems(
  text: string,
  found: { readonly start: number; readonly end: number; readonly commas: readonly number[] },
): Brace | undefined {
  const { start, end, commas } = found
  if (commas.length === 0) {
    const items = range(text.slice(start + 1, end - 1))
    return items === undefined ? undefined : { start, end, items }
  }
  const edges = [start, ...commas, end - 1]
  const items = edges.slice(1).map((edge, index) => text.slice((edges[index] ?? start) + 1, edge))
  return { start, end, items }
}

/** `1..5`, `a..e`, `0..10..2`. */
function range(text: string): readonly string[] | undefined {
  const match = /^(-?\d{1,9}|[a-zA-Z])\.\.(-?\d{1,9}|[a-zA-Z])(?:\.\.(-?\d{1,9}))?$/.exec(text)
  if (match === null) return undefined
  const [, first = '', last = '', by] = match
  const letters = /[a-zA-Z]/.test(first)
  if (letters !== /[a-zA-Z]/.test(last)) return undefined
  const from = letters ? first.charCodeAt(0) : Number(first)
  const to = letters ? last.charCodeAt(0) : Number(last)
  const step = Math.max(1, Math.abs(Number(by ?? 1)))
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0
  const items: string[] = []
  for (let value = from; from <= to ? value <= to : value >= to; value += from <= to ? step : -step) {
    items.push(letters ? String.fromCharCode(value) : String(value).padStart(width, '0'))
    if (items.length > MAX_EXPANSION_WORDS) break
  }
  return items
}

/** The next character that is neither quoted nor inside `$( )`, `${ }` or backquotes. */
function skip(text: string, at: number): number {
  const char = text[at]
  if (char === '\\') return at + 2
  if (char === "'" || char === '`') return closing(text, at, char)
  if (char === '"') return closingQuote(text, at)
  if (char === '$' && (text[at + 1] === '(' || text[at + 1] === '{')) return closingNested(text, at + 1)
  return at + 1
}

function closing(text: string, at: number, quote: string): number {
  const end = text.indexOf(quote, at + 1)
  return end < 0 ? text.length : end + 1
}

function closingQuote(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function closingNested(text: string, start: number): number {
  const open = text[start] ?? '('
  const close = open === '(' ? ')' : '}'
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === open) depth += 1
    else if (text[at] === close) depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}
