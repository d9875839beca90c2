const LINE_FEED = 0x0a
/** A longer line holds no command that anybody would run. */
const MAX_LINE_BYTES = 1_000_000

/** A line without its end; undefined when it was too long to keep. */
export type Line = string | undefined

/** Any bytes as lines, those of one piece together. What is no UTF-8 becomes the replacement character. */
export async function* linesOfStream(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const decoder = new TextDecoder()
  let parts: Uint8Array[] = []
  let sizeBytes = 0
  const add = (part: Uint8Array): void => {
    sizeBytes += part.length
    if (sizeBytes > MAX_LINE_BYTES) parts = []
    else parts.push(part)
  }
  const take = (): Line => {
    const line = sizeBytes > MAX_LINE_BYTES ? undefined : decoder.decode(Buffer.concat(parts))
    parts = []
    sizeBytes = 0
    return line
  }
  for await (const piece of pieces) {
    const lines: Line[] = []
    let start = 0
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, start)) {
      add(piece.subarray(start, end))
      lines.push(take())
      start = end + 1
    }
    add(piece.subarray(start))
    if (lines.length > 0) yield lines
  }
  if (sizeBytes > 0) yield [take()]
}
