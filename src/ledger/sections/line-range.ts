const BEFORE = 10
const AFTER = 30
const MAX_BLOCK_LINES = 120

interface Range {
  readonly from: number
  readonly to: number
}

/** Lines around a line: the block it is indented in, as far as that can be seen without a parser. */
export function linesAround(lines: readonly string[], line: number): Range | undefined {
  if (line < 1 || line > lines.length) return undefined
  const from = headOf(lines, line)
  const to = tailOf(lines, line, indentOf(lines[from - 1] ?? ''))
  return to - from < MAX_BLOCK_LINES
    ? { from, to }
    : { from: Math.max(1, line - BEFORE), to: Math.min(lines.length, line + AFTER) }
}

/** The block that begins where a name stands as a word of its own. */
export function linesNaming(lines: readonly string[], name: string): Range | undefined {
  const index = lines.findIndex((line) => standsIn(line, name))
  return index < 0 ? undefined : linesAround(lines, index + 1)
}

function standsIn(line: string, name: string): boolean {
  const at = name === '' ? -1 : line.indexOf(name)
  return at >= 0 && !/\w/.test(line.charAt(at - 1)) && !/\w/.test(line.charAt(at + name.length))
}

/** Upwards to the nearest line that is indented less, but not across an empty line at the margin. */
function headOf(lines: readonly string[], line: number): number {
  const own = indentOf(lines[line - 1] ?? '')
  if (own === 0) return line
  for (let at = line - 1; at >= 1 && line - at < MAX_BLOCK_LINES; at -= 1) {
    const text = lines[at - 1] ?? ''
    if (text.trim() !== '' && indentOf(text) < own) return at
  }
  return line
}

/** Downwards as long as lines are indented more than the head, and one closing line more. */
function tailOf(lines: readonly string[], line: number, head: number): number {
  let last = line
  for (let at = line + 1; at <= lines.length && at - line < MAX_BLOCK_LINES; at += 1) {
    const text = lines[at - 1] ?? ''
    if (text.trim() === '') continue
    if (indentOf(text) <= head) return /^\s*(?:[)\]}]|end\b)/.test(text) ? at : last
    last = at
  }
  return last
}

function indentOf(line: string): number {
  return line.replaceAll('\t', '    ').search(/\S|$/)
}
