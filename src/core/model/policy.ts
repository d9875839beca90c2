/** What a finding leads to: a row in the audit, a word to the agent, or a hold. */
export type Enforcement = 'observe' | 'steer' | 'gate'

export interface Policy {
  readonly edge: {
    readonly level: Enforcement
  }
}

export const DEFAULT_POLICY: Policy = { edge: { level: 'gate' } }
