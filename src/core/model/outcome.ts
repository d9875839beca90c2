import type { AnchorEffect } from './anchor.ts'
import type { BackupNeed } from './backup.ts'
import type { Decision } from './decision.ts'
import type { Fact } from './fact.ts'
import type { Json } from './json.ts'

/** Everything a decision leads to, as data. */
export interface Outcome {
  readonly decision: Decision
  readonly facts: readonly Fact[]
  readonly effects: readonly Effect[]
  /** No role and no copy lets it pass: an anchor locks it, or somebody has said no to it in this session. */
  readonly isFinal?: true
  /** Ask again with a copy of these files on the event; what is decided without it is decided without it. */
  readonly needs?: BackupNeed
}

/** The person is answered at once; the model hears nothing. */
export function answerWith(text: string, facts: readonly Fact[] = []): Outcome {
  return { decision: { kind: 'answer', text }, facts, effects: [] }
}

/** The same, where nothing was done. */
export function refusal(text: string, facts: readonly Fact[] = []): Outcome {
  return { decision: { kind: 'answer', text, refused: true }, facts, effects: [] }
}

/** Something to do after the commit. Losing one loses convenience, never a rule. */
export type Effect =
  | AnchorEffect
  /** EDGE-62: one line for `.proof/session_log.jsonl`. */
  | { readonly kind: 'proof.append'; readonly line: { readonly [key: string]: Json } }
  /** PLANE-L15h: a fresh copy of the work tree, while a director is at work. */
  | { readonly kind: 'backup.sync' }
  /** EDGE-145: settings that free the next session are put right. */
  | { readonly kind: 'settings.mend'; readonly path: string }
  /** EDGE-81: one line for `.proof/archive.jsonl`. */
  | { readonly kind: 'proof.archive'; readonly line: { readonly [key: string]: Json } }
  /** Lines for the trajectory; with `notes`, NOTES.md is brought up to the record; with `redo`, so is everything that was missed. */
  | {
      readonly kind: 'ledger.sync'
      readonly agent: string
      readonly lines: readonly { readonly [key: string]: Json }[]
      readonly notes: boolean
      readonly redo: boolean
    }
  /** LEDGER-45: the active task gets what the record says of it; with `redo`, every task what it missed. */
  | { readonly kind: 'ledger.bead'; readonly redo: boolean }
  /** LEDGER-73 to LEDGER-75: NOTES.md and the task get what is new, and what came of it is recorded. */
  | { readonly kind: 'ledger.delta'; readonly tokens: number }
  /** What a session was told, to be counted by a real tokenizer. */
  | { readonly kind: 'ledger.measure'; readonly session: string; readonly text: string }
  /** LEDGER-121: rows of identifiers, to be counted against what they name. */
  | {
      readonly kind: 'ledger.weigh'
      readonly named: readonly { readonly path: string; readonly lines: string; readonly row: string }[]
    }
  /** LEDGER-108: old trajectories go into the archive, old archives go. */
  | ({ readonly kind: 'ledger.tend' } & Retention)

export type Retention = {
  readonly retentionDays: number
  readonly archiveDays: number
  readonly compressionLevel: number
}
