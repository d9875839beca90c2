import type { ParsedEvent } from '../core/model/event.ts'
import type { FactContext } from '../core/model/fact.ts'
import { eventId } from '../core/model/ids.ts'

/** What every fact of this event carries. */
export function contextOf(event: ParsedEvent): FactContext {
  return {
    eventId: eventId(event.id),
    atMs: event.atMs,
    runtime: event.runtime,
    session: event.session,
    ...(event.agent && { agent: event.agent.id, agentType: event.agent.type }),
  }
}
