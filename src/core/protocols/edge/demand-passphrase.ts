import type { Registration } from '../../model/door.ts'
import type { EventOf, Proof } from '../../model/event.ts'
import { own } from '../../model/own.ts'
import type { Policy } from '../../model/policy.ts'
import type { State } from '../../model/state.ts'
import { needsPassphrase } from '../../rules/needs-passphrase.ts'
import { whichHold } from './holds.ts'

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
    return { kind: 'unproven', why: 'this takes your passphrase', instead: `run \`${command}\` in a terminal` }
  }
  const { passphraseKey, gone } = event.around
  const living = Object.keys(state.doors.clients).filter((session) => !gone.some((one) => one === session))
  // A pause is about every hold to come, of every agent here.
  const concerned = hold ? [hold.session] : living
  if (concerned.every((session) => isKnown(own(state.doors.clients, session), passphraseKey))) return proof
  return {
    kind: 'unproven',
    why: 'your passphrase was set or changed after this agent was started',
    instead: 'start the agent again; from then on it counts',
  }
}

function isKnown(client: Registration | undefined, passphraseKey: string | null): boolean {
  return client?.seal !== undefined && client.seal === passphraseKey
}
