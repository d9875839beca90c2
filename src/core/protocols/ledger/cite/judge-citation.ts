import type { Citation, CitationProblem } from './citation.ts'
import { type CitedText, findNearest, findQuote } from './find-quote.ts'

/** Why a file that is there could not be read as text of this project. */
export type Unreadable = 'outside' | 'binary' | 'too-large' | 'not-a-file' | 'no-access'

/** The cited file as it is now. */
export type Sight =
  | { readonly kind: 'text'; readonly text: CitedText; readonly blob: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly why: Unreadable }

/** Everything that was looked up for one citation. */
export interface Seen {
  readonly now: Sight
  /** The pinned blob, or our own record, proves that the quote stood there when it was written. */
  readonly held: boolean
  /** Other files of the project in which it may stand now. */
  readonly elsewhere: readonly { readonly path: string; readonly text: CitedText }[]
}

/** What became of a citation. */
export type Verdict =
  | { readonly kind: 'verified'; readonly line: number }
  /** It stood there once, and stands here now. */
  | { readonly kind: 'moved'; readonly path: string; readonly line: number }
  /** It stands in the file, and never stood where it was cited as far as anybody can prove. */
  | { readonly kind: 'wrong-line'; readonly line: number }
  /** It stood there once; the file is there and says something else. */
  | { readonly kind: 'changed' }
  /** It stood there once; the file is no more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly why: Unreadable }
  | { readonly kind: 'rejected'; readonly problem: CitationProblem }

/** LEDGER-66: the file decides, not the one who cites it. */
export function judgeCitation(citation: Citation, { now, held, elsewhere }: Seen): Verdict {
  if (now.kind === 'unreadable') return now
  if (now.kind === 'text') {
    const here = judgeText(citation, now.text, held)
    if (here !== undefined) return here
  }
  const [first] = held ? elsewhere.flatMap((file) => placeIn(file, citation)) : []
  if (first !== undefined) return { kind: 'moved', ...first }
  if (now.kind === 'missing') return { kind: held ? 'gone' : 'missing' }
  return { kind: held ? 'changed' : 'absent' }
}

/** Whether the quote stands where it is cited. */
export function holdsAt({ quote, line, lineEnd }: Citation, text: CitedText): number | undefined {
  return findQuote(text, quote, { from: line, to: lineEnd ?? line })
}

/** A quote that was true and stands elsewhere today is evidence still; everything else is not. */
export function isGrounded(verdict: Verdict): boolean {
  return verdict.kind === 'verified' || verdict.kind === 'moved'
}

function judgeText(citation: Citation, text: CitedText, held: boolean): Verdict | undefined {
  const line = holdsAt(citation, text)
  if (line !== undefined) return { kind: 'verified', line }
  const nearest = findNearest(text, citation.quote, citation.line)
  if (nearest === undefined) return undefined
  return held ? { kind: 'moved', path: citation.path, line: nearest } : { kind: 'wrong-line', line: nearest }
}

function placeIn(
  { path, text }: { readonly path: string; readonly text: CitedText },
  { quote, line }: Citation,
): readonly { readonly path: string; readonly line: number }[] {
  const found = findNearest(text, quote, line)
  return found === undefined ? [] : [{ path, line: found }]
}
