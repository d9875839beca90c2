import type { Event } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { lookUp } from '../../model/language.ts'
import type { State } from '../../model/state.ts'
import { isCurrentPrint } from '../../rules/text/fingerprint.ts'
import { WHY_ENDED } from '../../words/edge.ts'
import { lapsed } from './holds.ts'

/** What has to be put on record before anything else is decided. */
export function settleSessions(state: State, event: Event): readonly Fact[] {
  return [...outdated(state), ...settleClients(state, event)]
}

/** EDGE-57: no call can match what an earlier version held or granted, so it is decided anew. */
function outdated({ edge }: State): readonly Fact[] {
  const why = WHY_ENDED.earlierVersion
  return [
    ...edge.holds.filter((hold) => !isCurrentPrint(hold.fingerprint)).map((hold) => lapsed(hold, why)),
    ...[...edge.allowances.filter(({ use }) => use.kind === 'open'), ...edge.dismissals]
      .filter(({ fingerprint }) => !isCurrentPrint(fingerprint))
      .map(({ id }): Fact => ({ kind: 'grant.rejected', grant: id, why })),
  ]
}

/**
 * What the kernel showed of clients: holds of a client that is gone lapse, and a session belongs to the first client seen
 * for it until that one is gone (ADR 0014).
 */
function settleClients({ edge, clients }: State, { session, client, around }: Event): readonly Fact[] {
  if (!('gone' in around)) return []
  const { gone, passphraseKey } = around
  const orphaned = edge.holds.filter((hold) => isCurrentPrint(hold.fingerprint) && gone.includes(hold.session))
  const facts = orphaned.map((hold) => lapsed(hold, WHY_ENDED.clientGone))
  if (!client || (lookUp(clients, session) && !gone.includes(session))) return facts
  return [...facts, { kind: 'client.registered', client, ...(passphraseKey !== null && { seal: passphraseKey }) }]
}
