import type { Door } from '../../model/door.ts'
import type { EventOf } from '../../model/event.ts'
import { type Fact, UNSIGNED } from '../../model/fact.ts'
import { answer, type Outcome } from '../../model/outcome.ts'
import type { EdgeState, State } from '../../model/state.ts'
import { PAUSE_TEXTS, WHY_ENDED } from '../../words/edge.ts'

const MINUTE_MS = 60_000
const DEFAULT_MINUTES = 15
const MAX_MINUTES = 240

type Act = EventOf<'edge'> & { readonly verb: 'pause' | 'resume' }

/** A proven person stops holds for a while, or takes that back. What is catastrophic stays refused. */
export function changePause({ edge }: State, event: Act, door: Door): Outcome {
  if (event.verb === 'resume') return resume(edge, event)
  const minutes = Math.min(event.minutes ?? DEFAULT_MINUTES, MAX_MINUTES)
  const pause = { id: event.id, startedAtMs: event.atMs, expiresAtMs: event.atMs + minutes * MINUTE_MS }
  return {
    decision: { kind: 'allow', notice: PAUSE_TEXTS.started(minutes) },
    facts: [{ kind: 'pause.started', pause, door, signature: UNSIGNED }],
    effects: [],
  }
}

function resume(edge: EdgeState, event: Act): Outcome {
  if (!edge.pause || !isPaused(edge, event.atMs)) return answer(PAUSE_TEXTS.none)
  return {
    decision: { kind: 'allow', notice: PAUSE_TEXTS.over },
    facts: [{ kind: 'pause.ended', pause: edge.pause.id, why: WHY_ENDED.pauseByPerson }],
    effects: [],
  }
}

export function isPaused({ pause }: EdgeState, atMs: number): boolean {
  return pause !== undefined && atMs < pause.expiresAtMs
}

/** It ended by itself; the first call afterwards puts that on record. */
export function lapsedPause(edge: EdgeState, atMs: number): readonly Fact[] {
  if (!edge.pause || isPaused(edge, atMs)) return []
  return [{ kind: 'pause.ended', pause: edge.pause.id, why: WHY_ENDED.pauseTimeUp }]
}
