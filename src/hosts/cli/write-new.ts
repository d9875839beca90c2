import { rmSync, writeFileSync } from 'node:fs'
import { codeOf } from '../../install/file-state.ts'

/** A file that was not there before. What a full disk cut short is taken away again. */
export function writeNew(file: string, text: string, mode: number): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') rmSync(file, { force: true })
    throw error
  }
}
