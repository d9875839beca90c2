import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs'

/**
 * How to open what another process may keep from us: without it, a lease on a file makes its reader wait for 45 s, and a pipe for ever.
 */
export const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK

/** Opens for reading without following a link, and without waiting for the other end of a pipe. What it is, `fstat` tells. */
export function openUnlinked(path: string | Buffer): number {
  return openSync(path, AT_ONCE | constants.O_NOFOLLOW)
}

/** At most so many bytes from a place in an open file, however it grows meanwhile. */
export function readFrom(file: number, length: number, position = 0): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; ) {
    const read = readSync(file, bytes, at, length - at, position + at)
    if (read === 0) return bytes.subarray(0, at)
    at += read
  }
  return bytes
}

/** Text of a plain file; undefined when there is none, or it is longer, or no UTF-8. */
export function readText(path: string, maxBytes: number): string | undefined {
  return reading(
    () => openUnlinked(path),
    (file, size) =>
      size > maxBytes
        ? undefined
        : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFrom(file, size)),
  )
}

/** The first bytes of a plain file as text; undefined when there is none. */
export function readHead(path: string, maxBytes: number): string | undefined {
  return reading(
    () => openUnlinked(path),
    (file, size) => readFrom(file, Math.min(size, maxBytes)).toString('utf8'),
  )
}

/** The last bytes of a plain file as text; undefined when there is none. */
export function readTail(path: string, maxBytes: number): string | undefined {
  return reading(
    () => openUnlinked(path),
    (file, size) => {
      const length = Math.min(size, maxBytes)
      return readFrom(file, length, size - length).toString('utf8')
    },
  )
}

/** The names in a folder; none where there is none, or it cannot be read. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The value of a JSON file, also behind a link; undefined when there is none, or it is longer, or no JSON. */
export function readJsonFile(path: string, maxBytes = Number.POSITIVE_INFINITY): unknown {
  const bytes = readBytes(path, maxBytes)
  try {
    return bytes && JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A plain file, also behind a link; undefined when there is none, or it is longer. A device that never ends is not read. */
export function readBytes(path: string, maxBytes: number): Buffer | undefined {
  const open = () => openSync(path, AT_ONCE)
  return reading(open, (file, size) => (size > maxBytes ? undefined : readFrom(file, size)))
}

function reading<Result>(open: () => number, read: (file: number, size: number) => Result): Result | undefined {
  let file: number | undefined
  try {
    file = open()
    const found = fstatSync(file)
    return found.isFile() ? read(file, found.size) : undefined
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
