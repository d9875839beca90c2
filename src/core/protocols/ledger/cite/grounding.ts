import type { CitationProblem } from './citation.ts'
import { isGrounded, type Verdict } from './judge-citation.ts'

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

export interface Grounding {
  readonly total: number
  readonly grounded: number
  readonly assumptions: number
  /** Null: no claims, so there is no evidence either way. */
  readonly ratio: number | null
  /** The ratio alone; `no-data` passes and is never called evidence. */
  readonly status: 'no-data' | 'pass' | 'fail'
  /** C3: also met when all that lacks evidence is flagged and little enough; the flagged list then goes to NOTES.md. */
  readonly clears: boolean
  /** Claims marked as assumptions. */
  readonly flagged: readonly string[]
  readonly ungrounded: readonly { readonly claim: string; readonly why: string }[]
}

/** Far below 1 ÷ the number of claims anybody makes, far above what division loses. */
const EPSILON = 1e-9

/** LEDGER-58: grounded ÷ all, where only what a machine compared is grounded. */
export function judgeGrounding(claims: readonly JudgedClaim[], rule: GroundingRule): Grounding {
  const grounded = claims.filter(isGroundedClaim)
  const flagged = claims.filter(({ grounding }) => grounding === 'assumption')
  const ungrounded = claims
    .filter((claim) => claim.grounding !== 'assumption' && !isGroundedClaim(claim))
    .map((claim) => ({ claim: claim.claim, why: whyUngrounded(claim) }))
  const total = claims.length
  const ratio = total === 0 ? null : grounded.length / total
  const status = ratio === null ? 'no-data' : ratio + EPSILON >= rule.threshold ? 'pass' : 'fail'
  const capped = flagged.length <= rule.assumptionCap * total + EPSILON
  return {
    total,
    grounded: grounded.length,
    assumptions: flagged.length,
    ratio,
    status,
    clears: status !== 'fail' || (ungrounded.length === 0 && capped),
    flagged: flagged.map(({ claim }) => claim),
    ungrounded,
  }
}

/** Two digits, cut and not rounded: 0.9497 must never be shown as the 0.95 that was asked for. */
export function showRatio(ratio: number | null): string {
  return (Math.floor((ratio ?? 1) * 100 + EPSILON) / 100).toFixed(2)
}

/** LEDGER-39, to the letter. */
export function refusalText({ total, grounded, ratio }: Grounding, { threshold }: GroundingRule): string {
  return [
    `Cannot clear: ${total - grounded} decisions lack grounded citations.`,
    'Add evidence or mark as [ASSUMPTION] before clearing.',
    `Current grounding ratio: ${showRatio(ratio)} (required: ${showThreshold(threshold)})`,
  ].join(' ')
}

/** In plain words, for people and for the agent that has to mend it. */
export function describeVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'verified':
      return 'verified'
    case 'moved':
      return `moved to \`${verdict.path}:${verdict.line}\``
    case 'wrong-line':
      return `wrong line: the quote stands at line ${verdict.line}`
    case 'changed':
      return 'changed: the file no longer says this'
    case 'gone':
      return 'gone: the file is no more'
    case 'absent':
      return 'the quote is not in the file'
    case 'missing':
      return 'no such file'
    case 'unreadable':
      return UNREADABLE[verdict.why]
    case 'rejected':
      return REJECTED[verdict.problem]
  }
}

function isGroundedClaim({ grounding, verdicts }: JudgedClaim): boolean {
  return grounding === 'citation' && verdicts.length > 0 && verdicts.every(isGrounded)
}

function whyUngrounded({ grounding, verdicts }: JudgedClaim): string {
  if (grounding === 'none') return 'neither a citation nor an assumption'
  const bad = verdicts.find((verdict) => !isGrounded(verdict))
  return bad === undefined ? 'no evidence' : describeVerdict(bad)
}

export function showThreshold(threshold: number): string {
  return threshold.toFixed(4).replace(/(\.\d\d)0+$|(\.\d{3})0$/, '$1$2')
}

const UNREADABLE = {
  outside: 'the file lies outside the project',
  binary: 'the file is not text',
  'too-large': 'the file is too large to be compared',
  'not-a-file': 'this is not a file',
  'no-access': 'the file may not be read',
} as const

const REJECTED: Readonly<Record<CitationProblem, string>> = {
  'no-quote': 'no quote',
  'trivial-quote': 'the quote is too short to say anything',
  'long-quote': 'the quote is too long',
  'no-path': 'no path',
  'no-line': 'no line number',
  'bad-blob': 'the pin is not the name of a git blob',
  relative: `the path is relative; write \`\${PROJECT_ROOT}/…\``,
  outside: 'the path lies outside the project',
  traversal: 'the path contains `..`',
  'bad-path': 'the path holds characters that no citation may have',
}
