import type { Event } from '../model/event.ts'
import type { Outcome } from '../model/outcome.ts'
import type { Policy } from '../model/policy.ts'
import type { State } from '../model/state.ts'

/** Everything but a tool call about to run: that has judges of its own. */
export type Heard = Exclude<Event, { readonly kind: 'tool.before' }>

/** What one protocol makes of an event. Undefined means: nothing to say. */
export type Listener = (state: State, event: Heard, policy: Policy) => Outcome | undefined
