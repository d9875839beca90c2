import type { AnchorEffect, AnchorFact, Holder, KeptFolder } from '../../model/anchor.ts'
import type { EventOf } from '../../model/event.ts'
import type { SessionId } from '../../model/ids.ts'
import { lookUp } from '../../model/language.ts'
import type { Policy } from '../../model/policy.ts'
import type { State } from '../../model/state.ts'

const DAY_MS = 86_400_000

/** What is thrown away, and what the audit says of it. */
interface Swept {
  readonly facts: readonly AnchorFact[]
  readonly effects: readonly AnchorEffect[]
}

/** ANCHOR-60: whose folders go. The record says who holds an anchor; the age of a folder counts only where nobody does. */
export function sweepKept(state: State, event: EventOf<'anchor.settle'>, { anchor }: Policy): Swept {
  const keepMs = anchor.keepDays * DAY_MS
  const { kept, gone } = event.around
  const { holders } = state.anchor
  const over = holders.flatMap((holder) =>
    holder.bound && event.atMs - lastSign(state, holder, gone) > keepMs ? [holder.bound.token] : [],
  )
  const isFree = ({ token }: KeptFolder) => !holders.some(({ bound }) => bound?.token === token)
  const free = kept.filter(
    (one) => one.from !== 'swept' && one.ageMs > keepMs && (one.from === 'revoked' || isFree(one)),
  )
  const days = anchor.keepDays === 1 ? 'a day' : `${anchor.keepDays} days`
  return {
    facts: [
      ...over.map((token) => expired(token, `nothing was heard of its session for ${days}`)),
      ...free.map(({ token }) => expired(token, `nobody held it for ${days}`)),
    ],
    effects: [
      ...kept.filter(({ from }) => from === 'swept').map(clear),
      ...over.map((token) => clear({ token, from: 'active' })),
      ...free.map(clear),
    ],
  }
}

function expired(token: string, why: string): AnchorFact {
  return { kind: 'anchor.expired', token, why }
}

function clear({ token, from }: Pick<KeptFolder, 'token' | 'from'>): AnchorEffect {
  return { kind: 'anchor.clear', token, from }
}

/**
 * When its session was last heard of; never over while its client is there, however long it is silent. A session that
 * said goodbye is over whatever its client does, until it is resumed.
 */
export function lastSign({ clients, sessions }: State, { owner, atMs }: Holder, gone?: readonly SessionId[]): number {
  const session = lookUp(sessions, owner.session)
  const client = lookUp(clients, owner.session)
  const isThere = client !== undefined && session?.ended !== true && gone?.includes(owner.session) !== true
  return isThere ? Number.POSITIVE_INFINITY : Math.max(atMs, session?.lastAtMs ?? 0)
}
