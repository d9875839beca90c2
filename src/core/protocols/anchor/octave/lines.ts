import type { Spot } from './ast.ts'

/** One spelling of line ends, and no mark of the byte order. */
export function normalised(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
}

/** From an offset to line and column. */
export function spotter(text: string): (offset: number) => Spot {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 }
  }
}

export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** `//` opens a comment at the start of a line or after a blank; the one in `https://` does not. */
export function isComment(text: string, at: number): boolean {
  return text.startsWith('//', at) && (at === 0 || /\s/.test(text.charAt(at - 1)))
}
