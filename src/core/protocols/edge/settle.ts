import type { Event } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { own } from '../../model/own.ts'
import type { State } from '../../model/state.ts'
import { lapsed } from './holds.ts'

/**
 * What the kernel showed of clients, before anything else is decided: holds of a client that is gone lapse, and a session
 * belongs to the first client seen for it until that one is gone (ADR 0014).
 */
export function settleClients({ edge, clients }: State, { session, client, around }: Event): readonly Fact[] {
  if (!('gone' in around)) return []
  const { gone, passphraseKey } = around
  const orphaned = edge.holds.filter((hold) => gone.includes(hold.session))
  const facts = orphaned.map((hold) => lapsed(hold, 'its client is gone'))
  if (!client || (own(clients, session) && !gone.includes(session))) return facts
  return [...facts, { kind: 'client.registered', client, ...(passphraseKey !== null && { seal: passphraseKey }) }]
}
