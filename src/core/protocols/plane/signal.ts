import type { Tier } from '../../model/assessment.ts'
import type { Need, Print, Scope, SignalId, Window } from '../../model/plane.ts'
import type { WorkKind } from '../../model/tool.ts'

/** The moments at which the plane looks: a call is about to run, its result is there, the runtime tells of a change. */
export type Moment =
  | {
      readonly kind: 'call'
      readonly atMs: number
      readonly work: WorkKind
      readonly tier: Tier
      readonly place?: string
    }
  | {
      readonly kind: 'result'
      readonly atMs: number
      readonly print?: Print
      readonly failed: boolean
      /** Files were changed. */
      readonly changes: boolean
    }
  | { readonly kind: 'lifecycle'; readonly atMs: number; readonly name: string }

/** What a signal may look at: the scope before the moment and its window, the moment itself. No content, no agent's word. */
export interface View {
  readonly scope: Scope
  readonly window: Window
  readonly moment: Moment
}

/** `toward` names what the signal points to; one that points the same way in a row is held. */
export interface Pointer {
  readonly toward: string
  readonly why: string
}

/** What a signal says of one moment. `silent` neither supports nor breaks a streak. */
export type Reading = Pointer | 'quiet' | 'silent'

/** One observable reason to suspect a boundary: data and one pure function. */
export interface Signal {
  readonly id: SignalId
  readonly needs: readonly Need[]
  /** Actions for which it must point the same way; `persist` takes the number from the policy. */
  readonly lasts: 'persist' | number
  readonly read: (view: View) => Reading
}
