/** `1 hold`, `2 holds`, `2 entries`. */
export function count(number: number, noun: string): string {
  if (number === 1) return `1 ${noun}`
  return `${number} ${/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ie` : noun}s`
}
