import type { Fact } from '../../model/fact.ts'
import type { SessionId } from '../../model/ids.ts'
import type { EdgeState, Junction } from '../../model/state.ts'

/** Nobody approves by accident what an agent wanted half an hour ago. */
export const HOLD_MS = 30 * 60_000

/** All holds, oldest first. */
export function holdsOf(edge: EdgeState): readonly Junction[] {
  return edge.junction ? [edge.junction, ...edge.queue] : edge.queue
}

/** Those that still wait at this moment, oldest first. */
export function liveHolds(edge: EdgeState, atMs: number): readonly Junction[] {
  return holdsOf(edge).filter((hold) => atMs - hold.createdAtMs < HOLD_MS)
}

/** A hold ends with its client or after half an hour; the first event afterwards puts that on record. */
export function lapsedHolds(edge: EdgeState, atMs: number, gone: readonly SessionId[] = []): readonly Fact[] {
  return holdsOf(edge).flatMap((hold): readonly Fact[] => {
    if (gone.includes(hold.session)) return [lapsed(hold, 'its client is gone')]
    return atMs - hold.createdAtMs < HOLD_MS ? [] : [lapsed(hold, 'nobody decided within 30 minutes')]
  })
}

function lapsed({ number }: Junction, why: string): Fact {
  return { kind: 'junction.lapsed', number, why }
}
