/** `1 hold`, `2 holds`, `2 entries`, `2 stretches`. */
export function count(number: number, noun: string): string {
  if (number === 1) return `1 ${noun}`
  if (/[^aeiou]y$/.test(noun)) return `${number} ${noun.slice(0, -1)}ies`
  return `${number} ${noun}${/(?:[sx]|[cs]h)$/.test(noun) ? 'es' : 's'}`
}
