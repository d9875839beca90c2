import type { EdgeVerb } from '../model/event.ts'
import type { Policy } from '../model/policy.ts'
import type { Junction } from '../model/state.ts'

/** What is at stake: of a hold, or of a finding that may become one. */
type Stake = Pick<Junction, 'override' | 'type' | 'catastrophic'>

/** Decisions for which a person's presence is not enough: the gravest, and those that the policy names. */
export function needsPassphrase({ edge }: Policy, verb: EdgeVerb, hold: Stake | undefined): boolean {
  const named = edge.passphraseFor
  if (verb === 'pause') return named.includes('pause')
  if (verb !== 'approve' && verb !== 'dismiss') return false
  if (verb === 'dismiss' && named.includes('dismiss')) return true
  if (hold === undefined) return false
  if (hold.catastrophic && named.includes('catastrophic-override')) return true
  return hold.override === 'passphrase' || (hold.type === 'irreversible' && named.includes('irreversible'))
}
