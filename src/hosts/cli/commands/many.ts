/** For an option that may be given more than once. */
export function many(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
