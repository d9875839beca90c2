import type { Assessment } from '../model/assessment.ts'
import type { EventOf } from '../model/event.ts'
import type { Outcome } from '../model/outcome.ts'
import type { Policy } from '../model/policy.ts'
import type { State } from '../model/state.ts'

/** Everything a protocol may look at when it is asked about a tool call. */
export interface Question {
  readonly state: State
  readonly event: EventOf<'tool.before'>
  readonly assessment: Assessment
  readonly policy: Policy
}

/** One stage of the order of judgement. Undefined means: nothing to say. Asking is free, so all are asked. */
export type Judge = (question: Question) => Outcome | undefined
