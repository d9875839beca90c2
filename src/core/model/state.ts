import type { JunctionType, Override } from './assessment.ts'
import type { CallId, Fingerprint, SessionId } from './ids.ts'
import type { SessionMemory } from './session-memory.ts'

export const OPERATOR_MODES = ['plan', 'active', 'review', 'done'] as const
export type OperatorMode = (typeof OPERATOR_MODES)[number]

export const STEP_STATUSES = ['pending', 'in_progress', 'completed', 'blocked'] as const

export interface PlanStep {
  readonly description: string
  readonly status: (typeof STEP_STATUSES)[number]
  readonly proof?: string
}

export interface Lesson {
  readonly trigger: string
  readonly lesson: string
}

/** What an agent may write into the state file; everything else there belongs to the system. */
export interface Claims {
  readonly objective: string
  readonly plan: readonly PlanStep[]
  readonly currentStep: number
  readonly memory: readonly Lesson[]
}

/** A held call that waits for a person. Numbers count up per project and are never used twice. */
export interface Junction {
  readonly id: string
  readonly number: number
  readonly type: JunctionType
  readonly reason: string
  readonly createdAtMs: number
  /** Names this exact action. */
  readonly fingerprint: Fingerprint
  /** Names its class, for a dismissal. */
  readonly kindPrint: Fingerprint
  readonly override: Override
  readonly session: SessionId
  readonly agentType?: string
}

/** One use of one exact action. `reservedBy` is the call that took it and has not come back yet. */
export interface Allowance {
  readonly id: string
  readonly number: number
  readonly fingerprint: Fingerprint
  readonly grantedAtMs: number
  readonly session: SessionId
  readonly agentType?: string
  readonly consumed: boolean
  readonly reservedBy?: CallId
  readonly signature: string
}

/** Every action of one class until it expires. */
export interface Dismissal {
  readonly id: string
  readonly fingerprint: Fingerprint
  readonly dismissedAtMs: number
  readonly expiresAtMs: number
  readonly signature: string
}

/** No hold until it expires; the catastrophic stays refused. Signed like a grant. */
export interface Pause {
  readonly id: string
  readonly startedAtMs: number
  readonly expiresAtMs: number
  readonly signature: string
}

export interface Observations {
  readonly filesModified: readonly string[]
  readonly toolsUsed: Readonly<Record<string, number>>
  readonly testsRun: boolean
  readonly lastActivityMs: number | null
}

/** The operator's slice: schema v4 of `active_context.yaml`. */
export interface EdgeState {
  readonly mode: OperatorMode
  readonly claims: Claims
  readonly session: { readonly id: SessionId; readonly startedAtMs: number; readonly startHash: string } | null
  /** The oldest hold; the others wait in `queue`, in order (EDGE-15). */
  readonly junction: Junction | null
  readonly queue: readonly Junction[]
  readonly allowances: readonly Allowance[]
  readonly dismissals: readonly Dismissal[]
  readonly pause?: Pause
  readonly observations: Observations
  readonly nextNumber: number
}

/** What is remembered of one session of one runtime. */
export interface SessionState {
  readonly runtime: string
  readonly startedAtMs: number
  readonly lastAtMs: number
  readonly ended: boolean
  readonly calls: number
  readonly memory: SessionMemory
  /** Actions the person skipped: refused for the rest of the session without a new hold. */
  readonly skipped: readonly Fingerprint[]
}

export interface State {
  readonly edge: EdgeState
  readonly sessions: Readonly<Record<SessionId, SessionState>>
}

export const INITIAL_STATE: State = {
  edge: {
    mode: 'plan',
    claims: { objective: '', plan: [], currentStep: 1, memory: [] },
    session: null,
    junction: null,
    queue: [],
    allowances: [],
    dismissals: [],
    observations: { filesModified: [], toolsUsed: {}, testsRun: false, lastActivityMs: null },
    nextNumber: 1,
  },
  sessions: {},
}
