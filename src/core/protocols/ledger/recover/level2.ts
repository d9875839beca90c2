import { cutToTokens, estimateTokens } from './tokens.ts'

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
