import type { Work } from './tool.ts'

/** How much is at stake. `junction` waits for a person; `catastrophic` is refused (EDGE-36). */
export type Tier = 'routine' | 'junction' | 'catastrophic'

export type JunctionType = 'irreversible' | 'external' | 'ambiguous' | 'quality_gate'

/** What would be done to the target. */
export type Harm =
  | 'delete'
  | 'overwrite'
  | 'discard-uncommitted'
  | 'rewrite-history'
  | 'publish'
  | 'deploy'
  | 'migrate'
  | 'drop-data'
  | 'send'
  | 'execute-remote'
  | 'execute-unresolved'
  | 'escalate'
  | 'weaken'
  | 'kill'
  | 'tamper'
  /** Work done for nothing: the one loss that no copy refunds. */
  | 'waste'

/** Who may let it pass once: nobody, the CLI with the passphrase, or any human door. */
export type Override = 'never' | 'passphrase' | 'any-door'

/** One rule that matched one command of the call. */
export interface Finding {
  readonly rule: string
  readonly harm: Harm
  readonly tier: Exclude<Tier, 'routine'>
  readonly type: JunctionType
  readonly override: Override
  /** One sentence a person understands: what would be lost. Lower case, no final period. */
  readonly reason: string
  /** A way to the same end that itself passes the gate. */
  readonly safer?: string
  /** Resolved argv of the command that matched, or the tool's name and target. */
  readonly argv: readonly string[]
  /** Resolved targets, absolute where they are paths. */
  readonly targets: readonly string[]
  /** Where that command would run, when it is known and is not where the call starts. */
  readonly cwd?: string
  /** For dismissals (EDGE-58): the command family and the class of target, without exact arguments. */
  readonly family: string
  readonly targetClass: string
}

/** The judgement of one tool call: routine, or at least one finding, the gravest first. */
export type Assessment = AssessedCall &
  (
    | { readonly tier: 'routine'; readonly findings: readonly [] }
    | { readonly tier: Finding['tier']; readonly findings: readonly [Finding, ...Finding[]] }
  )

interface AssessedCall {
  /** Canonical text of the whole call (normalised argv of every command), the exact part of an allowance (EDGE-57). */
  readonly canonical: string
  /** What the call is for. */
  readonly work: Work
}
