import { closeSync, fstatSync, openSync } from 'node:fs'
import { AT_ONCE, readFrom } from './read-file.ts'

const MAX_BYTES = 16 * 1_024 * 1_024
const BLOCK = 512

/** The names of the files in a tar or zip archive, without a leading `./`; none where it cannot be read. */
export function namesInArchive(path: string): readonly string[] {
  try {
    const bytes = plain(bytesOf(path))
    const names = bytes.subarray(0, 2).toString('latin1') === 'PK' ? inZip(bytes) : inTar(bytes)
    return names.map((name) => name.replace(/^(?:\.?\/+)+/, ''))
  } catch {
    return []
  }
}

function bytesOf(path: string): Buffer {
  const file = openSync(path, AT_ONCE)
  try {
    const stat = fstatSync(file)
    return stat.isFile() && stat.size <= MAX_BYTES ? readFrom(file, stat.size) : Buffer.alloc(0)
  } finally {
    closeSync(file)
  }
}

function plain(bytes: Buffer): Buffer {
  const isGzip = bytes.length > 2 && bytes.readUInt16BE(0) === 0x1f8b
  return isGzip ? process.getBuiltinModule('node:zlib').gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes
}

/** A long name stands in a block of its own, before the file. */
function inTar(bytes: Buffer): readonly string[] {
  const names: string[] = []
  const text = (from: number, length: number) =>
    bytes
      .subarray(from, from + length)
      .toString('utf8')
      .replace(/\0.*$/s, '')
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
    if (Number.isNaN(size) || text(at + 257, 5) !== 'ustar') break
    const [kind, prefix] = [text(at + 156, 1), text(at + 345, 155)]
    const body = kind === 'L' || kind === 'x' ? text(at + BLOCK, size) : ''
    names.push(
      kind === 'L' ? body : (/ path=([^\n]+)/.exec(body)?.[1] ?? [prefix, text(at, 100)].filter(Boolean).join('/')),
    )
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return names
}

/** From the list at its end. */
function inZip(bytes: Buffer): readonly string[] {
  const names: string[] = []
  for (
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  )
    names.push(bytes.subarray(at + 46, at + 46 + bytes.readUInt16LE(at + 28)).toString('utf8'))
  return names
}
