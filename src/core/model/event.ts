import type { AnchorDesk } from './anchor.ts'
import type { BackupAct } from './backup.ts'
import type { ClientSight, Door } from './door.ts'
import type { AgentId, CallId, EventId, SessionId } from './ids.ts'
import type { LadderAct } from './ladder.ts'
import type { LedgerAct } from './ledger.ts'
import type { Observations } from './state.ts'
import type { Surroundings } from './surroundings.ts'
import type { ToolCall } from './tool.ts'

/** Minted once by the process that the runtime called: the only clock and the only source of ids. */
export interface Stamp {
  readonly id: EventId
  readonly atMs: number
}

export interface Agent {
  readonly id: AgentId
  readonly type: string
}

interface Common extends Stamp {
  readonly runtime: string
  readonly session: SessionId
  /** The folder the runtime reported; it follows `cd` and is not the project. */
  readonly cwd: string
  /** Present inside a subagent. */
  readonly agent?: Agent
  readonly transcript?: string
  readonly permissionMode?: string
  /** The client that it came from, where the kernel shows it. */
  readonly client?: ClientSight
}

export interface ToolOutcome {
  readonly ok: boolean
  readonly output: string
  readonly durationMs?: number
}

/** ADR 0007: sha-256 of what went in and of what came out, cut; compared for equality and used for nothing else. */
export interface CallPrint {
  readonly input: string
  readonly result: string
}

export type StartSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork'
export type EdgeVerb =
  | 'approve'
  | 'skip'
  | 'dismiss'
  | 'plan'
  | 'active'
  | 'review'
  | 'done'
  | 'ambiguous'
  | 'status'
  | 'list'
  | 'revoke'
  | 'help'
  | 'pause'
  | 'resume'

/** How a human act reached us. `unproven` names the rule that failed; nothing is granted then. */
export type Proof =
  | { readonly kind: 'human'; readonly door: Door }
  /** `means` is what was tried with, for the record. */
  | { readonly kind: 'unproven'; readonly why: string; readonly instead: string; readonly means?: string }

export type ParsedEvent = Common &
  (
    | {
        readonly kind: 'session.start'
        readonly source: StartSource
        readonly stateHash?: string
        /** What the log of tool results knows of sessions that did not end. */
        readonly logged?: readonly { readonly session: SessionId; readonly observed: Observations }[]
        readonly desk?: AnchorDesk
      }
    | { readonly kind: 'prompt'; readonly text: string }
    | { readonly kind: 'command'; readonly name: string; readonly args: string; readonly source: string }
    | { readonly kind: 'tool.before'; readonly call: CallId; readonly tool: ToolCall }
    | {
        readonly kind: 'tool.after'
        readonly call: CallId
        readonly tool: ToolCall
        readonly outcome: ToolOutcome
        readonly print?: CallPrint
      }
    | {
        readonly kind: 'tool.refused'
        readonly call: CallId
        readonly tool: ToolCall
        readonly reason: string
        /** The registered client itself told us so; any other program could claim it. */
        readonly proven?: true
      }
    | { readonly kind: 'permission.request'; readonly tool: ToolCall }
    | { readonly kind: 'stop'; readonly again: boolean }
    | { readonly kind: 'compact.before'; readonly trigger: 'manual' | 'auto' }
    | { readonly kind: 'compact.after'; readonly trigger: 'manual' | 'auto' }
    | { readonly kind: 'agent.start'; readonly desk?: AnchorDesk }
    | { readonly kind: 'agent.stop' }
    | { readonly kind: 'session.end'; readonly reason: string }
    | { readonly kind: 'config.change'; readonly source: string; readonly path: string }
    /** Our own door: a person decides about a hold (by number; without one, the session's oldest) or about all of them. */
    | {
        readonly kind: 'edge'
        readonly verb: EdgeVerb
        readonly hold?: number
        readonly minutes?: number
        /** The objective of `active`, the question of `ambiguous`. */
        readonly text?: string
        readonly proof: Proof
      }
    /** Our own door: one call of the MCP tool `anchor`, as its texts arrived. */
    | {
        readonly kind: 'anchor.call'
        readonly args: Readonly<Record<string, string>>
        /** The crossing that it was matched with: session and agent of the event are that one's. */
        readonly call?: CallId
        /** Two agents said the same; nobody is matched then. */
        readonly isAmbiguous?: boolean
        readonly desk?: AnchorDesk
      }
    /** A server starts: what a crash left below `.hestai/sessions` is finished or discarded. */
    | { readonly kind: 'anchor.settle'; readonly desk?: AnchorDesk }
    | { readonly kind: 'anchor.revoke'; readonly token: string }
    /** Our own door: a person judges a sample or changes how strongly a tier is enforced. */
    | { readonly kind: 'ladder'; readonly act: LadderAct; readonly proof: Proof }
    /** Our own door: a person copied files, or brought some back. */
    | { readonly kind: 'backup'; readonly act: BackupAct }
    /** Our own door: an agent or a person tells the ledger something, or asks it to be synthesised. */
    | { readonly kind: 'ledger'; readonly act: LedgerAct }
    /** A doorway we know of and do not act on. */
    | { readonly kind: 'other'; readonly name: string }
  )

/** What crossed the boundary, with everything the core needs from outside. */
export type Event = ParsedEvent & { readonly around: Surroundings }

export type EventKind = ParsedEvent['kind']
export type EventOf<Kind extends EventKind> = Extract<Event, { readonly kind: Kind }>
