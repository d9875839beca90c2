/** As much of a decision or of its rationale as the record, NOTES.md and a task keep. */
export const MAX_POINTS_CHARS = 300

const FENCED = /^[ \t]{0,3}(?:```|~~~)[^\n]*\n[\s\S]*?^[ \t]{0,3}(?:```|~~~)[^\n]*$/gm
/** A new paragraph, or an item of a list. */
const BLOCK_BREAK = /\n\s*\n|\n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t])/
const SENTENCE = /\S.*?(?:[.!?…](?=\s|$)|$)/g

interface Sentence {
  readonly text: string
  /** The first of its paragraph: the others explain it. */
  readonly leads: boolean
}

/**
 * LEDGER-130: a long explanation as its key points: what each paragraph and each item begins with, then as much of the rest
 * as there is room for, in order. Code in fences is left out: evidence says where it stands. A short text stays as it is.
 */
export function keyPoints(text: string, maxChars: number): string {
  const whole = inOneLine(text)
  if (whole.length <= maxChars) return whole
  const prose = text.replaceAll(FENCED, '\n')
  const sentences = prose.split(BLOCK_BREAK).flatMap(sentencesOf)
  const [first] = sentences
  if (first === undefined || first.text.length >= maxChars) return `${(first?.text ?? whole).slice(0, maxChars - 1)}…`
  let left = maxChars - ' …'.length
  const kept = new Set<Sentence>()
  for (const sentence of [...sentences.filter(({ leads }) => leads), ...sentences.filter(({ leads }) => !leads)]) {
    if (sentence.text.length > left) continue
    kept.add(sentence)
    left -= sentence.text.length + 1
  }
  const points = sentences.flatMap((sentence) => (kept.has(sentence) ? [sentence.text] : []))
  return `${points.join(' ')} …`
}

function sentencesOf(block: string): readonly Sentence[] {
  return Array.from(inOneLine(block).matchAll(SENTENCE), ([text], index) => ({ text, leads: index === 0 }))
}

export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
