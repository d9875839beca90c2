import { type Cursor, take } from './json-scan.ts'

/** One statement of a TOML text with its place. `path` is complete: the table's keys, then its own. */
export type TomlStatement = TomlHeader | TomlPair

interface TomlHeader {
  readonly kind: 'table' | 'array-table'
  readonly path: readonly string[]
  readonly start: number
  readonly end: number
}

export interface TomlPair {
  readonly kind: 'pair'
  readonly path: readonly string[]
  readonly table: readonly string[]
  readonly start: number
  readonly end: number
  readonly valueStart: number
}

export type TomlScanned =
  | { readonly ok: true; readonly statements: readonly TomlStatement[] }
  | { readonly ok: false; readonly problem: string }

const BARE_KEY = /[A-Za-z0-9_-]+/y
const BASIC = /"(?:[^"\\\n]|\\.)*"/y
const LITERAL = /'[^'\n]*'/y
const LONG_BASIC = /"""(?:[^\\]|\\[\s\S])*?"{3,5}/y
const LONG_LITERAL = /'''[\s\S]*?'{3,5}/y
const SPACE = /[ \t]*/y
const BLANK = /(?:[ \t\r\n\ufeff]|#[^\n]*)*/y
const WORD = /[^\s#,[\]{}"']+/y

/** Finds statements without reading values: enough to splice one in, and never to rewrite the user's text. */
export function scanToml(text: string): TomlScanned {
  const cursor: Cursor = { text, at: 0 }
  const statements: TomlStatement[] = []
  let table: readonly string[] = []
  try {
    for (take(cursor, BLANK); cursor.at < text.length; take(cursor, BLANK)) {
      const statement = text[cursor.at] === '[' ? scanHeader(cursor) : scanPair(cursor, table)
      if (statement.kind !== 'pair') table = statement.path
      statements.push(statement)
      endLine(cursor)
    }
    return { ok: true, statements }
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, problem: error.message }
    throw error
  }
}

function scanHeader(cursor: Cursor): TomlHeader {
  const start = cursor.at
  const brackets = cursor.text.startsWith('[[', start) ? 2 : 1
  cursor.at += brackets
  const path = scanKey(cursor)
  if (!cursor.text.startsWith(']'.repeat(brackets), cursor.at)) throw problemAt(cursor, '`]` was expected')
  cursor.at += brackets
  return { kind: brackets === 2 ? 'array-table' : 'table', path, start, end: cursor.at }
}

function scanPair(cursor: Cursor, table: readonly string[]): TomlPair {
  const start = cursor.at
  const path = [...table, ...scanKey(cursor)]
  if (cursor.text[cursor.at] !== '=') throw problemAt(cursor, '`=` was expected')
  cursor.at += 1
  take(cursor, SPACE)
  const valueStart = cursor.at
  scanValue(cursor)
  return { kind: 'pair', path, table, start, end: cursor.at, valueStart }
}

function scanKey(cursor: Cursor): readonly string[] {
  const keys: string[] = []
  for (;;) {
    take(cursor, SPACE)
    keys.push(scanKeyPart(cursor))
    take(cursor, SPACE)
    if (cursor.text[cursor.at] !== '.') return keys
    cursor.at += 1
  }
}

function scanKeyPart(cursor: Cursor): string {
  const bare = take(cursor, BARE_KEY)
  if (bare !== '') return bare
  const literal = take(cursor, LITERAL)
  if (literal !== '') return literal.slice(1, -1)
  const basic = take(cursor, BASIC)
  if (basic === '') throw problemAt(cursor, 'a key was expected')
  return unquote(basic)
}

/** TOML's escapes are JSON's, and `\UXXXXXXXX`, which no path of ours needs. */
function unquote(basic: string): string {
  try {
    return String(JSON.parse(basic))
  } catch {
    return basic
  }
}

function scanValue(cursor: Cursor): void {
  const start = cursor.at
  const open = cursor.text[start]
  if (open === '[' || open === '{') {
    scanBrackets(cursor)
    return
  }
  const patterns = open === '"' ? [LONG_BASIC, BASIC] : open === "'" ? [LONG_LITERAL, LITERAL] : [WORD]
  if (patterns.every((pattern) => take(cursor, pattern) === '')) throw problemAt(cursor, 'a value was expected')
  // A date and a time may be written with a blank between them.
  if (/^\d{4}-\d\d-\d\d$/.test(cursor.text.slice(start, cursor.at))) take(cursor, / \d\d:[^\s#,]+/y)
}

/** Arrays and inline tables, without recursion: only strings and comments can hide a bracket. */
function scanBrackets(cursor: Cursor): void {
  const open: string[] = []
  do {
    const char = cursor.text[cursor.at] ?? ''
    if (char === '') throw problemAt(cursor, 'it ends too early')
    if (char === '"' || char === "'") {
      scanValue(cursor)
    } else if (char === '#') {
      take(cursor, BLANK)
    } else {
      if (char === '[' || char === '{') open.push(char)
      if ((char === ']' && open.pop() !== '[') || (char === '}' && open.pop() !== '{')) {
        throw problemAt(cursor, `\`${char}\` has no partner`)
      }
      cursor.at += 1
    }
  } while (open.length > 0)
}

function endLine(cursor: Cursor): void {
  take(cursor, /[ \t]*(?:#[^\n]*)?/y)
  const rest = cursor.text.slice(cursor.at, cursor.at + 2)
  if (rest !== '' && rest[0] !== '\n' && rest !== '\r\n') throw problemAt(cursor, 'the end of the line was expected')
}

function problemAt(cursor: Cursor, what: string): SyntaxError {
  return new SyntaxError(`line ${cursor.text.slice(0, cursor.at).split('\n').length}: ${what}`)
}
