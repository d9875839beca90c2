import { MAX_EXPANSION_WORDS } from '../limits.ts'

/** Characters of a word whose braces are expanded; finding the pairs costs their square. */
const MAX_BRACED_CHARS = 2_048

/**
 * Brace expansion of a word as written, before anything else is evaluated: `a{b,c}` gives `ab` and `ac`.
 * Undefined when it would give more words than we follow.
 */
export function expandBraces(text: string): readonly string[] | undefined {
  if (text.length > MAX_BRACED_CHARS) return undefined
  const done: string[] = []
  const waiting: string[] = [text]
  for (let word = waiting.pop(); word !== undefined; word = waiting.pop()) {
    if (done.length + waiting.length >= MAX_EXPANSION_WORDS) return undefined
    const brace = findBrace(word)
    if (brace === undefined) {
      done.push(word)
      continue
    }
    if (brace.items.length > MAX_EXPANSION_WORDS) return undefined
    const [before, after] = [word.slice(0, brace.start), word.slice(brace.end)]
    waiting.push(...brace.items.toReversed().map((item) => before + item + after))
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
  let from = start + 1
  const items = [...commas, end - 1].map((edge) => {
    const item = text.slice(from, edge)
    from = edge + 1
    return item
  })
  return { start, end, items }
}

const RANGE = /^(-?\d{1,9}\.\.-?\d{1,9}|[a-zA-Z]\.\.[a-zA-Z])(\.\.-?\d{1,9})?$/

/** `1..5`, `a..e`, `0..10..2`. */
function range(text: string): readonly string[] | undefined {
  if (!RANGE.test(text)) return undefined
  const parts = text.split('..')
  const [first, last] = [String(parts[0]), String(parts[1])]
  const isLetters = /[a-zA-Z]/.test(first)
  const from = isLetters ? first.charCodeAt(0) : Number(first)
  const to = isLetters ? last.charCodeAt(0) : Number(last)
  const step = Math.max(1, Math.abs(Number(parts[2] ?? 1)))
  const count = Math.min(Math.floor(Math.abs(to - from) / step), MAX_EXPANSION_WORDS) + 1
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0
  return Array.from({ length: count }, (_item, index) => {
    const value = from + index * (from <= to ? step : -step)
    return isLetters ? String.fromCharCode(value) : String(value).padStart(width, '0')
  })
}

/** The next character that is neither quoted nor inside `$( )`, `${ }` or backquotes. */
function skip(text: string, at: number): number {
  const char = text.charAt(at)
  const pair = text.slice(at, at + 2)
  if (char === '\\') return at + 2
  if (pair === "$'") return afterQuote(text, at + 1, '\\')
  if (char === '"' || char === '`') return afterQuote(text, at, '\\')
  if (char === "'") return afterQuote(text, at, '')
  return pair === '$(' || pair === '${' ? afterNested(text, at + 1) : at + 1
}

function afterQuote(text: string, start: number, escapeChar: string): number {
  let at = start + 1
  while (at < text.length && text.charAt(at) !== text.charAt(start)) at += text.charAt(at) === escapeChar ? 2 : 1
  return at + 1
}

function afterNested(text: string, start: number): number {
  const open = text.charAt(start)
  const close = open === '(' ? ')' : '}'
  let at = start + 1
  for (let depth = 1; at < text.length && depth > 0; at += 1) {
    depth += Number(text.charAt(at) === open) - Number(text.charAt(at) === close)
  }
  return at
}
