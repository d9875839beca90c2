import type { Json } from '../core/model/json.ts'

/** A value with its place in the text: `text.slice(start, end)` is how the user wrote it. */
export type JsonNode = ObjectNode | ArrayNode | ScalarNode

export interface ObjectNode {
  readonly kind: 'object'
  readonly start: number
  readonly end: number
  readonly members: readonly MemberNode[]
}

export interface ArrayNode {
  readonly kind: 'array'
  readonly start: number
  readonly end: number
  readonly items: readonly JsonNode[]
}

interface ScalarNode {
  readonly kind: 'scalar'
  readonly start: number
  readonly end: number
  readonly value: string | number | boolean | null
}

export interface MemberNode {
  readonly key: string
  readonly start: number
  readonly end: number
  readonly value: JsonNode
}

export type Scanned =
  /** `root` is null for a text with nothing but blanks and comments. */
  { readonly ok: true; readonly root: JsonNode | null } | { readonly ok: false; readonly problem: string }

const MAX_DEPTH = 200
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[a-z]+/y
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y
const BLANK = /[ \t\r\n]*/y
/** Some editors put it first; it is part of no value and stays. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A text, and how far it was read. */
export interface Cursor {
  readonly text: string
  at: number
}

interface JsonCursor extends Cursor {
  depth: number
}

/** JSON with the liberties people take in settings: comments, trailing commas, a byte order mark. */
export function scanJson(text: string): Scanned {
  const cursor: JsonCursor = { text, at: text.startsWith(BYTE_ORDER_MARK) ? 1 : 0, depth: 0 }
  try {
    skipBlank(cursor)
    if (cursor.at === text.length) return { ok: true, root: null }
    const root = scanValue(cursor)
    skipBlank(cursor)
    if (cursor.at < text.length) throw problemAt(cursor, 'text after the end')
    return { ok: true, root }
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, problem: error.message }
    throw error
  }
}

export function plainJson(node: JsonNode): Json {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.items.map(plainJson)
  return Object.fromEntries(node.members.map((member) => [member.key, plainJson(member.value)]))
}

/** Of two equal keys the last one counts, as in every JSON parser. */
export function memberOf(node: JsonNode | null | undefined, key: string): MemberNode | undefined {
  return node?.kind === 'object' ? node.members.findLast((member) => member.key === key) : undefined
}

/** First place at or after `at` that is neither blank nor comment. */
export function skipBlankFrom(text: string, at: number): number {
  const cursor: JsonCursor = { text, at, depth: 0 }
  skipBlank(cursor)
  return cursor.at
}

function scanValue(cursor: JsonCursor): JsonNode {
  const { text, at: start } = cursor
  const first = text[start]
  if (first === '{') return nested(cursor, scanObject)
  if (first === '[') return nested(cursor, scanArray)
  if (first === '"') return { kind: 'scalar', start, value: scanString(cursor), end: cursor.at }
  const number = take(cursor, NUMBER)
  if (number !== '') return { kind: 'scalar', start, end: cursor.at, value: Number(number) }
  const word = take(cursor, WORD)
  if (word === 'true' || word === 'false') return { kind: 'scalar', start, end: cursor.at, value: word === 'true' }
  if (word === 'null') return { kind: 'scalar', start, end: cursor.at, value: null }
  cursor.at = start
  throw problemAt(cursor, start === text.length ? 'it ends too early' : 'a value was expected')
}

function nested(cursor: JsonCursor, scan: (cursor: JsonCursor) => JsonNode): JsonNode {
  cursor.depth += 1
  if (cursor.depth > MAX_DEPTH) throw problemAt(cursor, 'nested too deeply')
  const node = scan(cursor)
  cursor.depth -= 1
  return node
}

function scanObject(cursor: JsonCursor): ObjectNode {
  const start = cursor.at
  const members: MemberNode[] = []
  scanParts(cursor, '}', () => {
    const memberStart = cursor.at
    if (cursor.text[memberStart] !== '"') throw problemAt(cursor, 'a key in quotes was expected')
    const key = scanString(cursor)
    skipBlank(cursor)
    if (cursor.text[cursor.at] !== ':') throw problemAt(cursor, '`:` was expected')
    cursor.at += 1
    skipBlank(cursor)
    const value = scanValue(cursor)
    members.push({ key, start: memberStart, end: cursor.at, value })
  })
  return { kind: 'object', start, end: cursor.at, members }
}

function scanArray(cursor: JsonCursor): ArrayNode {
  const start = cursor.at
  const items: JsonNode[] = []
  scanParts(cursor, ']', () => items.push(scanValue(cursor)))
  return { kind: 'array', start, end: cursor.at, items }
}

function scanParts(cursor: JsonCursor, close: string, scanPart: () => void): void {
  cursor.at += 1
  skipBlank(cursor)
  while (cursor.text[cursor.at] !== close) {
    scanPart()
    skipBlank(cursor)
    const next = cursor.text[cursor.at]
    if (next !== ',' && next !== close) throw problemAt(cursor, `\`,\` or \`${close}\` was expected`)
    if (next === ',') cursor.at += 1
    skipBlank(cursor)
  }
  cursor.at += 1
}

function scanString(cursor: JsonCursor): string {
  const start = cursor.at
  const raw = take(cursor, STRING)
  try {
    return String(JSON.parse(raw))
  } catch {
    cursor.at = start
    throw problemAt(cursor, 'a broken string')
  }
}

function skipBlank(cursor: JsonCursor): void {
  for (;;) {
    take(cursor, BLANK)
    const opening = cursor.text.slice(cursor.at, cursor.at + 2)
    if (opening !== '//' && opening !== '/*') return
    const close = opening === '//' ? '\n' : '*/'
    const end = cursor.text.indexOf(close, cursor.at + 2)
    if (end === -1 && opening === '/*') throw problemAt(cursor, 'a comment without an end')
    cursor.at = end === -1 ? cursor.text.length : end + close.length
  }
}

/** What stands here of the pattern, a sticky one; then it is read. */
export function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0] ?? ''
  cursor.at += found.length
  return found
}

function problemAt(cursor: Cursor, what: string): SyntaxError {
  const before = cursor.text.slice(0, cursor.at)
  const line = before.split('\n').length
  return new SyntaxError(`line ${line}, column ${cursor.at - before.lastIndexOf('\n')}: ${what}`)
}
