/** Undefined when it was removed since this process, or the one that started it, went there. */
export function workingFolder(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}
