/** The known word that was probably meant, or nothing when none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3))
  const ranked = known
    .map((candidate) => [distance(word.slice(0, MAX_CHARS), candidate), candidate] as const)
    .toSorted(([left], [right]) => left - right)
  const [best] = ranked
  return best !== undefined && best[0] <= limit ? best[1] : undefined
}

const MAX_CHARS = 60

/** Insertions, deletions, substitutions and swaps of neighbours. */
function distance(left: string, right: string): number {
  let before: readonly number[] = []
  let above = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1]
      const steps = [at(above, column) + 1, at(line, column - 1) + 1, at(above, column - 1) + (same ? 0 : 1)]
      const swapped = row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (swapped) steps.push(at(before, column - 2) + 1)
      line.push(Math.min(...steps))
    }
    before = above
    above = line
  }
  return at(above, right.length)
}

const at = (numbers: readonly number[], index: number): number => numbers[index] ?? Number.POSITIVE_INFINITY
