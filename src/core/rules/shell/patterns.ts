/** Whether a shell pattern (`*`, `?`, `[…]`) matches the whole text. Linear in memory, no backtracking beyond the last star. */
export function matchesPattern(pattern: string, text: string): boolean {
  let at = 0
  let in_ = 0
  let star = -1
  let mark = 0
  while (at < text.length) {
    const step = matchOne(pattern, in_, text[at] ?? '')
    if (pattern[in_] === '*') {
      star = in_
      mark = at
      in_ += 1
    } else if (step > 0) {
      in_ += step
      at += 1
    } else if (star >= 0) {
      in_ = star + 1
      mark += 1
      at = mark
    } else return false
  }
  while (pattern[in_] === '*') in_ += 1
  return in_ === pattern.length
}

/** Length of the pattern element that matches the character, 0 when it does not. */
function matchOne(pattern: string, at: number, char: string): number {
  const head = pattern[at]
  if (head === '?') return 1
  if (head === '\\' && at + 1 < pattern.length) return pattern[at + 1] === char ? 2 : 0
  if (head !== '[') return head === char ? 1 : 0
  const end = pattern.indexOf(']', at + 2)
  if (end < 0) return head === char ? 1 : 0
  const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^'
  const inside = inBracket(pattern.slice(negated ? at + 2 : at + 1, end), char)
  return inside === negated ? 0 : end + 1 - at
}

function inBracket(set: string, char: string): boolean {
  for (let at = 0; at < set.length; at += 1) {
    const low = set[at] ?? ''
    if (set[at + 1] === '-' && at + 2 < set.length) {
      if (low <= char && char <= (set[at + 2] ?? '')) return true
      at += 2
    } else if (low === char) return true
  }
  return false
}
