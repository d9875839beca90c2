/** Open brackets that the parser is given; finding their ends costs the square of their number. */
const MAX_OPEN = 256

/** Whether the parser would take too long over this text. Nothing that a person writes comes near. */
export function isTangled(text: string): boolean {
  let braces = 0
  let brackets = 0
  let sums = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case OPEN_BRACE:
        braces += 1
        break
      case CLOSE_BRACE:
        braces = Math.max(0, braces - 1)
        break
      case OPEN_BRACKET:
        brackets += 1
        break
      case CLOSE_BRACKET:
        brackets = Math.max(0, brackets - 1)
        break
      case OPEN_SQUARE:
        // The old `$[1+1]`.
        sums += Number(text.charAt(at - 1) === '$')
        break
      case BLANK:
      case NEWLINE:
        // Braces count within one word only.
        braces = 0
        break
    }
    if (braces > MAX_OPEN || brackets > MAX_OPEN || sums > MAX_OPEN) return true
  }
  return false
}

const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x28
const CLOSE_BRACKET = 0x29
const OPEN_SQUARE = 0x5b
const BLANK = 0x20
const NEWLINE = 0x0a
