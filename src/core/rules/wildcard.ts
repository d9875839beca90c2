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
  const plain = new Set(alternatives.filter(isPlain))
  const tests = alternatives.filter((alternative) => !isPlain(alternative)).map(oneAlternative)
  if (tests.length === 0) return (text) => plain.has(text)
  return (text) => plain.has(text) || tests.some((test) => test(text))
}

function oneAlternative(pattern: string): Test {
  const [first, last] = [pattern.slice(0, 1), pattern.slice(-1)]
  const [head, tail, inner] = [pattern.slice(0, -1), pattern.slice(1), pattern.slice(1, -1)]
  if (first === '*' && isPlain(tail)) return (text) => text.endsWith(tail)
  if (last === '*' && isPlain(head)) return (text) => text.startsWith(head)
  if (first === '*' && last === '*' && pattern.length > 2 && isPlain(inner)) return (text) => text.includes(inner)
  return (text) => fits(pattern, text.slice(0, MAX_TEXT_CHARS))
}

// Not a pattern of its own: compiling one costs a cold hook milliseconds.
export const isPlain = (text: string): boolean => !text.includes('*') && !text.includes('?')

/** Two pointers and one mark to fall back to. */
function fits(pattern: string, text: string): boolean {
  let at = 0
  let star = -1
  let mark = 0
  let index = 0
  while (index < text.length) {
    const wanted = pattern[at]
    if (wanted === '*') {
      star = at
      mark = index
      at += 1
    } else if (wanted === '?' || wanted === text[index]) {
      at += 1
      index += 1
    } else if (star >= 0) {
      at = star + 1
      mark += 1
      index = mark
    } else {
      return false
    }
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}
