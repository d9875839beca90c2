import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const CHUNK_BYTES = 262_144
/** A longer line is no entry of any ledger. */
const MAX_LINE_BYTES = 1_000_000
const MAX_FILE_BYTES = 512_000_000

/** Calls `each` for every line of a ledger, however long the file is. False: there is no such file. */
export function readLines(path: string, each: (line: string) => void): boolean {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return false
  }
  try {
    if (!fstatSync(file).isFile()) return false
    pump(file, each)
    return true
  } catch {
    return false
  } finally {
    closeSync(file)
  }
}

function pump(file: number, each: (line: string) => void): void {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let rest = Buffer.alloc(0)
  for (let at = 0; at < MAX_FILE_BYTES; ) {
    const read = readSync(file, chunk, 0, CHUNK_BYTES, at)
    if (read === 0) break
    at += read
    rest = cut(Buffer.concat([rest, chunk.subarray(0, read)]), each)
    // What is too long is handed over in pieces that no reader accepts, so that it is counted and not kept.
    if (rest.length > MAX_LINE_BYTES) {
      each(rest.toString('utf8', 0, 100))
      rest = Buffer.alloc(0)
    }
  }
  if (rest.length > 0) each(rest.toString('utf8'))
}

function cut(bytes: Buffer<ArrayBuffer>, each: (line: string) => void): Buffer<ArrayBuffer> {
  let from = 0
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    const line = bytes.toString('utf8', from, end)
    if (line.trim() !== '') each(line)
    from = end + 1
  }
  return bytes.subarray(from)
}
