import type { InlineCode } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'
import { plainCode } from './code-plain.ts'

/** More code than this is judged by its beginning, and held. */
export const MAX_CODE_CHARS = 65_536

/** Code with the inside of its strings and its comments blanked, so that calls can be found and mentions cannot. */
export interface CodeText {
  readonly text: string
  /** As long as `text`, character by character. */
  readonly skeleton: string
  readonly language: InlineCode['language']
}

export function codeText(source: string, language: InlineCode['language']): CodeText {
  const text = plainCode(source.slice(0, MAX_CODE_CHARS))
  return { text, skeleton: blank(text, language), language }
}

const HASH = /^(python|ruby|perl|php|awk|sed)$/
const SLASHES = /^(node|php|other)$/

function blank(text: string, language: string): string {
  const hash = HASH.test(language)
  const slashes = SLASHES.test(language)
  let out = ''
  let at = 0
  while (at < text.length) {
    const end = endOfSilence(text, at, { hash, slashes })
    out += end === at ? text.charAt(at) : silence(text.slice(at, end))
    at = Math.max(end, at + 1)
  }
  return out
}

/** A string keeps its quotes, a comment leaves nothing. */
function silence(piece: string): string {
  const quote = piece.charAt(0)
  if (!/['"`]/.test(quote) || piece.length < 2) return ' '.repeat(piece.length)
  return quote + ' '.repeat(piece.length - 2) + quote
}

/** Where the string or comment that starts here ends; `at` itself where none starts. */
function endOfSilence(
  text: string,
  at: number,
  comments: { readonly hash: boolean; readonly slashes: boolean },
): number {
  const char = text.charAt(at)
  if (/['"`]/.test(char)) return stringEnd(text, at)
  const before = text.charAt(at - 1)
  if (char === '#' && comments.hash && !/[$\w{&]/.test(before)) return endAfter(text, '\n', at)
  if (char !== '/' || !comments.slashes || before === ':') return at
  if (text.startsWith('//', at)) return endAfter(text, '\n', at)
  return text.startsWith('/*', at) ? endAfter(text, '*/', at) : at
}

function endAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from + 1)
  return found < 0 ? text.length : found + mark.length
}

/** Position after the closing quote; an unclosed string ends with its line. */
export function stringEnd(text: string, from: number): number {
  const quote = text.charAt(from)
  if (quote !== '`' && text.startsWith(quote.repeat(3), from)) return endAfter(text, quote.repeat(3), from + 2)
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\\') at += 1
    else if (char === quote) return at + 1
    else if (char === '\n' && quote !== '`') return at
  }
  return text.length
}

/** The strings of a piece of code, escapes undone. */
export const stringsIn = (piece: string): readonly string[] =>
  [...piece.matchAll(/(['"])((?:[^'"\\\n]|\\.)*)\1/g)].map((match) => unescaped(textAt(match, 2)))

const NAMED: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
])

export const unescaped = (raw: string): string =>
  raw.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[0-7]{2,3}|.)/g, (_, code: string) => {
    if (/^[0-7]{2}/.test(code)) return String.fromCharCode(Number.parseInt(code, 8))
    return code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (NAMED.get(code) ?? code)
  })
