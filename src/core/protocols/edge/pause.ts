import type { Door } from '../../model/door.ts'
import type { EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { EdgeState, State } from '../../model/state.ts'

const MINUTE_MS = 60_000
const DEFAULT_MINUTES = 15
const MAX_MINUTES = 240
/** The gate signs it after the decision; the core has no key. */
const UNSIGNED = ''

type Act = EventOf<'edge'> & { readonly verb: 'pause' | 'resume' }

/** A proven person stops holds for a while, or takes that back. What is catastrophic stays refused. */
export function changePause({ edge }: State, event: Act, door: Door): Outcome {
  if (event.verb === 'resume') return resume(edge, event)
  const minutes = Math.min(event.minutes ?? DEFAULT_MINUTES, MAX_MINUTES)
  const pause = { id: event.id, startedAtMs: event.atMs, expiresAtMs: event.atMs + minutes * MINUTE_MS }
  return {
    decision: { kind: 'allow', notice: `holds are paused for ${minutes} minutes; the catastrophic stays blocked` },
    facts: [{ kind: 'pause.started', pause, door, signature: UNSIGNED }],
    effects: [],
  }
}

function resume(edge: EdgeState, event: Act): Outcome {
  if (!edge.pause || !isPaused(edge, event.atMs)) {
    return { decision: { kind: 'answer', text: 'nothing is paused' }, facts: [], effects: [] }
  }
  return {
    decision: { kind: 'allow', notice: 'the pause is over; holds work again' },
    facts: [{ kind: 'pause.ended', pause: edge.pause.id, why: 'ended by the person' }],
    effects: [],
  }
}

export function isPaused({ pause }: EdgeState, atMs: number): boolean {
  return pause !== undefined && atMs < pause.expiresAtMs
}

/** It ended by itself; the first call afterwards puts that on record. */
export function lapsedPause(edge: EdgeState, atMs: number): readonly Fact[] {
  if (!edge.pause || isPaused(edge, atMs)) return []
  return [{ kind: 'pause.ended', pause: edge.pause.id, why: 'its time was up' }]
}
