import type { AnchorEffect, AnchorState, FoundSession } from '../../model/anchor.ts'
import type { EventOf } from '../../model/event.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import type { State } from '../../model/state.ts'
import { sweepKept } from './retention.ts'

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
