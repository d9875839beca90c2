import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'

/** A new file, whole and on the disk; what a killed run left under this name goes first. Renaming it is the caller's. */
export function writeFresh(path: string, content: string | Uint8Array, mode = 0o600): void {
  rmSync(path, { force: true })
  const file = openSync(path, 'wx', mode)
  try {
    const bytes = Buffer.from(content)
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
