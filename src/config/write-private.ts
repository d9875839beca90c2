import { mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFresh } from './write-fresh.ts'

/** Whole or not at all, and readable by its owner only. A name of its own for each process: two may write at once. */
export function writePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}.new`
  writeFresh(fresh, text)
  renameSync(fresh, path)
}
