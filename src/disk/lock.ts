import { writeFileSync } from 'node:fs'
import { codeOf } from './error-code.ts'

/** Makes a lock file; false where one stands. Not flushed: no lock outlives a power cut. */
export function takeLock(path: string, text: string, mode: number): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx', mode })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Whether a process of this number runs. EPERM: it does, and belongs to someone else. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
