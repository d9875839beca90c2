import { matcherOf } from '../../text/wildcard.ts'

/** Whether a shell pattern (`*`, `?`, `[…]`) matches the whole text. It goes back to the last star only. */
export function matchesPattern(pattern: string, text: string): boolean {
  // Brackets and backslashes are rare; without them whole texts are compared.
  if (!pattern.includes('[') && !pattern.includes('\\')) return matcherOf(pattern)(text)
  let at = 0
  let here = 0
  let star = -1
  let mark = 0
  while (at < text.length) {
    const step = matchOne(pattern, here, text.charAt(at))
    if (pattern.charAt(here) === '*') {
      star = here
      mark = at
      here += 1
    } else if (step > 0) {
      here += step
      at += 1
    } else if (star >= 0) {
      here = star + 1
      mark += 1
      at = mark
    } else return false
  }
  while (pattern.charAt(here) === '*') here += 1
  return here === pattern.length
}

/** Length of the pattern element that matches the character, 0 when it does not. */
function matchOne(pattern: string, at: number, char: string): number {
  const head = pattern.charAt(at)
  if (head === '?') return 1
  if (head === '\\') return pattern.charAt(at + 1) === char ? 2 : 0
  const end = head === '[' ? pattern.indexOf(']', at + 2) : -1
  if (end < 0) return head === char ? 1 : 0
  const isNegated = /[!^]/.test(pattern.charAt(at + 1))
  const isInside = inBracket(pattern.slice(isNegated ? at + 2 : at + 1, end), char)
  return isInside === isNegated ? 0 : end + 1 - at
}

function inBracket(set: string, char: string): boolean {
  for (let at = 0; at < set.length; at += 1) {
    const isRange = set.charAt(at + 1) === '-' && at + 2 < set.length
    const low = set.charAt(at)
    const high = isRange ? set.charAt(at + 2) : low
    if (low <= char && char <= high) return true
    if (isRange) at += 2
  }
  return false
}
