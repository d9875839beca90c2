/** The literal with which every path of a ledger begins (C4): it outlives the folder the project lies in today. */
export const ROOT_PREFIX = `\${PROJECT_ROOT}/`

/** A word-for-word quote and where it stands. LEDGER-57: all three, or it is no citation. */
export interface Citation {
  readonly quote: string
  /** Stored form, `${PROJECT_ROOT}/…`. */
  readonly path: string
  readonly line: number
  /** Last line of a cited range. */
  readonly lineEnd?: number
  /** Name of the git blob in which the quote stood when it was written. */
  readonly blob?: string
}

/** A citation as the ledgers keep it. `status` is the verdict of the last look at the file. */
export type RecordedCitation = {
  readonly path: string
  readonly line: number
  readonly quote: string
  readonly status: string
  /** The git blob it was read from, so that a later edit shows; empty when it is not known. */
  readonly blob: string
}

/** Why something that was meant as a citation is none. */
export type CitationProblem = 'no-quote' | 'trivial-quote' | 'long-quote' | 'no-line' | 'bad-blob' | PathProblem

export type PathProblem = 'no-path' | 'relative' | 'outside' | 'traversal' | 'bad-path'

/** Why a file that is there could not be read as text of this project. */
export type Unreadable = 'outside' | 'binary' | 'too-large' | 'not-a-file' | 'no-access'

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

export type ClaimCounts = { readonly total: number; readonly grounded: number; readonly assumptions: number }

/** Claims, weighed after everything they cite was opened and compared. */
export type Grounding = ClaimCounts & {
  /** Null: no claims, so there is no evidence either way. */
  readonly ratio: number | null
  /** The ratio alone; `no-data` passes and is never called evidence. */
  readonly status: 'no-data' | 'pass' | 'fail'
  /** C3: also met when all that lacks evidence is flagged and little enough; the flagged list then goes to NOTES.md. */
  readonly clears: boolean
  /** Claims marked as assumptions. */
  readonly flagged: readonly string[]
  readonly ungrounded: readonly UngroundedClaim[]
}

export type UngroundedClaim = {
  readonly claim: string
  readonly why: string
  /** LEDGER-50, LEDGER-51: what the checklist counts it under. */
  readonly lacks: 'path' | 'quote' | 'other'
}

/** LEDGER-96: a ruling with what it stands on, as a task keeps it. */
export type TaskDecision = {
  readonly ts: string
  readonly decision: string
  readonly rationale: string
  readonly evidence: readonly {
    readonly path: string
    readonly line: number
    readonly quote: string
    readonly blob?: string
  }[]
}

/** What is said of a task: decisions are added, the rest is replaced. */
export type TaskChange = {
  readonly title?: string
  readonly type?: string
  readonly status?: string
  readonly priority?: number
  readonly decisions?: readonly TaskDecision[]
  readonly next_steps?: readonly string[]
  readonly blockers?: readonly string[]
  readonly questions?: readonly string[]
  /** For people, beside the lists. */
  readonly note?: string
}
