import type { Fact } from '../../model/fact.ts'
import type { SessionId } from '../../model/ids.ts'
import type { EdgeState, Junction } from '../../model/state.ts'
import { HOLD_MS, holdsOf } from './holds.ts'

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
