import type { Fact } from '../../model/fact.ts'
import type { Outcome } from '../../model/outcome.ts'

/** The person is answered at once; the model hears nothing. */
export function answer(text: string, facts: readonly Fact[] = []): Outcome {
  return { decision: { kind: 'answer', text }, facts, effects: [] }
}

/** The same, where nothing was done. */
export function refusal(text: string, facts: readonly Fact[] = []): Outcome {
  return { decision: { kind: 'answer', text, refused: true }, facts, effects: [] }
}

/** The person reads the notice, and the agent goes on with what the steer says. */
export function told(notice: string, steer: string, facts: readonly Fact[]): Outcome {
  return { decision: { kind: 'allow', notice, steer }, facts, effects: [] }
}
