/**
 * What would hide, turn or join text: controls, marks of direction, characters without width, blanks that are not the blank, and
 * what has no meaning. Line ends and tabs stay. Ranges of code points, in order.
 */
const HIDDEN: readonly (readonly [from: number, to: number])[] = [
  ...([
    [0x0, 0x8],
    [0xb, 0x1f],
    [0x7f, 0xa0],
    [0xad, 0xad],
    [0x34f, 0x34f],
    [0x61c, 0x61c],
    [0x115f, 0x1160],
  ] as const),
  ...([
    [0x1680, 0x1680],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x2000, 0x200f],
    [0x2028, 0x202f],
    [0x205f, 0x206f],
  ] as const),
  ...([
    [0x2800, 0x2800],
    [0x3000, 0x3000],
    [0x3164, 0x3164],
    [0xd800, 0xf8ff],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
  ] as const),
  ...([
    [0xffa0, 0xffa0],
    [0xfff0, 0xffff],
    [0xe0000, 0xe0fff],
    [0xf0000, 0x10ffff],
  ] as const),
]

/** A stretch of text as a page shows it; `escaped` ones stand for a character that would not be seen. */
export interface VisiblePart {
  readonly text: string
  readonly escaped: boolean
}

/** The text in parts, each hidden character as an escape that can be seen. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = []
  let plain = ''
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    if (!isHidden(code)) {
      plain += sign
      continue
    }
    if (plain !== '') parts.push({ text: plain, escaped: false })
    plain = ''
    parts.push({ text: `\\u{${code.toString(16)}}`, escaped: true })
  }
  return plain === '' ? parts : [...parts, { text: plain, escaped: false }]
}

function isHidden(code: number): boolean {
  return HIDDEN.some(([from, to]) => code >= from && code <= to)
}
