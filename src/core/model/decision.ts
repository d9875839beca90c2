/** Why. `ruleId` is a rule of docs/spec or of a pack; `text` is for people, lower case, no final period unless a spec fixes it. */
export type Reason = {
  readonly ruleId: string
  readonly text: string
}

export type Reasons = readonly [Reason, ...Reason[]]

/** `headline` is the line that is read first: what was refused, why, and what lets it pass. */
type Refusal = { readonly reasons: Reasons; readonly headline?: string }

type Words = {
  /** Added to the agent's context. */
  readonly steer?: string
  /** Shown to the person, never to the model. */
  readonly notice?: string
}

/** EDGE-136: if it runs by a person's word, then outside the seal. */
type LetOut = { readonly unsealed?: true }

/**
 * `allow` says nothing to the runtime and never widens its permissions. `hold` is a junction that waits for a person.
 * `ask` is the runtime's own prompt. `answer` ends a person's command without a model call; `refused`: nothing was done.
 */
export type Decision =
  | ({ readonly kind: 'allow' } & Words & LetOut)
  /** `parks`: the call may wait while somebody can be reached at another door (EDGE-131). */
  | ({ readonly kind: 'hold'; readonly number: number; readonly parks?: true } & Refusal & Words)
  | ({ readonly kind: 'ask' } & Refusal & Words & LetOut)
  | ({ readonly kind: 'block' } & Refusal & Words)
  | { readonly kind: 'answer'; readonly text: string; readonly refused?: true }

export const ALLOW: Decision = { kind: 'allow' }
