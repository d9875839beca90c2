/** A word of Latin letters, a run of digits, a run of blanks, or any other single character. */
const PIECE = /[A-Za-z]+|[0-9]+|[^\S\n]+|[\s\S]/gu
/** Common words are one token up to about this length; names in code are cut more often. */
const LETTERS_PER_TOKEN = 6
const DIGITS_PER_TOKEN = 3
const ASCII_LAST = '\u007f'
const LATIN_LAST = '\u07ff'

/**
 * About how many model tokens a text is, rather too many than too few. The real tokenizer is too heavy for a hook; the
 * daemon measures afterwards what was really sent (LEDGER-129).
 */
export function estimateTokens(text: string): number {
  let sum = 0
  for (const [piece] of text.matchAll(PIECE)) sum += weightOf(piece)
  return sum
}

function weightOf(piece: string): number {
  if (piece > LATIN_LAST) return piece.length * 2
  if (piece > ASCII_LAST) return 1
  if (/^[A-Za-z]/.test(piece)) return Math.ceil(piece.length / LETTERS_PER_TOKEN)
  if (/^[0-9]/.test(piece)) return Math.ceil(piece.length / DIGITS_PER_TOKEN)
  // A single blank is part of the word that follows.
  return piece === ' ' ? 0 : 1
}

/** The longest beginning of the text that fits, with a mark where it was cut. */
export function cutToTokens(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text
  let sum = weightOf('…')
  let end = 0
  for (const match of text.matchAll(PIECE)) {
    sum += weightOf(match[0])
    if (sum > maxTokens) break
    end = match.index + match[0].length
  }
  return end === 0 ? '' : `${text.slice(0, end).trimEnd()}…`
}

/** LEDGER-25: as many places as a search of the ledger shows unless more are asked for. */
export const LEVEL2_RESULTS = 3

interface Placed {
  readonly snippet: string
}

/**
 * LEDGER-25: what was found, as texts that together stay within the budget. Each gets an equal share of what is left, so
 * that a long first one does not push out the others; what has no room for its place is left out.
 */
export function fitLevel2<Found extends Placed>(
  found: readonly Found[],
  budget: number,
  render: (one: Found) => string,
): readonly string[] {
  let left = budget
  return found.flatMap((one, index) => {
    const text = fitted(one, Math.floor(left / (found.length - index)), render)
    if (text === undefined) return []
    left -= estimateTokens(text) + 1
    return [text]
  })
}

function fitted<Found extends Placed>(one: Found, share: number, render: (one: Found) => string): string | undefined {
  const bare = render({ ...one, snippet: '' })
  let room = share - estimateTokens(bare) - 1
  if (room < 0) return undefined
  // A quote or a line break costs more once it is written as JSON.
  for (; room > 0; room -= Math.ceil(room / 4)) {
    const text = render({ ...one, snippet: cutToTokens(one.snippet, room) })
    if (estimateTokens(text) < share) return text
  }
  return bare
}
