import type { AnchorFact } from './anchor.ts'
import type { Tier } from './assessment.ts'
import type { BackupFact } from './backup.ts'
import type { Decision } from './decision.ts'
import type { ClientSight, Decider, Door, Registration } from './door.ts'
import type { CallInFlight, DaemonEnd, EdgeVerb, NoticeGiven, StartSource } from './event.ts'
import type { Exhibit } from './exhibit.ts'
import type { AgentId, CallId, EventId, Fingerprint, ProjectRoot, SessionId } from './ids.ts'
import { lookUp } from './language.ts'
import type { LedgerFact } from './ledger.ts'
import type { LadderFact, PlaneFact, RolesFact, Streaks } from './plane.ts'
import type { Unconfirmed } from './policy.ts'
import type {
  Claims,
  Hold,
  Observations,
  OperatorMode,
  Pause,
  QualityCheck,
  SessionRemark,
  Unvouched,
} from './state.ts'
import type { MadeThing, ToolKind, WorkKind, WrittenFile } from './tool.ts'

/** The gate signs grants after the decision; the core has no key. */
export const UNSIGNED = ''

/** How a grant came to be; everything but the signature is what is signed. */
export interface Grant {
  readonly id: string
  readonly number: number
  readonly fingerprint: Fingerprint
  /** Covered by the fingerprint, and with it by the signature. */
  readonly exhibit?: Exhibit
  readonly session: SessionId
  readonly agentType?: string
  readonly grantedAtMs: number
  readonly door: Decider
  /** What the person saw. Not signed: it decides nothing. */
  readonly about?: string
  /** EDGE-126: not bound to a session. */
  readonly scope?: 'later'
  readonly expiresAtMs?: number
}

/** Until then, every action of the class. */
interface TimedGrant extends Grant {
  readonly expiresAtMs: number
}

/**
 * The only way state changes, and at the same time the audit row (PLANE-R11). Names are in the past tense.
 * Texts are already redacted and cut.
 */
export type Fact =
  | LedgerFact
  | { readonly kind: 'session.started'; readonly source: StartSource; readonly startHash: string }
  | { readonly kind: 'session.stopped' }
  | { readonly kind: 'session.ended'; readonly reason: string }
  /** Its client went away without a word (EDGE-98). */
  | { readonly kind: 'session.lost'; readonly lost: SessionId }
  /** The log of tool results knew of more than the facts did. */
  | { readonly kind: 'session.recaptured'; readonly of: SessionId; readonly observed: Observations }
  /** Something that is said once a session. */
  | { readonly kind: 'session.told'; readonly remark: SessionRemark }
  /**
   * The session belongs to this client until it is gone. `seal` names the passphrase key that there was; `forgets`: sessions
   * that are over and whose clients are gone.
   */
  | {
      readonly kind: 'client.registered'
      readonly client: ClientSight
      readonly seal?: string
      readonly forgets?: readonly SessionId[]
    }
  | { readonly kind: 'prompt.received'; readonly preview: string }
  | { readonly kind: 'agent.started'; readonly agent: AgentId; readonly type: string }
  | { readonly kind: 'agent.stopped'; readonly agent: AgentId }
  | { readonly kind: 'context.compacted'; readonly stage: 'before' | 'after'; readonly trigger: 'manual' | 'auto' }
  | {
      readonly kind: 'call.judged'
      readonly call: CallId
      /** Where it would have run; older rows do not say. */
      readonly cwd?: string
      readonly tool: string
      readonly toolKind: ToolKind
      readonly preview: string
      readonly tier: Tier
      readonly work: WorkKind
      /** The part of the project it works on. */
      readonly place?: string
      readonly outcome: Decision['kind']
      /** Rules of docs/spec that spoke, and rules of the packs that matched. */
      readonly rules: readonly string[]
      /** What was refused, so that a second route to it is recognised. */
      readonly refused: readonly {
        readonly family: string
        readonly harm: string
        readonly targets: readonly string[]
      }[]
      /** What the signals of the plane had noticed after it (ADR 0021); older rows do not say. */
      readonly streaks?: Streaks
    }
  | {
      readonly kind: 'call.observed'
      readonly call: CallId
      readonly tool: string
      readonly ok: boolean
      readonly inputPreview: string
      readonly outputPreview: string
      /** Files an edit tool changed. */
      readonly files: readonly string[]
      /** What the judge remembers in case it is run later. */
      readonly wrote: readonly WrittenFile[]
      /** What it made that was not there before; left out where that is nothing. */
      readonly made?: readonly MadeThing[]
      readonly testRun: boolean
      /** Names the edit (EDGE-64). */
      readonly diffHash?: string
      /** Hashes of input and result (ADR 0007); absent where nobody took them. */
      readonly print?: { readonly input: string; readonly result: string }
    }
  | { readonly kind: 'call.refused'; readonly call: CallId; readonly tool: string; readonly reason: string }
  | { readonly kind: 'junction.opened'; readonly junction: Hold }
  /** `inferred`: the client asked the person and the call ran, so they must have said yes; nobody saw the key. */
  | { readonly kind: 'junction.approved'; readonly grant: Grant; readonly signature: string; readonly inferred?: true }
  | { readonly kind: 'junction.skipped'; readonly junction: Hold; readonly door: Decider; readonly note?: string }
  /** EDGE-123: its session is over and it goes on waiting. */
  | { readonly kind: 'junction.kept'; readonly number: number; readonly client?: Registration }
  /** EDGE-125: the same call came again. */
  | { readonly kind: 'junction.met'; readonly number: number }
  | { readonly kind: 'junction.dismissed'; readonly grant: TimedGrant; readonly signature: string }
  /** A question without a call behind it is settled. */
  | { readonly kind: 'junction.answered'; readonly number: number; readonly door: Door }
  /** A waiting hold is shown as the runtime's own prompt, now for this call. */
  | { readonly kind: 'junction.asked'; readonly number: number; readonly call: CallId }
  /** A person who looks elsewhere was told of a hold, or could not be; each is tried once (EDGE-133: nothing comes back). */
  | ({ readonly kind: 'notice.sent' } & NoticeGiven)
  | ({ readonly kind: 'notice.failed'; readonly why: string } & NoticeGiven)
  | { readonly kind: 'junction.lapsed'; readonly number: number; readonly why: string }
  | { readonly kind: 'allowance.reserved'; readonly allowance: string; readonly call: CallId }
  /** `unseen`: its session went without a result, so it may have run (EDGE-128). */
  | {
      readonly kind: 'allowance.committed'
      readonly allowance: string
      readonly call: CallId
      readonly unseen?: true
    }
  | { readonly kind: 'allowance.released'; readonly allowance: string; readonly call: CallId; readonly why: string }
  | {
      readonly kind: 'pause.started'
      readonly pause: Omit<Pause, 'signature'>
      readonly door: Door
      readonly signature: string
    }
  | { readonly kind: 'pause.ended'; readonly pause: string; readonly why: string }
  | { readonly kind: 'grant.rejected'; readonly grant: string; readonly why: string }
  /** C15: a person accepts a failed quality gate as it is. */
  | {
      readonly kind: 'quality.overridden'
      readonly grant: Grant
      readonly checks: readonly QualityCheck[]
      readonly signature: string
    }
  | { readonly kind: 'grant.revoked'; readonly grant: string; readonly door: Door }
  | {
      readonly kind: 'approval.refused'
      readonly verb: EdgeVerb
      readonly why: string
      readonly hold?: number
      /** The door and the process that tried. */
      readonly means?: string
    }
  /** `inferred`: nobody has pinned it. */
  | { readonly kind: 'mode.changed'; readonly to: OperatorMode; readonly by: Door | 'inferred' }
  | { readonly kind: 'objective.set'; readonly objective: string; readonly by: Door | 'inferred' }
  | { readonly kind: 'work.archived'; readonly digest: string }
  | { readonly kind: 'state.edited'; readonly claims: Claims }
  | { readonly kind: 'state.edit-ignored'; readonly fields: readonly string[] }
  | { readonly kind: 'state.rolled-back'; readonly fileFact: number; readonly lastFact: number }
  | { readonly kind: 'state.unreadable'; readonly problem: string }
  /** From here on it is governed; `git` names its repository, so that a rename does not lose it. */
  | { readonly kind: 'project.governed'; readonly git: string; readonly from?: string }
  | { readonly kind: 'project.released'; readonly signature: string }
  /** The list of projects was missing, unreadable or cut; the project is governed all the same. */
  | { readonly kind: 'project.kept'; readonly problem: string }
  /** The person's own policy file is another one; what it loosens waits for them. No name: it is again what they confirmed. */
  | ({ readonly kind: 'policy.changed' } & Unconfirmed)
  | { readonly kind: 'config.changed'; readonly source: string; readonly path: string; readonly refused: boolean }
  | { readonly kind: 'permission.asked'; readonly tool: string; readonly preview: string }
  | AnchorFact
  | { readonly kind: 'doorway.noticed'; readonly name: string }
  /** The runtime's surface could not carry part of a decision. */
  | { readonly kind: 'answer.reduced'; readonly doorway: string; readonly lost: readonly string[] }
  | BackupFact
  | RolesFact
  | LadderFact
  /** A daemon ended that did not mean to leave, somewhen between these times; `calls` were running. */
  | {
      readonly kind: 'daemon.ended'
      readonly how: DaemonEnd
      readonly pid: number
      readonly fromMs: number
      readonly toMs: number
      readonly calls: readonly CallInFlight[]
    }
  /** The audit was not the one that the kept head vouched for, or no head vouched for it up to here. */
  | ({ readonly kind: 'audit.unvouched' } & Unvouched)
  /** A browser got as far as this at the console; `browser` is what the kernel shows of it. */
  | { readonly kind: 'console.opened'; readonly level: 'look' | 'present'; readonly browser: string }
  /** Something knocked at the console that is not the browser it was opened in. */
  | { readonly kind: 'console.refused'; readonly why: string; readonly means: string }
  | { readonly kind: 'payload.malformed'; readonly problem: string }
  /** A shell call ran without the seal: it could not enter, or it said nothing. */
  | { readonly kind: 'seal.missing'; readonly call: CallId; readonly how: 'unsealed' | 'unattested' }
  /** A shell call ran outside the seal because a person let it, once (EDGE-136). */
  | { readonly kind: 'seal.opened'; readonly call: CallId }
  /** A command met a cover of the seal. */
  | { readonly kind: 'seal.refused'; readonly call: CallId; readonly path: string }
  | { readonly kind: 'gate.failed'; readonly problem: string; readonly outcome: Decision['kind'] }
  | PlaneFact

export type FactKind = Fact['kind']

/** Who and when, known for every fact. */
export interface FactContext {
  readonly eventId: EventId
  readonly atMs: number
  readonly runtime: string
  readonly session: SessionId
  readonly agent?: AgentId
  readonly agentType?: string
}

/** A fact with its context, as `evolve` folds it. */
export interface Recorded extends FactContext {
  readonly fact: Fact
}

/** A row of the audit: one link of the project's chain. */
export interface StoredFact extends Recorded {
  readonly project: ProjectRoot
  /** 1, 2, 3 … without a gap, per project. */
  readonly seq: number
  readonly prevHash: string
  readonly hash: string
}

interface Treatment {
  /** The state file shows it and is written anew at once; other kinds wait for the next of these. */
  readonly isShown: boolean
  /** It is a sign that its session lives. What a person did at one of our doors, and what became of a hold, is none. */
  readonly isLife: boolean
}

const SEEN: Treatment = { isShown: false, isLife: true }
const SHOWN: Treatment = { isShown: true, isLife: true }
const ASIDE: Treatment = { isShown: false, isLife: false }
const SHOWN_ASIDE: Treatment = { isShown: true, isLife: false }

/** Every kind there is: whoever adds one says here how it is treated. */
const TREATMENTS: Readonly<Record<FactKind, Treatment>> = {
  'agent.started': SEEN,
  'agent.stopped': SEEN,
  'allowance.committed': SHOWN,
  'allowance.released': SHOWN,
  'allowance.reserved': SHOWN,
  'anchor.advanced': SEEN,
  'anchor.answered': SEEN,
  'anchor.bound': SEEN,
  'anchor.crossed': SEEN,
  'anchor.dropped': SEEN,
  'anchor.expired': SEEN,
  'anchor.revoked': SEEN,
  'answer.reduced': SEEN,
  'approval.refused': ASIDE,
  'attention.measured': SEEN,
  'audit.unvouched': ASIDE,
  'backup.failed': ASIDE,
  'backup.restored': ASIDE,
  'backup.taken': ASIDE,
  'boundary.detected': SEEN,
  'call.judged': SEEN,
  'call.observed': SEEN,
  'call.refused': SEEN,
  'checkpoint.observed': SEEN,
  'checkpoint.skipped': SEEN,
  'client.registered': SEEN,
  'config.changed': SEEN,
  'console.opened': ASIDE,
  'console.refused': ASIDE,
  'context.compacted': SEEN,
  'daemon.ended': SEEN,
  'doorway.noticed': SEEN,
  'enforcement.changed': SEEN,
  'gate.failed': SEEN,
  'grant.rejected': SHOWN_ASIDE,
  'grant.revoked': SHOWN_ASIDE,
  'hold.escalated': SEEN,
  'junction.answered': SHOWN_ASIDE,
  'junction.approved': SHOWN_ASIDE,
  'junction.asked': ASIDE,
  'junction.dismissed': SHOWN_ASIDE,
  'junction.kept': SHOWN_ASIDE,
  'junction.lapsed': SHOWN_ASIDE,
  'junction.met': SHOWN_ASIDE,
  'junction.opened': SHOWN_ASIDE,
  'junction.skipped': SHOWN_ASIDE,
  'junction.waived': ASIDE,
  'ladder.refused': SEEN,
  'ledger.adopted': SEEN,
  'ledger.caught-up': SEEN,
  'ledger.recorded': SEEN,
  'ledger.shown': SEEN,
  'ledger.unwritten': SEEN,
  'loop.detected': SEEN,
  'method.noticed': SEEN,
  'mode.changed': SHOWN,
  'notice.failed': ASIDE,
  'notice.sent': ASIDE,
  'objective.set': SHOWN,
  'pause.ended': ASIDE,
  'pause.started': ASIDE,
  'payload.malformed': SEEN,
  'permission.asked': SEEN,
  'policy.changed': ASIDE,
  'posture.lowered': SEEN,
  'project.governed': ASIDE,
  'project.kept': ASIDE,
  'project.released': ASIDE,
  'prompt.received': SEEN,
  'quality.overridden': SHOWN_ASIDE,
  'seal.missing': SEEN,
  'seal.opened': SEEN,
  'seal.refused': SEEN,
  'sample.judged': SEEN,
  'session.ended': SHOWN,
  'session.lost': SHOWN,
  'session.recaptured': SHOWN,
  'session.started': SHOWN,
  'session.stopped': SHOWN,
  'session.told': SEEN,
  'signal.disabled': SEEN,
  'signal.failed': SEEN,
  'state.edit-ignored': SHOWN,
  'state.edited': SHOWN,
  'state.rolled-back': SHOWN,
  'state.unreadable': SEEN,
  'steer.issued': SEEN,
  'waiver.refused': SEEN,
  'waiver.spent': SHOWN,
  'waiver.void': SEEN,
  'window.closed': SEEN,
  'window.expired': SEEN,
  'window.opened': SEEN,
  'work.archived': SEEN,
}

// A log may hold kinds of a later release: they are neither.
export const isShownAtOnce = (kind: string): boolean => lookUp(TREATMENTS, kind)?.isShown === true
export const isNoSignOfLife = (kind: string): boolean => lookUp(TREATMENTS, kind)?.isLife === false
