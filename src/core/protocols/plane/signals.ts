import type { Signal } from './signal.ts'
import { callBudget } from './signals/call-budget.ts'
import { failureLoop } from './signals/failure-loop.ts'
import { firstProtected } from './signals/first-protected.ts'
import { lifecycle } from './signals/lifecycle.ts'
import { scopeChange } from './signals/scope-change.ts'
import { timeBudget } from './signals/time-budget.ts'
import { workShift } from './signals/work-shift.ts'

/** PLANE-R5.8: none is mandatory; a policy may leave any of them out. */
export const ALL_SIGNALS: readonly Signal[] = [
  workShift,
  firstProtected,
  failureLoop,
  scopeChange,
  lifecycle,
  callBudget,
  timeBudget,
]
