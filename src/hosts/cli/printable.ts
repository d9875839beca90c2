/**
 * What a terminal obeys or hides: controls but line end and tab, codes above them, marks that turn or join text, line ends
 * of Unicode. Colours are ours: an escape that begins one is let through.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const OBEYED = /(?!\u001b\[\d{1,2}m)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\u2028\u2029\p{Cs}]/gu

/** The last thing done to every text before it is printed. In JSON it stays the same value. */
export function printable(text: string): string {
  return text.replaceAll(OBEYED, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}
