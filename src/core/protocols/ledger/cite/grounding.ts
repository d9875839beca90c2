import type { Citation, Grounding, UngroundedClaim, Unreadable, Verdict } from '../../../model/citation.ts'
import { describeVerdict, groundingRefusal, UNGROUNDED } from '../../../words/ledger.ts'
import { type CitedText, findNearest, findQuote } from './find-quote.ts'

/** The cited file as it is now. */
export type CitedFileNow =
  | { readonly kind: 'text'; readonly text: CitedText; readonly blob: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly why: Unreadable }

/**
 * LEDGER-66: the file decides, not the one who cites it. `held`: the pinned blob, or our own record, proves that the quote
 * stood there when it was written; `elsewhere`: other files of the project in which it may stand now.
 */
export function judgeCitation(
  citation: Citation,
  now: CitedFileNow,
  held: boolean,
  elsewhere: readonly { readonly path: string; readonly text: CitedText }[],
): Verdict {
  if (now.kind === 'unreadable') return now
  if (now.kind === 'text') {
    const here = judgeText(citation, now.text, held)
    if (here !== undefined) return here
  }
  for (const { path, text } of held ? elsewhere : []) {
    const line = findNearest(text, citation.quote, citation.line)
    if (line !== undefined) return { kind: 'moved', path, line }
  }
  if (now.kind === 'missing') return { kind: held ? 'gone' : 'missing' }
  return { kind: held ? 'changed' : 'absent' }
}

/** Whether the quote stands where it is cited. */
export function holdsAt({ quote, line, lineEnd }: Citation, text: CitedText): number | undefined {
  return findQuote(text, quote, { from: line, to: lineEnd ?? line })
}

function judgeText(citation: Citation, text: CitedText, held: boolean): Verdict | undefined {
  const line = holdsAt(citation, text)
  if (line !== undefined) return { kind: 'verified', line }
  const nearest = findNearest(text, citation.quote, citation.line)
  if (nearest === undefined) return undefined
  return held ? { kind: 'moved', path: citation.path, line: nearest } : { kind: 'wrong-line', line: nearest }
}

/** A quote that was true and stands elsewhere today is evidence still; everything else is not. */
export function isGrounded({ kind }: { readonly kind: string }): boolean {
  return kind === 'verified' || kind === 'moved'
}

/** A claim of the trajectory after everything it cites was opened and compared. */
export interface JudgedClaim {
  readonly claim: string
  /** LEDGER-67: whatever is neither a citation nor an assumption grounds nothing. */
  readonly grounding: 'citation' | 'assumption' | 'none'
  readonly verdicts: readonly Verdict[]
}

export interface GroundingRule {
  readonly threshold: number
  /** C3: the largest share of flagged assumptions that a clear tolerates. */
  readonly assumptionCap: number
}

/** Far below 1 ÷ the number of claims anybody makes, far above what division loses. */
const EPSILON = 1e-9

/** LEDGER-58: grounded ÷ all, where only what a machine compared is grounded. */
export function judgeGrounding(claims: readonly JudgedClaim[], rule: GroundingRule): Grounding {
  const grounded = claims.filter(isGroundedClaim).length
  const flagged = claims.filter(({ grounding }) => grounding === 'assumption').map(({ claim }) => claim)
  const ungrounded = claims.flatMap((claim) =>
    claim.grounding === 'assumption' || isGroundedClaim(claim) ? [] : [ungroundedClaim(claim)],
  )
  const total = claims.length
  const ratio = total === 0 ? null : grounded / total
  const status = ratio === null ? 'no-data' : ratio + EPSILON >= rule.threshold ? 'pass' : 'fail'
  const capped = flagged.length <= rule.assumptionCap * total + EPSILON
  const clears = status !== 'fail' || (ungrounded.length === 0 && capped)
  return { total, grounded, assumptions: flagged.length, ratio, status, clears, flagged, ungrounded }
}

function isGroundedClaim({ grounding, verdicts }: JudgedClaim): boolean {
  return grounding === 'citation' && verdicts.length > 0 && verdicts.every(isGrounded)
}

function ungroundedClaim({ claim, grounding, verdicts }: JudgedClaim): UngroundedClaim {
  if (grounding === 'none') return { claim, why: UNGROUNDED.unmarked, lacks: 'other' }
  const bad = verdicts.find((verdict) => !isGrounded(verdict))
  if (bad === undefined) return { claim, why: UNGROUNDED.uncited, lacks: 'quote' }
  return { claim, why: describeVerdict(bad), lacks: lackOf(bad) }
}

function lackOf(verdict: Verdict): UngroundedClaim['lacks'] {
  if (verdict.kind === 'wrong-line' || verdict.kind === 'absent') return 'quote'
  if (verdict.kind !== 'rejected') return 'other'
  switch (verdict.problem) {
    case 'no-quote':
    case 'trivial-quote':
    case 'long-quote':
      return 'quote'
    case 'no-line':
    case 'bad-blob':
      return 'other'
    default:
      return 'path'
  }
}

/** LEDGER-39. */
export function refusalText({ total, grounded, ratio }: Grounding, { threshold }: GroundingRule): string {
  return groundingRefusal(total - grounded, showRatio(ratio), showThreshold(threshold))
}

/** Two digits, cut and not rounded: 0.9497 must never be shown as the 0.95 that was asked for. */
export function showRatio(ratio: number | null): string {
  return (Math.floor((ratio ?? 1) * 100 + EPSILON) / 100).toFixed(2)
}

export function showThreshold(threshold: number): string {
  return threshold.toFixed(4).replace(/(\.\d\d)0+$|(\.\d{3})0$/, '$1$2')
}
