/** Lines to look at from the end; a transcript grows by a few with each call. */
const MAX_LINES = 400

/** The newest line that holds the mark and can be read, from the end of a file of JSON lines. */
export function lastLine<Found>(
  tail: string,
  mark: string,
  read: (json: unknown) => Found | undefined,
): Found | undefined {
  let end = tail.length
  for (let looked = 0; looked < MAX_LINES && end > 0; looked += 1) {
    const start = tail.lastIndexOf('\n', end - 1) + 1
    const line = tail.slice(start, end)
    end = start - 1
    const found = line.includes(mark) ? readJson(line, read) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** The first line of a tail is mostly torn. */
function readJson<Found>(line: string, read: (json: unknown) => Found | undefined): Found | undefined {
  try {
    return read(JSON.parse(line))
  } catch {
    return undefined
  }
}
