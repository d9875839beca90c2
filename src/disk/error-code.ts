/** The code of a failed system call, such as `ENOENT`; `unknown` for every other error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}
