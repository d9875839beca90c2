import { ALLOW } from '../../model/decision.ts'
import type { Event } from '../../model/event.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { PlaneFact } from '../../model/plane.ts'
import type { PlanePolicy } from '../../model/policy.ts'
import type { State } from '../../model/state.ts'
import { onlyWaits } from '../../rules/work/tool-name.ts'
import type { Listener, OtherEvent } from '../contract.ts'
import { observeCheckpoint } from './checkpoint.ts'
import { goesOn, scopeKey, scopeOf } from './scope.ts'
import type { Moment } from './signal.ts'
import { guarded, type Watched, watch } from './watch.ts'

/** Results and what the runtime tells of a task. Nothing here refuses anything. */
export const listenPlane: Listener = (state, event, policy) => {
  const closed = closing(state, event)
  if (closed.length > 0) return { decision: ALLOW, facts: closed, effects: [] }
  const moment = momentOfEvent(event)
  if (moment === undefined) return undefined
  const { facts, steer } = guarded(() => look(state, event, { moment, policy: policy.plane }))
  if (facts.length === 0) return undefined
  return { decision: steer === undefined ? ALLOW : { kind: 'allow', steer }, facts, effects: [] } satisfies Outcome
}

function look({ plane }: State, event: OtherEvent, { moment, policy }: Looking): Watched {
  const context = contextOf(event)
  const watched = watch(moment, { plane, policy, context, mute: false })
  const checked = event.kind === 'tool.after' ? observeCheckpoint(scopeOf(plane, scopeKey(context)), event, policy) : []
  return { ...watched, facts: [...checked, ...watched.facts] }
}

interface Looking {
  readonly moment: Moment
  readonly policy: PlanePolicy
}

function momentOfEvent(event: OtherEvent): Moment | undefined {
  if (event.kind === 'compact.after') return { kind: 'lifecycle', atMs: event.atMs, name: 'a compaction' }
  if (event.kind !== 'tool.after') return undefined
  const failed = !event.outcome.ok
  const { print } = event.around
  return {
    kind: 'result',
    atMs: event.atMs,
    failed,
    changes: event.tool.kind === 'edit',
    ...(print && !onlyWaits(event.tool) && { print: { ...print, failed } }),
  }
}

/**
 * PLANE-O4: a session that is taken up again closes its window; one that ends takes it along (`session.ended`). PLANE-R5.10: a
 * subagent's start and end do so in its own scope, and in no other.
 */
function closing(state: State, event: OtherEvent): readonly PlaneFact[] {
  const why = closesBecause(event)
  if (why === undefined) return []
  const { window } = scopeOf(state.plane, scopeKey(contextOf(event)))
  return window === null ? [] : [{ kind: 'window.closed', number: window.number, why }]
}

function closesBecause(event: OtherEvent): string | undefined {
  switch (event.kind) {
    case 'session.start':
      return goesOn(event.source) ? `the session goes on after ${event.source}` : undefined
    // One whose end was never told is still open. Without an id it is nobody's, and not the main agent's either.
    case 'agent.start':
      return event.agent && 'the subagent started again'
    case 'agent.stop':
      return event.agent && 'the subagent ended'
    default:
      return undefined
  }
}

function contextOf({ runtime, session, agent, atMs }: Event | OtherEvent) {
  return { runtime, session, atMs, ...(agent && { agent: agent.id }) }
}
