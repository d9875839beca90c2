import type { CallId, SessionId } from './ids.ts'

export const TRACKINGS = ['full', 'express', 'lite', 'untracked'] as const
export type Tracking = (typeof TRACKINGS)[number]

/** From the least proof to the most. */
export const STRICTNESSES = ['quick', 'default', 'deep'] as const
export type Strictness = (typeof STRICTNESSES)[number]

/** From the least trusted to the most. A reader is bound and still writes nothing. */
export const TRUSTS = ['reader', 'worker', 'director', 'human'] as const
export type Trust = (typeof TRUSTS)[number]

/** Kinds of privileged tools (ANCHOR-57). */
export const LOCKED_TOOLS = ['edit', 'shell', 'mcp'] as const
export type LockedTool = (typeof LOCKED_TOOLS)[number]

/** What the server says about the place of work; never taken from the agent (ANCHOR-29). */
export type Arm = {
  readonly phase: string
  readonly branch: string
  readonly files: string
  readonly focus: string
  readonly context_hash: string
}

/** `handshake.json` (ANCHOR-40). */
export type Handshake = {
  readonly version: 1
  readonly token: string
  readonly role: string
  readonly working_dir: string
  readonly mode: Exclude<Tracking, 'untracked'>
  readonly strictness: Strictness
  readonly topic: string
  readonly stage: 'IDENTITY' | 'CONTEXT'
  readonly created_at: string
  readonly updated_at: string
  readonly constitution_path: string
  readonly constitution_hash: string
  readonly server_arm: Arm | null
  /** The canonical BIND block that stage 2 accepted. */
  readonly bind: string | null
  /** Every failed attempt with its errors; the third is final (ANCHOR-53). */
  readonly failures: readonly { readonly stage: string; readonly errors: readonly string[] }[]
}

/** A file of the work tree that a payload cites or that may be cited. */
export interface CitedFile {
  /** Relative to the working directory, as cited. */
  readonly path: string
  /** `outside` also where a link leads out; `own` is what git and the gate keep. */
  readonly kind: 'file' | 'binary' | 'folder' | 'absent' | 'outside' | 'own' | 'other'
  readonly lines: number
  /** Where it really is: two spellings of one file lead to the same place. */
  readonly real?: string
}

/** What git says of the place, in one answer. */
export interface GitPlace {
  readonly branch: string
  readonly commit: string
  readonly ahead: number
  readonly behind: number
  /** Undefined where the work tree was not looked at, or looking took too long. */
  readonly changed?: readonly string[]
}

/** One folder under `.hestai/sessions`, as it was found. */
export interface FoundSession {
  readonly token: string
  /** Text of `handshake.json`; undefined when it cannot be read. */
  readonly handshake?: string
  /** Text of an `anchor.json` beside it, and its digest. */
  readonly anchor?: string
  readonly anchorDigest?: string
  readonly ageMs: number
}

/** A folder that is kept: of an anchor, of one that was taken away, or what a crash left of one on its way out. */
export interface KeptFolder {
  readonly token: string
  readonly from: 'active' | 'revoked' | 'swept'
  readonly ageMs: number
}

/** Everything on disk that one call of the `anchor` tool needs, gathered before it is decided. */
export interface AnchorDesk {
  /** Why the sessions folder cannot be used; undefined when it can. */
  readonly trouble?: string
  /** Real path of the folder the agent named; undefined when it is not a folder of the project. */
  readonly workingDir?: string
  /** Names of the roles there are. */
  readonly roles: readonly string[]
  readonly constitution?: { readonly path: string; readonly text: string }
  /** The handshake of the token that was named. */
  readonly session?: FoundSession
  /** Whether `active/{token}` is there, and what it would open. */
  readonly isActive: boolean
  readonly permit?: FoundPermit
  readonly pending: readonly FoundSession[]
  readonly git?: GitPlace
  /** `.hestai/context/PROJECT-CONTEXT.oct.md`, empty when there is none. */
  readonly projectContext: string
  /** Files that can be cited: changed ones first. */
  readonly suggested: readonly CitedFile[]
  /** Files that the payload cites. */
  readonly cited: readonly CitedFile[]
}

/** Nothing was looked at. */
export const EMPTY_DESK: AnchorDesk = {
  roles: [],
  isActive: false,
  pending: [],
  projectContext: '',
  suggested: [],
  cited: [],
}

/** What gating finds on disk for the agent that asks (ANCHOR-4). */
export interface FoundPermit {
  readonly token: string
  /** Of the bytes of `active/{token}/anchor.json`. */
  readonly digest: string
  readonly validated: boolean
}

/** A call of the `anchor` tool that a hook saw before it ran. */
export interface Crossing {
  readonly call: CallId
  readonly digest: string
  readonly owner: Owner
  readonly agentType?: string
  readonly atMs: number
}

/** Who a token belongs to: one agent of one session of one runtime. */
export type Owner = {
  readonly runtime: string
  readonly session: SessionId
  /** Empty for the main agent. */
  readonly agent: string
}

export interface Bound {
  readonly token: string
  readonly role: string
  readonly trust: Trust
  readonly digest: string
}

/** What is known of one agent's binding. */
export interface Holder {
  readonly owner: Owner
  readonly atMs: number
  readonly pending?: { readonly token: string; readonly stage: 'IDENTITY' | 'CONTEXT'; readonly role: string }
  readonly bound?: Bound
}

export interface AnchorState {
  /** Newest last, bounded. */
  readonly crossings: readonly Crossing[]
  readonly holders: readonly Holder[]
}

export const INITIAL_ANCHOR: AnchorState = { crossings: [], holders: [] }

export type AnchorFact =
  /** The hook saw a call of the tool; the server may answer it once. */
  | { readonly kind: 'anchor.crossed'; readonly call: CallId; readonly digest: string }
  | {
      readonly kind: 'anchor.answered'
      readonly call: CallId
      readonly stage: string
      readonly token: string
      readonly outcome: 'advanced' | 'failed' | 'refused' | 'told'
      readonly errors: readonly string[]
    }
  | {
      readonly kind: 'anchor.advanced'
      readonly token: string
      readonly stage: 'IDENTITY' | 'CONTEXT'
      readonly role: string
      readonly tracking: Tracking
      readonly strictness: Strictness
    }
  /** A handshake that cannot go on: failed three times, stale, or replaced. */
  | { readonly kind: 'anchor.dropped'; readonly token: string; readonly why: string }
  | {
      readonly kind: 'anchor.bound'
      readonly token: string
      readonly role: string
      readonly tracking: Tracking
      readonly strictness: Strictness
      readonly trust: Trust
      readonly digest: string
    }
  | { readonly kind: 'anchor.revoked'; readonly token: string; readonly why: string }
  /** Its session is long over, or nobody holds it: the folder goes, and the agent would have to bind again. */
  | { readonly kind: 'anchor.expired'; readonly token: string; readonly why: string }

/** Files under `.hestai`. `otherwise` is answered when the write fails: no agent is bound without a file (ANCHOR-55). */
export type AnchorEffect =
  /** ANCHOR-21: governance where it is missing; never over a file that is there. */
  | { readonly kind: 'anchor.govern'; readonly otherwise: string }
  | { readonly kind: 'anchor.keep'; readonly token: string; readonly text: string; readonly otherwise: string }
  /** `anchor.json` into the pending folder, then the folder to active (ANCHOR-36). */
  | { readonly kind: 'anchor.promote'; readonly token: string; readonly text: string; readonly otherwise: string }
  /** A pending folder that is given up, or the `anchor.json` a crash left in it. */
  | { readonly kind: 'anchor.drop'; readonly token: string; readonly what: 'folder' | 'anchor' }
  | { readonly kind: 'anchor.revoke'; readonly token: string }
  | { readonly kind: 'anchor.clear'; readonly token: string; readonly from: KeptFolder['from'] }
