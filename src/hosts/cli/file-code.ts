import { codeOf } from '../../install/file-state.ts'

/** What the file system said, such as `ENOENT`. Anything else that was thrown is a defect, and goes on. */
export function fileCode(error: unknown): string {
  const code = codeOf(error)
  if (code === 'unknown') throw error
  return code
}
