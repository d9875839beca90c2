/** Whether `version` (as a client prints it, with words around it) is `wanted` or newer; undefined when illegible. */
export function isAtLeast(version: string | undefined, wanted: string): boolean | undefined {
  const have = numbers(version)
  const want = numbers(wanted)
  if (have === undefined || want === undefined) return undefined
  const difference = have.map((part, index) => part - (want[index] ?? 0)).find((part) => part !== 0) ?? 0
  return difference >= 0
}

function numbers(version: string | undefined): readonly number[] | undefined {
  return /(?<!\d)(\d+)\.(\d+)\.(\d+)/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number)
}
