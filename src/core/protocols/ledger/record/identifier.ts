import type { Identifier, Lines } from '../../../model/ledger.ts'

/** Lines as an identifier writes them: `45-67`, or nothing where they are not known. */
export function spanText(lines: Lines | null): string {
  return lines === null ? '' : `${lines.from}-${lines.to}`
}

const SPAN = /^(\d{1,9})-(\d{1,9})$/

export function spanOf(text: string): Lines | null {
  const [, from, to] = SPAN.exec(text) ?? []
  return from === undefined ? null : { from: Number(from), to: Number(to) }
}

/** The stretch that holds both; what is not known adds nothing. */
export function joinSpans(left: Lines | null, right: Lines | null): Lines | null {
  if (left === null || right === null) return left ?? right
  return { from: Math.min(left.from, right.from), to: Math.max(left.to, right.to) }
}

/** LEDGER-81: path with lines, as it stands in NOTES.md. */
export function identifierText({ path, lines }: Pick<Identifier, 'path' | 'lines'>): string {
  return lines === '' ? path : `${path}:${lines}`
}
