/** One line of a difference, for people. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'skipped'
  readonly text: string
}

const CONTEXT_LINES = 2
/** Above this the middle is shown as one block: a settings file is never that long. */
const MAX_CELLS = 4_000_000

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [left, right] = [linesOf(before), linesOf(after)]
  const head = commonStart(left, right)
  const tail = commonStart(left.slice(head).toReversed(), right.slice(head).toReversed())
  const middle = compare(left.slice(head, left.length - tail), right.slice(head, right.length - tail))
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  return withContext([...same(left.slice(0, head)), ...middle, ...same(left.slice(left.length - tail))])
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function commonStart(left: readonly string[], right: readonly string[]): number {
  let count = 0
  while (count < Math.min(left.length, right.length) && left[count] === right[count]) count += 1
  return count
}

/** Longest common subsequence, the plain way. */
function compare(left: readonly string[], right: readonly string[]): readonly DiffLine[] {
  if (left.length * right.length > MAX_CELLS) {
    return [...left.map((text) => removed(text)), ...right.map((text) => added(text))]
  }
  const width = right.length + 1
  const lengths = new Uint32Array((left.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const both = left[row] === right[column]
      lengths[row * width + column] = both
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  return walk(left, right, at)
}

function walk(
  left: readonly string[],
  right: readonly string[],
  at: (row: number, column: number) => number,
): DiffLine[] {
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < left.length || column < right.length) {
    const [old, fresh] = [left[row], right[column]]
    if (old !== undefined && old === fresh) {
      lines.push({ kind: 'same', text: old })
      row += 1
      column += 1
    } else if (old !== undefined && (fresh === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(removed(old))
      row += 1
    } else if (fresh !== undefined) {
      lines.push(added(fresh))
      column += 1
    }
  }
  return lines
}

function withContext(lines: readonly DiffLine[]): readonly DiffLine[] {
  const shown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some((line) => line.kind !== 'same'),
  )
  return lines.flatMap((line, index): readonly DiffLine[] => {
    if (shown[index]) return [line]
    return shown[index - 1] === false ? [] : [{ kind: 'skipped', text: '…' }]
  })
}

function added(text: string): DiffLine {
  return { kind: 'added', text }
}

function removed(text: string): DiffLine {
  return { kind: 'removed', text }
}
