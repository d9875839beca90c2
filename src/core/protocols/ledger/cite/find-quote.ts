import type { Lines } from '../../../model/ledger.ts'
import { textAt } from '../../../rules/text/word-table.ts'

/**
 * A quote as it is compared: composed letters, every run of white space one space.
 * @internal
 */
export function flatten(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** The text of a file by lines, ready to be searched many times. */
export interface CitedText {
  readonly lines: readonly string[]
  /** How much there is to look through. */
  readonly chars: number
}

/** CRLF needs no care: what is left of it is white space. Only a file without any line feed is split at CR. */
export function citedText(text: string): CitedText {
  return { lines: text.split(text.includes('\n') ? '\n' : '\r'), chars: text.length }
}

/** The first line between `from` and `to`, counted from 1, on which the quote begins word for word. */
export function findQuote(text: CitedText, quote: string, { from, to }: Lines): number | undefined {
  const wanted = flatten(quote)
  return wanted === '' ? undefined : startsIn(text.lines, wanted, { from, to })[0]
}

/** The line nearest to `near` on which the quote begins. */
export function findNearest(text: CitedText, quote: string, near: number): number | undefined {
  const wanted = flatten(quote)
  if (wanted === '') return undefined
  const found = startsIn(text.lines, wanted, { from: 1, to: text.lines.length })
  return found.reduce<number | undefined>(
    (best, line) => (best === undefined || Math.abs(line - near) < Math.abs(best - near) ? line : best),
    undefined,
  )
}

/** Lines on which the quote begins. A quote may run on over any number of lines. */
function startsIn(lines: readonly string[], wanted: string, { from, to }: Lines): readonly number[] {
  const { flat, starts } = flattenLines(lines, { from, to }, wanted.length)
  const found: number[] = []
  let row = 0
  for (const at of occurrences(flat, wanted)) {
    while (numberAt(starts, row + 1) <= at) row += 1
    const line = from + row
    if (line > to) break
    if (found.at(-1) !== line && isWhole(flat, at, wanted.length)) found.push(line)
  }
  return found
}

/** The lines from `from` to `to` as one flat text, and as much after them as a quote of this length may need. */
function flattenLines(lines: readonly string[], { from, to }: Lines, chars: number): Flat {
  const parts: string[] = []
  const starts: number[] = []
  let length = 0
  let end = Number.POSITIVE_INFINITY
  for (let index = from - 1; index < lines.length && length < end; index += 1) {
    if (index === to) end = length + chars + 1
    const part = flatten(textAt(lines, index))
    // An empty line begins where the next one will, so that no quote is ever found on it.
    starts.push(length)
    if (part === '') continue
    parts.push(part)
    length += part.length + 1
  }
  return { flat: parts.join(' '), starts }
}

/** Beyond the end lies what is larger than every place. */
function numberAt(list: readonly number[], index: number): number {
  return list[index] ?? Number.POSITIVE_INFINITY
}

interface Flat {
  readonly flat: string
  readonly starts: readonly number[]
}

/** LEDGER-66: word for word. `validate` does not stand in `validateToken`. */
function isWhole(flat: string, at: number, length: number): boolean {
  return !joins(flat, at - 1) && !joins(flat, at + length - 1)
}

function joins(flat: string, left: number): boolean {
  return isWordAt(flat, left) && isWordAt(flat, left + 1)
}

/** Scripts that set no spaces between words have no case either: there any two letters may be parted. */
function isWordAt(flat: string, at: number): boolean {
  return at >= 0 && at < flat.length && /[\p{Lu}\p{Ll}\p{N}_$]/u.test(flat.charAt(at))
}

/** Knuth, Morris and Pratt: a hostile file cannot make it slow, whatever it repeats. */
function* occurrences(text: string, wanted: string): Generator<number> {
  const back = borders(wanted)
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = numberAt(back, matched - 1)
    if (wanted.charCodeAt(matched) === unit) matched += 1
    if (matched === wanted.length) {
      yield at - wanted.length + 1
      matched = numberAt(back, matched - 1)
    }
  }
}

/** For each beginning of the text: how long a shorter beginning is that also ends it. */
function borders(text: string): readonly number[] {
  const back = [0]
  let length = 0
  for (let at = 1; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = numberAt(back, length - 1)
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1
    back.push(length)
  }
  return back
}
