import type { Finding, Override, Tier } from '../../model/assessment.ts'
import type { EventOf } from '../../model/event.ts'
import type { Role } from '../../model/plane.ts'
import { isCovered, isDiscard } from './reversible.ts'

/** How an identity is met: not at all, with a word, with a hold, with a block. */
export type Posture = 'pass' | 'steer' | 'hold' | 'block'

export interface Stake {
  readonly role: Role
  readonly tier: Tier
  readonly override: Override
  /** Everything the call may lose is in a copy made for it. */
  readonly reversible: boolean
}

/**
 * PLANE-L15a: irreversibility times trust. A block is justified only by what cannot be taken back, and only a director buys it
 * off with a copy (C10); a worker's destructive call stays with the person (PLANE-L15d).
 */
export function postureOf({ role, tier, override, reversible }: Stake): Posture {
  if (tier === 'routine' || role === 'human') return 'pass'
  if (role === 'director' && reversible && override === 'any-door') return 'steer'
  return tier === 'catastrophic' ? 'block' : 'hold'
}

/** Can it be taken back now? Wasted work is no loss of data: a director may judge it. */
export function isReversible(finding: Finding, around: EventOf<'tool.before'>['around']): boolean {
  return finding.harm === 'waste' || isCovered(finding, around)
}

/** Could a copy make it so? */
export function mayBecomeReversible(finding: Finding): boolean {
  return finding.override === 'any-door' && (finding.harm === 'waste' || isDiscard(finding))
}
