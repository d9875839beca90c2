import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './error-code.ts'
import { flushFolder, writeAll } from './replace-file.ts'

/** A file that was not there before, on the disk when this returns; throws EEXIST where one is. What a full disk cut short is removed. */
export function writeNew(path: string, text: string, mode: number): void {
  try {
    const file = openSync(path, 'wx', mode)
    try {
      writeAll(file, Buffer.from(text))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') rmSync(path, { force: true })
    throw error
  }
  flushFolder(dirname(path))
}
