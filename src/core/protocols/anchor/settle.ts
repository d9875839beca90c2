import type { AnchorEffect, AnchorFact, AnchorState, FoundSession, Holder, KeptFolder } from '../../model/anchor.ts'
import type { EventOf } from '../../model/event.ts'
import type { SessionId } from '../../model/ids.ts'
import { lookUp } from '../../model/language.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import type { State } from '../../model/state.ts'
import { BOUND } from '../../words/anchor.ts'
import { holds } from './owner.ts'

/**
 * At start-up. ANCHOR-10: a promotion that a crash cut off is finished where it was committed, and undone where it was
 * not. ANCHOR-60: folders that nobody needs any more go.
 */
export function settle(state: State, event: EventOf<'anchor.settle'>, policy: Policy): Outcome {
  const left = event.around.pending.filter((one) => one.anchor !== undefined)
  const { facts, effects } = sweepKept(state, event, policy)
  return {
    decision: { kind: 'allow' },
    facts,
    effects: [...left.flatMap((one) => settled(state.anchor, one)), ...effects],
  }
}

function settled({ holders }: AnchorState, { token, anchor, anchorDigest }: FoundSession): readonly AnchorEffect[] {
  const isBound = holders.some(({ bound }) => bound?.token === token && bound.digest === anchorDigest)
  return isBound && anchor !== undefined
    ? [{ kind: 'anchor.promote', token, text: anchor, otherwise: '' }]
    : [{ kind: 'anchor.drop', token, what: 'anchor' }]
}

const DAY_MS = 86_400_000

/** What is thrown away, and what the audit says of it. */
interface Swept {
  readonly facts: readonly AnchorFact[]
  readonly effects: readonly AnchorEffect[]
}

/** ANCHOR-60: whose folders go. The record says who holds an anchor; the age of a folder counts only where nobody does. */
function sweepKept(state: State, event: EventOf<'anchor.settle'>, { anchor }: Policy): Swept {
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
  return {
    facts: [
      ...over.map((token) => expired(token, BOUND.silent(anchor.keepDays))),
      ...free.map(({ token }) => expired(token, BOUND.unheld(anchor.keepDays))),
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

/** Takes an anchor away, bound or begun. Anybody may: it only ever locks. */
export function revoke(state: State, { token }: EventOf<'anchor.revoke'>): Outcome {
  const holder = state.anchor.holders.find((one) => holds(one, token))
  if (holder === undefined) {
    const text = BOUND.noToken(token)
    return { decision: { kind: 'answer', text }, facts: [], effects: [] }
  }
  const isBound = holder.bound?.token === token
  return {
    decision: { kind: 'allow', notice: BOUND.revoked(token) },
    facts: [
      isBound
        ? { kind: 'anchor.revoked', token, why: 'revoked at the terminal' }
        : { kind: 'anchor.dropped', token, why: 'revoked at the terminal' },
    ],
    effects: [isBound ? { kind: 'anchor.revoke', token } : { kind: 'anchor.drop', token, what: 'folder' }],
  }
}
