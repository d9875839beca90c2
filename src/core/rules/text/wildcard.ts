/** Longer words are cut before they are compared: a pattern never needs more. */
const MAX_TEXT_CHARS = 65_536

export type Test = (text: string) => boolean

/**
 * `a|b*` as a test. `*` stands for any run of characters, `?` for one. No regular expression: linear in the text.
 * Taken apart at its first use: of hundreds of patterns a cold hook needs few.
 */
export function wildcard(pattern: string): Test {
  let test: Test | undefined
  return (text) => {
    test ??= testOf(pattern)
    return test(text)
  }
}

function testOf(pattern: string): Test {
  const alternatives = pattern.split('|')
  const plain = new Set(alternatives.filter(isLiteral))
  const tests = alternatives.filter((alternative) => !isLiteral(alternative)).map(oneAlternative)
  if (tests.length === 0) return (text) => plain.has(text)
  return (text) => plain.has(text) || tests.some((test) => test(text))
}

function oneAlternative(pattern: string): Test {
  const [first, last] = [pattern.slice(0, 1), pattern.slice(-1)]
  const [head, tail, inner] = [pattern.slice(0, -1), pattern.slice(1), pattern.slice(1, -1)]
  if (first === '*' && isLiteral(tail)) return (text) => text.endsWith(tail)
  if (last === '*' && isLiteral(head)) return (text) => text.startsWith(head)
  if (first === '*' && last === '*' && pattern.length > 2 && isLiteral(inner)) return (text) => text.includes(inner)
  const fits = matcherOf(pattern)
  return (text) => fits(text.slice(0, MAX_TEXT_CHARS))
}

// Not a pattern of its own: compiling one costs a cold hook milliseconds.
export const isLiteral = (text: string): boolean => !text.includes('*') && !text.includes('?')

/** What stands between two stars: its length, and its texts with their places; `?` leaves a gap. */
interface Segment {
  readonly length: number
  readonly pieces: readonly { readonly text: string; readonly at: number }[]
}

function segmentOf(source: string): Segment {
  const pieces: { text: string; at: number }[] = []
  let at = 0
  for (const text of source.split('?')) {
    if (text !== '') pieces.push({ text, at })
    at += text.length + 1
  }
  return { length: source.length, pieces }
}

/**
 * The first segment at the start, the last at the end, those between wherever each is found first. Whole texts are
 * compared and looked for, never character by character: a long pattern of a repository must not cost seconds.
 */
export function matcherOf(pattern: string): Test {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  const [head, inner] = [segmentOf(first), others.filter((part) => part !== '').map(segmentOf)]
  if (last === undefined) return (text) => text.length === head.length && isAt(head, text, 0)
  const tail = segmentOf(last)
  return (text) => {
    const end = text.length - tail.length
    if (end < head.length || !isAt(head, text, 0) || !isAt(tail, text, end)) return false
    let from = head.length
    for (const segment of inner) {
      const found = firstOf(segment, text, from)
      if (found < 0) return false
      from = found + segment.length
    }
    return from <= end
  }
}

function isAt({ pieces }: Segment, text: string, start: number): boolean {
  for (const piece of pieces) if (!text.startsWith(piece.text, start + piece.at)) return false
  return true
}

function firstOf(segment: Segment, text: string, from: number): number {
  const [piece] = segment.pieces
  const limit = text.length - segment.length
  if (piece === undefined) return from <= limit ? from : -1
  let start = text.indexOf(piece.text, from + piece.at) - piece.at
  while (start >= from && start <= limit) {
    if (isAt(segment, text, start)) return start
    start = text.indexOf(piece.text, start + piece.at + 1) - piece.at
  }
  return -1
}
