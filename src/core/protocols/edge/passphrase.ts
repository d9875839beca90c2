import type { Registration } from '../../model/door.ts'
import type { EdgeVerb, EventOf, Proof } from '../../model/event.ts'
import { lookUp } from '../../model/language.ts'
import type { Policy } from '../../model/policy.ts'
import type { Hold, State } from '../../model/state.ts'
import { PASSPHRASE } from '../../words/person.ts'
import type { CallToJudge } from '../contract.ts'
import { whichHold } from './holds.ts'

/** What is at stake: of a hold, or of a finding that may become one. */
type Stake = Pick<Hold, 'override' | 'type' | 'catastrophic'>

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

/**
 * For the gravest decisions a proven person still needs the passphrase, and one that was set before the held session
 * began: an agent that can imitate a person could otherwise be the one who sets it (ADR 0014).
 */
export function demandPassphrase(state: State, event: EventOf<'edge'>, policy: Policy): Proof {
  const { proof, verb } = event
  const hold = whichHold(state, event)
  if (proof.kind === 'unproven' || !needsPassphrase(policy, verb, hold)) return proof
  const cli = `${event.around.cli} ${verb === 'pause' ? 'pause' : `edge ${verb}`}`
  const command = hold ? `${cli} ${hold.number}` : cli
  if (proof.door !== 'passphrase') {
    return { kind: 'unproven', why: PASSPHRASE.needed, instead: `run \`${command}\` in a terminal` }
  }
  const { passphraseKey, gone } = event.around
  // A pause is about every hold to come, of every agent here.
  const concerned = hold
    ? [lookUp(state.clients, hold.session)]
    : Object.entries<Registration>(state.clients).flatMap(([session, client]) =>
        gone.some((one) => one === session) ? [] : [client],
      )
  if (concerned.every((client) => client?.passphraseKey !== undefined && client.passphraseKey === passphraseKey))
    return proof
  return { kind: 'unproven', ...PASSPHRASE.newer }
}

/** Signed with the passphrase, and with one that was set before this session's client came. */
export function signedByPassphrase({ state, event }: CallToJudge, signature: string): boolean {
  const key = lookUp(state.clients, event.session)?.passphraseKey
  return key !== undefined && signature.startsWith(`ed25519:${key}:`)
}
