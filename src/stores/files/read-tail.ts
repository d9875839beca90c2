import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The end of a file, at most so many bytes; undefined when there is no plain file that may be read. */
export function readTail(path: string, maxBytes: number): string | undefined {
  let file: number | undefined
  try {
    // O_NONBLOCK: opening a pipe must not wait for its other end.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    const found = fstatSync(file)
    if (!found.isFile()) return undefined
    const length = Math.min(found.size, maxBytes)
    const bytes = Buffer.alloc(length)
    const read = readSync(file, bytes, 0, length, found.size - length)
    return bytes.toString('utf8', 0, read)
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
