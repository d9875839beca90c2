import type { BackupAct } from './backup.ts'
import type { RecordedCitation, TaskChange } from './citation.ts'
import type { ClientSight, Door } from './door.ts'
import type { AgentId, CallId, EventId, SessionId } from './ids.ts'
import type { LedgerEntry, ListName, Savings, Scenario } from './ledger.ts'
import type { LadderAct } from './plane.ts'
import type { Head, Statement } from './state.ts'
import { NOTHING_SEEN, type SeenByKind, type Surroundings } from './surroundings.ts'
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

/** Killed or crashed; by a signal; told to over its socket; by a newer caller; by a daemon that took its socket. */
export type DaemonEnd = 'killed' | 'signal' | 'told' | 'newer' | 'replaced'

/** A call that was let pass and had not come back. */
export interface CallInFlight {
  readonly session: SessionId
  readonly call: CallId
  readonly tool: string
  readonly preview: string
}

export type NoticeKind = 'hold.opened' | 'hold.kept' | 'hold.settled'

/** What was told of which holds, by which channel. */
export interface NoticeGiven {
  readonly of: NoticeKind
  readonly channel: 'desktop' | 'webhook'
  readonly holds: readonly number[]
}

/** Something that one of our own processes saw, for the record. */
export type Report =
  /** The client says who began the turn in which this grant was typed, and it was not a person. */
  | { readonly of: 'turn-origin'; readonly grant: string; readonly origin: string }
  /** The client kept a model or a message away from `/edge` without asking a hook. */
  | { readonly of: 'side-door'; readonly verb: EdgeVerb; readonly means: string }
  | {
      readonly of: 'daemon-end'
      readonly how: DaemonEnd
      readonly pid: number
      readonly fromMs: number
      readonly toMs: number
      readonly calls: readonly CallInFlight[]
    }
  /** A command of ours took the gate away or set the passphrase, or was refused; also at the agent's door. */
  | { readonly of: 'own-change'; readonly source: string; readonly path: string; readonly refused: boolean }
  /** `fairlead init` kept the first head of an audit that an older version began. */
  | { readonly of: 'first-head'; readonly found: Head }
  | { readonly of: 'malformed-payload'; readonly problem: string }
  /** The console was opened in a browser, or something else tried to use it. */
  | { readonly of: 'console-opened'; readonly level: 'look' | 'present'; readonly browser: string }
  | { readonly of: 'console-refused'; readonly why: string; readonly means: string }
  /** A person put the project under the gate, or it was found again under another name. */
  | { readonly of: 'governed'; readonly git: string; readonly from?: string }
  /** A person took the project out again. */
  | { readonly of: 'released' }
  /** The list of projects says nothing: the gate goes on as if this one were on it. */
  | { readonly of: 'list-lost'; readonly problem: string }
  /** The daemon looks who is gone and what is over, so that it is on record although nobody calls. */
  | { readonly of: 'look' }
  /** It told a person of holds, or could not: `why`. */
  | { readonly of: 'notice'; readonly notice: NoticeGiven; readonly why?: string }

export type ParsedEvent = Common &
  (
    | { readonly kind: 'session.start'; readonly source: StartSource }
    | { readonly kind: 'prompt'; readonly text: string }
    | { readonly kind: 'command'; readonly name: string; readonly args: string; readonly source: string }
    | { readonly kind: 'tool.before'; readonly call: CallId; readonly tool: ToolCall }
    | { readonly kind: 'tool.after'; readonly call: CallId; readonly tool: ToolCall; readonly outcome: ToolOutcome }
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
    | { readonly kind: 'agent.start' }
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
      }
    /** A server starts: what a crash left below `.hestai/sessions` is finished or discarded. */
    | { readonly kind: 'anchor.settle' }
    | { readonly kind: 'anchor.revoke'; readonly token: string }
    /** Our own door: a person judges a sample or changes how strongly a tier is enforced. */
    | { readonly kind: 'ladder'; readonly act: LadderAct; readonly proof: Proof }
    /** Our own door: a person copied files, or brought some back. */
    | { readonly kind: 'backup'; readonly act: BackupAct }
    /** Our own door: an agent or a person tells the ledger something, or asks it to be synthesised. */
    | { readonly kind: 'ledger'; readonly act: LedgerAct }
    /** Our own door: an agent states its objective, its plan or a lesson. */
    | { readonly kind: 'claim'; readonly claim: Statement }
    /** One of our own processes saw something that has to be on record. */
    | { readonly kind: 'report'; readonly report: Report }
    /** A doorway we know of and do not act on. */
    | { readonly kind: 'other'; readonly name: string }
  )

export type EventKind = ParsedEvent['kind']
type ParsedOf<Kind extends EventKind> = Extract<ParsedEvent, { readonly kind: Kind }>
type AroundOf<Kind extends EventKind> = Surroundings & (Kind extends keyof SeenByKind ? SeenByKind[Kind] : unknown)
export type EventOf<Kind extends EventKind> = Kind extends EventKind
  ? ParsedOf<Kind> & { readonly around: AroundOf<Kind> }
  : never

/** What crossed the boundary, with exactly what the core needs from outside for its kind. */
export type Event = EventOf<EventKind>

/** The event with more of its surroundings known. */
export function seeing<Seen extends Event>(event: Seen, more: Partial<Seen['around']>): Seen {
  return { ...event, around: { ...event.around, ...more } }
}

/** The event where it happens, with nothing looked up yet. */
export function surround<Kind extends EventKind>(parsed: ParsedOf<Kind>, around: Surroundings): EventOf<Kind>
export function surround(parsed: ParsedEvent, around: Surroundings): Event {
  switch (parsed.kind) {
    case 'tool.before':
      return { ...parsed, around: { ...around, ...NOTHING_SEEN[parsed.kind] } }
    case 'tool.after':
      return { ...parsed, around: { ...around, ...NOTHING_SEEN[parsed.kind] } }
    case 'session.start':
      return { ...parsed, around: { ...around, ...NOTHING_SEEN[parsed.kind] } }
    case 'agent.start':
      return { ...parsed, around: { ...around, ...NOTHING_SEEN[parsed.kind] } }
    case 'anchor.call':
      return { ...parsed, around: { ...around, ...NOTHING_SEEN[parsed.kind] } }
    case 'anchor.settle':
      return { ...parsed, around: { ...around, ...NOTHING_SEEN[parsed.kind] } }
    case 'prompt':
    case 'command':
      return { ...parsed, around: { ...around, ...NOTHING_SEEN[parsed.kind] } }
    case 'edge':
    case 'report':
    case 'tool.refused':
      return { ...parsed, around: { ...around, ...NOTHING_SEEN[parsed.kind] } }
    case 'stop':
      return { ...parsed, around: { ...around, ...NOTHING_SEEN[parsed.kind] } }
    case 'compact.before':
    case 'session.end':
    case 'ledger':
      return { ...parsed, around: { ...around, ...NOTHING_SEEN[parsed.kind] } }
    default:
      return { ...parsed, around }
  }
}

/** What an agent or a person tells the ledger through one of our own doors. Everything in it is a claim. */
export type LedgerAct =
  | {
      readonly do: 'decide'
      readonly title: string
      readonly decision: string
      readonly rationale: string
      /** Opened and compared by the door, never by the one who cites. */
      readonly evidence: readonly RecordedCitation[]
      readonly isAssumption: boolean
      readonly supersedes: string
      readonly scenarios: readonly Scenario[]
      readonly notes: readonly { readonly list: ListName; readonly text: string }[]
    }
  | {
      readonly do: 'pivot'
      readonly reason: string
      readonly resultCount: number
      readonly hypothesisFailure: string
      readonly refinedHypothesis: string
    }
  | { readonly do: 'focus'; readonly bead: string; readonly beadTitle: string; readonly reasoning: string }
  | { readonly do: 'settle'; readonly list: ListName; readonly text: string }
  | { readonly do: 'clear' | 'handoff'; readonly reason: string }
  /** Decisions made after line `to` are superseded; `intent` is what stood there then. */
  | { readonly do: 'rollback'; readonly to: number; readonly decisionIds: readonly string[]; readonly intent: string }
  | { readonly do: 'measured'; readonly level: 1 | 2 | 3; readonly tokens: number }
  | { readonly do: 'weighed'; readonly savings: Savings }
  /** What a delta-synthesis did; said after it was done (LEDGER-75). */
  | {
      readonly do: 'synced'
      readonly tokens: number
      readonly beadUpdated: boolean
      readonly notesUpdated: boolean
    }
  | { readonly do: 'task'; readonly id: string; readonly change: TaskChange }
  | { readonly do: 'withdraw'; readonly id: string }
  | { readonly do: 'unwritten'; readonly problem: string }
  | { readonly do: 'caught-up' }
  | { readonly do: 'note'; readonly entry: Extract<LedgerEntry, { phase: 'self_heal' | 'negative_ground' }> }
