/** The only throw in the core: the compiler proves that no case is left. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
