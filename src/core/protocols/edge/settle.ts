import type { Event } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { lookUp } from '../../model/language.ts'
import type { State } from '../../model/state.ts'
import { isCurrentPrint } from '../../rules/text/fingerprint.ts'
import { WHY_ENDED } from '../../words/edge.ts'
import { endHolds, lapsed } from './kept.ts'

/** What has to be put on record before anything else is decided. */
export function settleSessions(state: State, event: Event): readonly Fact[] {
  return [...outdated(state), ...settleClients(state, event)]
}

/** EDGE-57: no call can match what an earlier version held or granted, so it is decided anew. */
function outdated({ edge }: State): readonly Fact[] {
  const why = WHY_ENDED.earlierVersion
  return [
    ...[...edge.kept, ...edge.holds]
      .filter((hold) => !isCurrentPrint(hold.fingerprint))
      .map((hold) => lapsed(hold, why)),
    ...[...edge.allowances.filter(({ use }) => use.kind === 'open'), ...edge.dismissals]
      .filter(({ fingerprint }) => !isCurrentPrint(fingerprint))
      .map(({ id }): Fact => ({ kind: 'grant.rejected', grant: id, why })),
  ]
}

/** More clients than people run at once, and few enough to look at every one of them. */
const MAX_CLIENTS = 256

/**
 * What the kernel showed of clients: holds of a client that is gone are kept or lapse, and a session belongs to the first client seen
 * for it until that one is gone (ADR 0014). So a living client never gives way, however many sessions are invented; where no
 * more are taken in, the new session's client is unknown, and nobody is proven to be its person.
 */
function settleClients(state: State, { session, client, around, atMs }: Event): readonly Fact[] {
  const { edge, clients, sessions } = state
  if (!('gone' in around)) return []
  const { gone, passphraseKey } = around
  const orphaned = edge.holds.filter((hold) => isCurrentPrint(hold.fingerprint) && gone.includes(hold.session))
  const facts = endHolds(state, orphaned, WHY_ENDED.clientGone, atMs)
  if (!client || (lookUp(clients, session) && !gone.includes(session))) return facts
  // EDGE-98: one that broke off is remembered until that has been noticed.
  const forgets = gone.filter((id) => id !== session && lookUp(sessions, id)?.ended !== false)
  const others = Object.keys(clients).filter((id) => id !== session)
  if (others.length - forgets.length >= MAX_CLIENTS) return facts
  const seal = passphraseKey !== null && { seal: passphraseKey }
  return [...facts, { kind: 'client.registered', client, ...seal, ...(forgets.length > 0 && { forgets }) }]
}
