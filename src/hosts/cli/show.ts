const UNITS: readonly [string, number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

/** `3 min ago`, in the largest unit that fits. */
export function ago(atMs: number, nowMs: number): string {
  const passed = Math.max(0, nowMs - atMs)
  const [unit, ms] = UNITS.find(([, size]) => passed >= size) ?? ['s', 1_000]
  return `${Math.floor(passed / ms)} ${unit} ago`
}

/** `1 hold`, `2 holds`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

// What agents wrote may hold anything: codes that move the cursor or hide text stay out of a person's terminal.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu

export function oneLine(text: string, maxChars = 120): string {
  const line = text.replaceAll(UNPRINTABLE, ' ').trim()
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line
}

/** Names in one column, values in the next. */
export function rows(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}
