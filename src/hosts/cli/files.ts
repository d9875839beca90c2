import { FILE_TROUBLE } from '../../core/words/cli.ts'
import { codeOf } from '../../disk/error-code.ts'

/** What the file system reported, in words. Anything else that was thrown is a bug, and is thrown again. */
export function fileTrouble(error: unknown): string {
  const code = codeOf(error)
  if (code === 'unknown') throw error
  return troubleOf(code)
}

/** A code without words is shown as it is, so that it can be looked up. */
export function troubleOf(code: string): string {
  return FILE_TROUBLE[code] ?? code
}
