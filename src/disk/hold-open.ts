import { closeSync, constants, openSync } from 'node:fs'
import { codeOf } from './error-code.ts'

/**
 * Opens files and keeps them open. Whoever opens a file that another process has leased waits for 45 s, and what is open nobody can
 * lease. Gives their descriptors; undefined when one is leased already. What cannot be opened otherwise is passed over.
 */
export function holdOpen(files: readonly string[], access: 'read' | 'write'): readonly number[] | undefined {
  const flags = constants.O_NONBLOCK | (access === 'read' ? constants.O_RDONLY : constants.O_RDWR)
  const held: number[] = []
  for (const file of files) {
    try {
      held.push(openSync(file, flags))
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') continue
      held.forEach(closeSync)
      return undefined
    }
  }
  return held
}
