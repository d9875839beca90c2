const MAX_PROBLEM_CHARS = 200

/** What is put on record of an error. */
export function problemOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, MAX_PROBLEM_CHARS) : 'unknown failure'
}
