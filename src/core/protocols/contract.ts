import type { Assessment } from '../model/assessment.ts'
import type { Event, EventOf } from '../model/event.ts'
import type { Outcome } from '../model/outcome.ts'
import type { Policy } from '../model/policy.ts'
import type { State } from '../model/state.ts'

/** What every decision is made from. */
export interface Deciding {
  readonly state: State
  readonly event: Event
  readonly policy: Policy
}

/** A tool call about to run, with everything a protocol may look at when it is asked about it. */
export interface CallToJudge extends Deciding {
  readonly event: EventOf<'tool.before'>
  readonly assessment: Assessment
}

/** One stage of the order of judgement. Undefined means: nothing to say. Asking is free, so all are asked. */
export type CallJudge = (call: CallToJudge) => Outcome | undefined

/** Everything but a tool call about to run: that has judges of its own. */
export type OtherEvent = Exclude<Event, { readonly kind: 'tool.before' }>

/** What one protocol makes of an event. Undefined means: nothing to say. */
export type Listener = (state: State, event: OtherEvent, policy: Policy) => Outcome | undefined
