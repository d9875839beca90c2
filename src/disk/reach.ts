import { accessSync, constants } from 'node:fs'
import { codeOf } from './error-code.ts'

/** There, and closed to this process: hidden is not missing. */
export function isOutOfReach(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return false
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(codeOf(error))
  }
}
