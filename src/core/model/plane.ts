import type { Tier } from './assessment.ts'
import type { AgentId, CallId, EventId, Fingerprint, SessionId } from './ids.ts'
import type { WorkKind } from './tool.ts'

/** Reasons to suspect a boundary. The ids stand in facts, so none is ever renamed. */
export const SIGNALS = [
  'work-shift',
  'first-protected',
  'failure-loop',
  'scope-change',
  'task-lifecycle',
  'call-budget',
  'time-budget',
] as const
export type SignalId = (typeof SIGNALS)[number]

/** What a signal cannot do without. Missing, it is off, and the gap is a fact (PLANE-R12b). */
export type Need = 'result' | 'path' | 'time'

/** PLANE-R1b: who can satisfy a checkpoint. */
export const PROVIDERS = [
  'context-reread',
  'drift-review',
  'critique',
  'structured-output',
  'sequential-thinking',
  'partial-evaluation',
  'configured',
] as const
export type ProviderId = (typeof PROVIDERS)[number]

/** PLANE-R3: towards what comes, or over what was done. */
export type Looks = 'ahead' | 'back'

/** PLANE-R2: what shows that a reassessment took place. `event` is the row of the audit that holds the trace. */
export interface Evidence {
  readonly provider: ProviderId
  readonly looks: Looks
  readonly event: EventId
  /** Index of the action it was seen at. */
  readonly at: number
}

/** A place in the trajectory where the work changed, with the words a person reads. */
export interface Boundary {
  readonly number: number
  /** Index among the tool calls of the scope, from 0. */
  readonly at: number
  readonly atMs: number
  readonly from: WorkKind
  readonly to: WorkKind
  readonly signals: readonly SignalId[]
  readonly why: string
}

export interface Backstop {
  readonly calls: number
  readonly ms: number
}

/** The stretch of actions since the last boundary. Licenses nothing (PLANE-L6a). */
export interface Window {
  readonly number: number
  readonly kind: WorkKind
  readonly openedAt: number
  readonly openedAtMs: number
  readonly backstop: Backstop
  readonly evidence: Evidence | null
  /** The gravest tier seen in it. */
  readonly tier: Tier
  readonly steered: boolean
  readonly failures: number
  /** Parts of the project it works on, newest last, and those it has strayed to since. Bounded. */
  readonly places: readonly string[]
  readonly elsewhere: readonly string[]
  /** Actions in it that named a path. */
  readonly located: number
  /** Time at work; while nobody did anything it stands still. */
  readonly workedMs: number
}

/** For how many actions in a row a signal has pointed the same way. */
export interface Streak {
  readonly toward: string
  readonly held: number
}

export type Streaks = Readonly<Partial<Record<SignalId, Streak>>>

/** A result as the loop signal sees it: hashes of input and result, and whether it failed. */
export interface Print {
  readonly input: string
  readonly result: string
  readonly failed: boolean
}

/**
 * PLANE-L11a: the typed record written at each boundary under the scope key; a session that continues another starts from it.
 */
export interface Snapshot {
  readonly version: 1
  readonly scope: string
  readonly boundary: number
  readonly at: number
  readonly atMs: number
  readonly kind: WorkKind
  readonly places: readonly string[]
  readonly tier: Tier
  readonly evidence: Evidence | null
}

/** What is known of one scope: a session of one runtime in this project, or a subagent inside one (PLANE-O4). */
export interface Scope {
  readonly lastAtMs: number
  /** Tool calls judged, and results seen. */
  readonly calls: number
  readonly results: number
  /** Actions that named a path. */
  readonly paths: number
  readonly boundaries: number
  /** Windows opened so far; the number of the last one. */
  readonly windows: number
  readonly window: Window | null
  readonly streaks: Streaks
  readonly prints: readonly Print[]
  /** The last boundaries, newest last. Bounded. */
  readonly recent: readonly Boundary[]
  readonly loops: number
  readonly off: readonly SignalId[]
  readonly snapshot: Snapshot | null
  /** Scope key of the session this one continues. */
  readonly parent: string | null
  /** Why it ended; null while it runs. */
  readonly ended: string | null
}

export interface PlaneState {
  readonly scopes: Readonly<Record<string, Scope>>
}

export const INITIAL_PLANE: PlaneState = { scopes: {} }

export const NEW_SCOPE: Scope = {
  lastAtMs: 0,
  calls: 0,
  results: 0,
  paths: 0,
  boundaries: 0,
  windows: 0,
  window: null,
  streaks: {},
  prints: [],
  recent: [],
  loops: 0,
  off: [],
  snapshot: null,
  parent: null,
  ended: null,
}

/** How a loop was told: the same call with the same result, the same call failing, or nothing but failures. */
export type LoopKind = 'same-result' | 'same-failure' | 'failures'

/** PLANE-R11: what the plane writes into the audit. The scope is the context of the fact. */
export type PlaneFact =
  | { readonly kind: 'boundary.detected'; readonly boundary: Boundary; readonly snapshot: Snapshot }
  | {
      readonly kind: 'window.opened'
      readonly number: number
      readonly work: WorkKind
      readonly tier: Tier
      readonly backstop: Backstop
      readonly evidence: Evidence | null
      readonly places: readonly string[]
      /** Scope key of the session this one continues, and what it starts from. */
      readonly parent?: string
      readonly resumes?: Snapshot
    }
  | { readonly kind: 'window.expired'; readonly number: number; readonly why: 'calls' | 'time' }
  | { readonly kind: 'window.closed'; readonly number: number; readonly why: string }
  | { readonly kind: 'checkpoint.observed'; readonly number: number; readonly evidence: Evidence }
  | { readonly kind: 'checkpoint.skipped'; readonly number: number }
  | { readonly kind: 'loop.detected'; readonly at: number; readonly how: LoopKind; readonly times: number }
  | { readonly kind: 'steer.issued'; readonly number: number; readonly signal: SignalId; readonly text: string }
  | { readonly kind: 'signal.disabled'; readonly signal: SignalId; readonly missing: Need }
  | { readonly kind: 'signal.failed'; readonly signal: SignalId | 'detector'; readonly problem: string }

/** How much of a window's work went through the shell. */
export type ToolMix = 'shell' | 'mixed' | 'tools'

/** Windows by length: how many ended by themselves in each step, and how many were cut off there. */
export interface Lengths {
  readonly ended: readonly number[]
  readonly cut: readonly number[]
}

/** What was learned about windows of one kind of work and one mix of tools in this repository. */
export interface Learned {
  readonly calls: Lengths
  readonly ms: Lengths
}

/** A window that is open, as far as its length is concerned. */
export interface Running {
  readonly work: WorkKind
  readonly openedAtMs: number
  readonly lastAtMs: number
  readonly calls: number
  readonly shell: number
  /** We intervened: from there on its length is our doing. */
  readonly cut?: { readonly calls: number; readonly ms: number }
}

export interface BaselineState {
  readonly running: Readonly<Record<string, Running>>
  readonly learned: Readonly<Record<string, Learned>>
}

export const INITIAL_BASELINE: BaselineState = { running: {}, learned: {} }

/** Settings that climb from observe to steer to gate, one per tier. The catastrophic is always at the top. */
export const RUNGS = ['plane.routine', 'plane.method_rules', 'edge.level'] as const
export type RungSetting = (typeof RUNGS)[number]

/** What a person did on the ladder. */
export type LadderAct =
  /** Was this call, which passed, rightly one that would be held? `seq` is its row in the audit. */
  | { readonly kind: 'judge'; readonly seq: number; readonly right: boolean }
  | { readonly kind: 'promote'; readonly setting: RungSetting; readonly from: string; readonly to: string }

export type LadderFact =
  | { readonly kind: 'sample.judged'; readonly seq: number; readonly right: boolean; readonly door: string }
  | {
      readonly kind: 'enforcement.changed'
      readonly setting: RungSetting
      readonly from: string
      readonly to: string
      readonly door: string
    }
  | { readonly kind: 'ladder.refused'; readonly act: LadderAct['kind']; readonly why: string }

/** What an agent may be trusted as. No agent is a human. */
export const AGENT_ROLES = ['worker', 'director'] as const
export type Role = (typeof AGENT_ROLES)[number] | 'human'

/** How much an identity is told: the bare word, or the word with its evidence. */
export const PROFILES = ['lean', 'complex'] as const
export type Profile = (typeof PROFILES)[number]

/** What is known of the work of one agent, counted from what was seen at the tool-call boundary. */
export interface AgentRecord {
  readonly lastAtMs: number
  /** Calls that looked at something, whatever the tool. */
  readonly looks: number
  readonly edits: number
  /** Edits since the last test run that passed. */
  readonly unverified: number
  /** Tools of their own that it has used for reading and for editing. */
  readonly hasReader: boolean
  readonly hasEditor: boolean
}

/** A director's word for one hold of a worker. Not signed, never a grant: it counts only where what it lets pass can be taken back. */
export interface Waiver {
  readonly number: number
  readonly fingerprint: Fingerprint
  readonly session: SessionId
  readonly agentType?: string
  readonly expiresAtMs: number
}

export interface KeptWaiver extends Waiver {
  /** It turned out to be empty: no copy covers what it would let pass, and the hold is the person's. */
  readonly isVoid?: true
}

export function isReleasing({ isVoid, expiresAtMs }: KeptWaiver, atMs: number): boolean {
  return isVoid !== true && atMs < expiresAtMs
}

interface WorkingAgent {
  readonly agent: AgentId
  readonly session: SessionId
  readonly type: string
}

export interface RolesState {
  readonly agents: Readonly<Record<string, AgentRecord>>
  readonly waivers: readonly KeptWaiver[]
  /** Numbers of holds that the director let pass by, and that are the person's now. */
  readonly escalated: readonly number[]
  /** Subagents at work. */
  readonly working: readonly WorkingAgent[]
}

export const INITIAL_ROLES: RolesState = { agents: {}, waivers: [], escalated: [], working: [] }

export type MethodRule = 'wrong-tool' | 'build-before-plan' | 'skipped-verification'

export type RolesFact =
  /** A worker erred in method; `led` is what that led to. */
  | {
      readonly kind: 'method.noticed'
      readonly rule: MethodRule
      readonly led: 'observe' | 'steer' | 'gate'
      readonly call: CallId
    }
  /** A director was steered where a worker would have been refused: everything is in a copy. */
  | {
      readonly kind: 'posture.lowered'
      readonly role: Role
      readonly rules: readonly string[]
      readonly backups: readonly string[]
    }
  | { readonly kind: 'junction.waived'; readonly waiver: Waiver; readonly by: string }
  | {
      readonly kind: 'waiver.spent'
      readonly number: number
      readonly call: CallId
      readonly backups: readonly string[]
    }
  /** The director released it, and no copy covers all that it may lose. */
  | { readonly kind: 'waiver.void'; readonly number: number; readonly call: CallId }
  | { readonly kind: 'waiver.refused'; readonly hold: number; readonly why: string }
  | { readonly kind: 'hold.escalated'; readonly number: number }
