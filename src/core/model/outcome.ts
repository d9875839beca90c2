import type { BackupNeed } from './backup.ts'
import type { Decision } from './decision.ts'
import type { Effect } from './effect.ts'
import type { Fact } from './fact.ts'

/** Everything a decision leads to, as data. */
export interface Outcome {
  readonly decision: Decision
  readonly facts: readonly Fact[]
  readonly effects: readonly Effect[]
  /** Ask again with a copy of these files on the event; what is decided without it is decided without it. */
  readonly needs?: BackupNeed
}

/** The person is answered at once; the model hears nothing. */
export function answer(text: string, facts: readonly Fact[] = []): Outcome {
  return { decision: { kind: 'answer', text }, facts, effects: [] }
}

/** The same, where nothing was done. */
export function refusal(text: string, facts: readonly Fact[] = []): Outcome {
  return { decision: { kind: 'answer', text, refused: true }, facts, effects: [] }
}
