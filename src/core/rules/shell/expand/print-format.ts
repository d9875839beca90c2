import { capped, MAX_TEXT_CHARS } from '../limits.ts'
import { HOLE, isConstant } from '../marks.ts'
import { decodeEscapes } from './decode.ts'

/** What `printf format words…` writes: the format is used again until the words are used up. */
export function printFormat(format: string, words: readonly string[]): string {
  if (!isConstant(format)) return HOLE
  const pieces =
    format.match(/%%|%[-+ #0]*(?:\*|[1-9]\d*)?(?:\.(?:\*|\d+))?[a-zA-Z]|%\([^)]{0,400}\)T|[^%\\]+|\\[\s\S]|%/g) ?? []
  const waiting = [...capped(words)]
  let text = ''
  do {
    const before = waiting.length
    for (const piece of glueEscapes(pieces))
      text += isDirective(piece) ? directive(piece, waiting.shift()) : decodeEscapes(piece.replaceAll('%%', '%'))
    if (text.length > MAX_TEXT_CHARS) return HOLE
    if (waiting.length === before) break
  } while (waiting.length > 0)
  return text
}

/** `\x72` was cut into `\x` and `72`. */
function glueEscapes(pieces: readonly string[]): readonly string[] {
  const glued: string[] = []
  for (const piece of pieces) {
    const last = glued.at(-1)
    if (last !== undefined && !isDirective(last) && !isDirective(piece)) glued[glued.length - 1] = last + piece
    else glued.push(piece)
  }
  return glued
}

function isDirective(piece: string): boolean {
  return piece.startsWith('%') && piece !== '%%' && piece !== '%'
}

function directive(piece: string, word: string | undefined): string {
  const kind = piece.at(-1)
  const value = word ?? ''
  const width = Number(/^%[-+ #0]*(\d+)/.exec(piece)?.[1] ?? 0)
  if (piece.includes('*') || piece.startsWith('%(') || width > 200) return HOLE
  if (kind === 'b') return decodeEscapes(value)
  if (kind === 'c') return value.slice(0, 1)
  if (kind === 's' || kind === 'q') return pad(cut(value, piece), piece, width)
  if (kind === 'd' || kind === 'i' || kind === 'u') return pad(isConstant(value) ? integer(value) : HOLE, piece, width)
  if (kind === 'x' || kind === 'o')
    return isConstant(value) ? Number(integer(value)).toString(kind === 'x' ? 16 : 8) : HOLE
  return HOLE
}

function cut(value: string, piece: string): string {
  const precision = /\.(\d+)/.exec(piece)?.[1]
  return precision === undefined ? value : value.slice(0, Number(precision))
}

function pad(value: string, piece: string, width: number): string {
  if (piece.includes('-')) return value.padEnd(width)
  return value.padStart(width, /^%[-+ #]*0/.test(piece) ? '0' : ' ')
}

/** A leading quote gives the code of the character, as in `printf %d "'A"`. */
function integer(value: string): string {
  if (/^['"]./.test(value)) return String(value.charCodeAt(1))
  const number = Number(value)
  return Number.isSafeInteger(number) ? String(number) : '0'
}
