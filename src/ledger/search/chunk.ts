/** A stretch of lines that is found and shown as one. */
export interface Chunk {
  readonly lineStart: number
  readonly lineEnd: number
  readonly byteStart: number
  readonly byteEnd: number
  readonly text: string
}

const MIN_LINES = 12
const MAX_LINES = 40
const MAX_CHARS = 16_000
const MAX_CHUNKS = 100_000

/** Parts a text where its author did: at headings, or before a line that stands at the margin after an empty one. */
export function chunksOf(text: string, isMarkdown: boolean): readonly Chunk[] {
  const lines = text.split('\n')
  const chunks: Chunk[] = []
  let start = 0
  let bytes = 0
  while (start < lines.length && chunks.length < MAX_CHUNKS) {
    const end = endOf(lines, start, isMarkdown)
    const body = lines.slice(start, end).join('\n')
    const size = Buffer.byteLength(body)
    if (body.trim() !== '') {
      const span = { lineStart: start + 1, lineEnd: end, byteStart: bytes, byteEnd: bytes + size }
      chunks.push({ ...span, text: body.slice(0, MAX_CHARS) })
    }
    bytes += size + 1
    start = end
  }
  return chunks
}

function endOf(lines: readonly string[], start: number, isMarkdown: boolean): number {
  const last = Math.min(lines.length, start + MAX_LINES)
  let chars = 0
  for (let at = start; at < last; at += 1) {
    const [line = '', before = ''] = [lines[at], lines[at - 1]]
    const opens = isMarkdown ? /^#{1,6} /.test(line) : at - start >= MIN_LINES && standsAlone(line, before)
    if (at > start && opens) return at
    chars += line.length + 1
    if (chars >= MAX_CHARS) return at + 1
  }
  return last
}

function standsAlone(line: string, before: string): boolean {
  return before.trim() === '' && /^[^\s)\]}]/.test(line)
}
