import type { Tier } from './assessment.ts'
import type { Rule } from './rule.ts'

/** What a finding leads to: a row in the audit, a word to the agent, or a hold. From the loosest to the strictest. */
export const ENFORCEMENTS = ['observe', 'steer', 'gate'] as const
export type Enforcement = (typeof ENFORCEMENTS)[number]

/** `block-all` is the literal rule: a recursive forced delete is refused whatever it deletes. */
export const RM_RF = ['default', 'block-all'] as const
export type RmRf = (typeof RM_RF)[number]

/** A person's standing word: this risk rule does not hold this very command text in this project. */
export interface Exception {
  readonly rule: string
  /** Without white space around it. */
  readonly command: string
  readonly project: string
}

/** The checked settings under which one event is judged. Plain data: it is cached as JSON. */
export interface Policy {
  readonly edge: {
    readonly level: Enforcement
  }
  readonly filesystem: {
    readonly rmRf: RmRf
  }
  /** Built-in risk rules with another tier, by id; `routine` switches one off. */
  readonly tiers: Readonly<Record<string, Tier>>
  /** Rules that the policy files add. */
  readonly rules: readonly Rule[]
  /** False holds that a person has settled. Only junctions know exceptions. */
  readonly exceptions: readonly Exception[]
}

export const DEFAULT_POLICY: Policy = {
  edge: { level: 'gate' },
  filesystem: { rmRf: 'default' },
  tiers: {},
  rules: [],
  exceptions: [],
}
