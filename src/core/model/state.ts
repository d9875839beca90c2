import { type AnchorState, INITIAL_ANCHOR } from './anchor.ts'
import type { JunctionType, Override } from './assessment.ts'
import type { Registration } from './door.ts'
import type { Exhibit } from './exhibit.ts'
import { type CallId, type Fingerprint, type SessionId, sessionId } from './ids.ts'
import { lookUp } from './language.ts'
import { INITIAL_LEDGER, type LedgerState } from './ledger.ts'
import {
  type BaselineState,
  INITIAL_BASELINE,
  INITIAL_PLANE,
  INITIAL_ROLES,
  type PlaneState,
  type RolesState,
} from './plane.ts'
import type { SessionMemory } from './tool.ts'

/** Where the operator state of a project is shown. */
export const STATE_FILE = 'active_context.yaml'

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

/** Claims are copied into a fact at every change and into the snapshot at every event. */
export const MAX_CLAIMS_CHARS = 64 * 1024

/**
 * What an agent says of its work at one of our own doors (EDGE-70): recorded as said, and evidence of nothing. Without a
 * text or steps it only asks; a lesson without words is forgotten.
 */
export type Statement =
  | { readonly of: 'objective'; readonly text?: string }
  /** Every step in order; those that were there before keep how far they are. */
  | { readonly of: 'plan'; readonly steps: readonly string[] }
  | { readonly of: 'step'; readonly step: number; readonly status?: PlanStep['status']; readonly proof?: string }
  | { readonly of: 'memory'; readonly lesson?: Lesson }

/** A held call that waits for a person; facts and the state file call it a junction. Numbers count up per project and are never used twice. */
export interface Hold {
  readonly id: string
  readonly number: number
  readonly type: JunctionType
  readonly reason: string
  /** The call as a person reads it; a hold without a call has none, nor have those of earlier versions. */
  readonly command?: string
  /** What the call would act on, absolute where they are paths. */
  readonly targets?: readonly string[]
  readonly createdAtMs: number
  /** Where the policy sets a time; otherwise it waits as long as its session. */
  readonly expiresAtMs?: number
  /** Names this exact action. */
  readonly fingerprint: Fingerprint
  /** What the fingerprint was made of beside the call; of earlier versions there is none. */
  readonly exhibit?: Exhibit
  /** Names its class, for a dismissal. */
  readonly kindPrint: Fingerprint
  readonly override: Override
  readonly session: SessionId
  readonly agentType?: string
  /** It can pass once and is never dismissed. */
  readonly catastrophic?: true
  /** For `quality_gate`: the checks that failed. */
  readonly checks?: readonly QualityCheck[]
  /** Shown as the runtime's own prompt for this call; what the person answers there decides it. */
  readonly asked?: CallId
  /** The whole call, where `command` is only its beginning. */
  readonly text?: string
  /** Why nobody can decide about it from afar: not all of it can be shown. */
  readonly notWhole?: string
  /** EDGE-123: it outlives its session, and then waits until this time. */
  readonly keepUntilMs?: number
  /** Its client has no terminal, so nobody watches it. */
  readonly unattended?: true
  /** A way to the same end that itself passes the gate. */
  readonly safer?: string
}

export interface SkippedHold extends Hold {
  /** Skipped by the director of the held worker, not by the person. */
  readonly byDirector?: true
  /** What the person said when they skipped it (EDGE-132). */
  readonly note?: string
}

/** A hold whose session is over and that still waits, or was skipped and is refused until its time is up. */
export interface KeptHold extends Hold {
  readonly keepUntilMs: number
  readonly keptAtMs: number
  /** The client that raised it, as it was registered. */
  readonly client?: Registration
  /** How often later calls met it, and the last sessions that did. */
  readonly met: number
  readonly metBy: readonly SessionId[]
  readonly skipped?: { readonly atMs: number; readonly note?: string }
}

/**
 * EDGE-126: whether what a person says of it is for later calls, too: it is kept, or nobody watches its session, which may be
 * over before the decision arrives.
 */
export function isForLater(hold: Hold | KeptHold): boolean {
  return 'met' in hold || (hold.unattended === true && hold.keepUntilMs !== undefined)
}

/** The five checks of the quality gate (EDGE-82 to EDGE-86). */
export const QUALITY_CHECKS = ['objective', 'completed', 'in-progress', 'activity', 'files'] as const
export type QualityCheck = (typeof QUALITY_CHECKS)[number]

/** One use of one exact action. */
export interface Allowance {
  readonly id: string
  readonly number: number
  readonly fingerprint: Fingerprint
  readonly exhibit?: Exhibit
  readonly grantedAtMs: number
  readonly session: SessionId
  readonly agentType?: string
  readonly use: AllowanceUse
  readonly signature: string
  /** What the person saw, for `edge list`. */
  readonly about?: string
  /** EDGE-126: for a kept hold: any session of the project may use it until it expires. */
  readonly scope?: 'later'
  readonly expiresAtMs?: number
  /** The passphrase key that the session which raised the hold was registered with: only its signature counts. */
  readonly seal?: string
}

/** `reserved`: a call took it and has not come back yet. */
export type AllowanceUse =
  | { readonly kind: 'open' }
  | { readonly kind: 'reserved'; readonly by: CallId; readonly in: SessionId }
  | { readonly kind: 'spent' }

/** Every action of one class until it expires. */
export interface Dismissal {
  readonly id: string
  readonly fingerprint: Fingerprint
  readonly dismissedAtMs: number
  readonly expiresAtMs: number
  readonly signature: string
  readonly number: number
  readonly about?: string
}

/** C15: these checks were accepted as they are, for one session and one objective. New ones still hold. */
interface QualityOverride {
  readonly id: string
  readonly number: number
  /** Of the checks and the objective, so that the signature covers both. */
  readonly fingerprint: Fingerprint
  readonly session: SessionId
  readonly grantedAtMs: number
  readonly checks: readonly QualityCheck[]
  readonly signature: string
}

/** No hold until it expires; the catastrophic stays refused. Signed like a grant. */
export interface Pause {
  readonly id: string
  readonly startedAtMs: number
  readonly expiresAtMs: number
  readonly signature: string
}

/** What one session was seen to do. Bounded; never what an agent says of itself. */
export interface Observations {
  readonly filesModified: readonly string[]
  readonly toolsUsed: Readonly<Record<string, number>>
  readonly testsRun: boolean
  /** How the last test run ended; null when none ran. */
  readonly testsPassed: boolean | null
  /** Names the last edit: its files and what changed in them. */
  readonly lastEditHash: string | null
  readonly lastActivityMs: number | null
}

export const NO_OBSERVATIONS: Observations = {
  filesModified: [],
  toolsUsed: {},
  testsRun: false,
  testsPassed: null,
  lastEditHash: null,
  lastActivityMs: null,
}

/** What the quality gate compares claims with: everything since the last work was archived, in whatever session. */
interface Work {
  readonly calls: number
  readonly edits: number
  /** How many calls there were when it was archived; null before that. */
  readonly archivedCalls: number | null
}

/** The end of a project's chain of facts. */
export interface Head {
  readonly seq: number
  readonly hash: string
}

/**
 * Why the kept head does not vouch for the audit that was found. `cut`: facts are missing. `replaced`: another history.
 * `no-head`: it is gone. `unsigned`: not signed with the present key. `first`: an older version kept none. `snapshot`: it does,
 * but the state that was stored beside the facts is not signed; it was folded from them again. `changed`: a fact is not what its
 * hash says. `added`: facts in their right order that nobody signed.
 */
export type Unvouched = {
  /** Facts after this one, up to the one that was found, are signed by nobody and do not count. Left out: all of them do. */
  readonly counted?: number
} & (
  | { readonly finding: 'cut' | 'replaced'; readonly kept: Head; readonly found: Head }
  | { readonly finding: 'no-head' | 'unsigned' | 'first' | 'snapshot' | 'changed' | 'added'; readonly found: Head }
)

/** The operator's slice: schema v4 of `active_context.yaml`. */
export interface EdgeState {
  readonly mode: OperatorMode
  /** A person chose the mode; until then it follows the work (EDGE-120). */
  readonly pinned: boolean
  readonly claims: Claims
  /** The objective is the first line of a prompt; nobody has stated it. */
  readonly objectiveInferred: boolean
  /** Oldest first. */
  readonly holds: readonly Hold[]
  /** EDGE-123: oldest first. */
  readonly kept: readonly KeptHold[]
  /** Of which holds a person was told, and where; the newest. */
  readonly told: readonly string[]
  readonly allowances: readonly Allowance[]
  readonly dismissals: readonly Dismissal[]
  readonly overrides: readonly QualityOverride[]
  readonly pause?: Pause
  /** The audit was not what its kept head vouched for; said when the next session starts. */
  readonly unvouched?: Unvouched
  /** Which text of the person's policy file is on record as not confirmed. */
  readonly policyFile?: string
  readonly work: Work
  readonly nextNumber: number
}

/** What is remembered of one session of one runtime. */
export interface SessionState {
  readonly runtime: string
  readonly startedAtMs: number
  readonly lastAtMs: number
  /** Its start was announced; a probe's never is. */
  readonly began: boolean
  readonly ended: boolean
  readonly calls: number
  readonly memory: SessionMemory
  /** Holds that were skipped: refused for the rest of the session without a new hold, until a person approves them by number. */
  readonly skipped: readonly SkippedHold[]
  /** Of the state file when the session began (EDGE-92). */
  readonly startHash: string
  /** First line of the first prompt: the objective where nobody states one. */
  readonly prompt: string
  readonly observed: Observations
  /** Edits since the last verification: lasting edits mean `active`. */
  readonly editsInRow: number
  /** Said once a session. */
  readonly said: readonly SessionRemark[]
}

export type SessionRemark = 'no-plan' | 'proof' | 'unsealed' | `hold ${number}`

export interface State {
  readonly roles: RolesState
  readonly anchor: AnchorState
  readonly ledger: LedgerState
  readonly edge: EdgeState
  /** The client each session belongs to. None gives way while it lives; beyond a bound no more are taken in. */
  readonly clients: Readonly<Record<SessionId, Registration>>
  readonly sessions: Readonly<Record<SessionId, SessionState>>
  readonly plane: PlaneState
  readonly baseline: BaselineState
}

export const INITIAL_STATE: State = {
  roles: INITIAL_ROLES,
  anchor: INITIAL_ANCHOR,
  baseline: INITIAL_BASELINE,
  ledger: INITIAL_LEDGER,
  edge: {
    mode: 'plan',
    pinned: false,
    claims: { objective: '', plan: [], currentStep: 1, memory: [] },
    objectiveInferred: false,
    holds: [],
    kept: [],
    told: [],
    allowances: [],
    dismissals: [],
    overrides: [],
    work: { calls: 0, edits: 0, archivedCalls: null },
    nextNumber: 1,
  },
  clients: {},
  sessions: {},
  plane: INITIAL_PLANE,
}

/** The session that did something last; the state file shows its values. A probe that never began is none. */
export function lastSession({ sessions }: State): readonly [id: string, session: SessionState] | undefined {
  const all: readonly (readonly [string, SessionState])[] = Object.entries(sessions)
  const known = all.filter(([, session]) => session.began || session.observed.lastActivityMs !== null)
  return known.reduce<(typeof known)[number] | undefined>(
    (last, one) => (last !== undefined && last[1].lastAtMs >= one[1].lastAtMs ? last : one),
    undefined,
  )
}

/** Whose work a person's word is about: that of the session it came through, else of the last one. */
export function sessionMeant(state: State, event: { readonly session: SessionId }): SessionId {
  if (lookUp(state.sessions, event.session) !== undefined) return event.session
  const last = lastSession(state)
  return last === undefined ? event.session : sessionId(last[0])
}
