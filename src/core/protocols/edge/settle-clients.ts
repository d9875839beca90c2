import type { Event } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { own } from '../../model/own.ts'
import type { State } from '../../model/state.ts'
import type { ClientsSeen } from '../../model/surroundings.ts'

/**
 * What the kernel showed of clients, before anything else is decided: holds of a client that is gone lapse, and a session
 * belongs to the first client seen for it until that one is gone (ADR 0014).
 */
export function settleClients(state: State, event: Event): readonly Fact[] {
  const { around } = event
  if (!('gone' in around)) return []
  return [...lapsed(state, around), ...registered(state, event, around)]
}

function lapsed({ edge }: State, { gone }: ClientsSeen): readonly Fact[] {
  if (gone.length === 0) return []
  const holds = edge.junction ? [edge.junction, ...edge.queue] : []
  return holds
    .filter((hold) => gone.includes(hold.session))
    .map(({ number }): Fact => ({ kind: 'junction.lapsed', number, why: 'its client is gone' }))
}

function registered(
  { doors }: State,
  { session, client }: Event,
  { gone, passphraseKey }: ClientsSeen,
): readonly Fact[] {
  if (!client) return []
  const known = own(doors.clients, session)
  if (known && !gone.includes(session)) return []
  return [{ kind: 'client.registered', client, ...(passphraseKey !== null && { seal: passphraseKey }) }]
}
