import type { CallId, Fingerprint, SessionId } from './ids.ts'

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

/** When a waiver ran out that turned out to be empty: no copy covers what it would let pass, and the hold is the person's. */
export const VOID_MS = 0

export interface RolesState {
  readonly agents: Readonly<Record<string, AgentRecord>>
  readonly waivers: readonly Waiver[]
  /** Numbers of holds that the director let pass by, and that are the person's now. */
  readonly escalated: readonly number[]
  /** Subagents at work: id, session and type. */
  readonly atWork: readonly string[]
}

export const INITIAL_ROLES: RolesState = { agents: {}, waivers: [], escalated: [], atWork: [] }

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
