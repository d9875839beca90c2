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
