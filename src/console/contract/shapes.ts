/** What the page and the daemon say to each other. Texts that came from an agent are text, whatever they look like. */

export const API = '/api/1'
/** The token travels in this header and nowhere else: a cookie would go to every port of this machine. */
export const TOKEN_HEADER = 'x-fairlead-token'
export const CONSOLE_HOST = 'fairlead.localhost'

/** What a browser has proven. `look` shows everything and decides nothing. */
export type Level = 'look' | 'present'

export interface ConsoleProblem {
  readonly kind:
    | 'locked'
    | 'stranger'
    | 'level'
    | 'changed'
    | 'gone'
    | 'refused'
    | 'malformed'
    | 'missing'
    | 'slow-down'
    | 'broken'
  readonly text: string
  readonly next: string
}

export interface Redeemed {
  readonly token: string
  /** Compared by the person with those in their terminal. */
  readonly digits: string
}

export interface ProjectItem {
  readonly id: string
  /** The last part of its folder. */
  readonly name: string
  /** With `~` for the home. */
  readonly folder: string
}

export interface StateAnswer {
  readonly version: string
  readonly nowMs: number
  readonly level: Level
  /** When the level falls back to look. */
  readonly levelUntilMs?: number
  /** Why this browser cannot become present, where it cannot. */
  readonly levelWhy?: string
  /** Shown while the terminal waits for the person to compare them. */
  readonly digits?: string
  readonly projects: readonly ProjectItem[]
  /** What people call each runtime. */
  readonly runtimes: Readonly<Record<string, string>>
  /** And each kind of work. */
  readonly works: Readonly<Record<string, string>>
  readonly waiting: number
  /** Older rows that are not in the lists yet. */
  readonly missing: number
}

export type HoldState =
  | 'waiting'
  | 'given'
  | 'used'
  | 'ran'
  | 'failed'
  | 'unseen'
  | 'dismissed'
  | 'skipped'
  | 'answered'
  | 'lapsed'
  | 'revoked'
  | 'void'

export interface HoldRow {
  readonly project: string
  readonly number: number
  readonly atMs: number
  readonly state: HoldState
  readonly type: string
  readonly rule: string
  readonly reason: string
  readonly command: string
  readonly session: string
  readonly runtime: string
  readonly agentType: string
  readonly endedAtMs?: number
  readonly door?: string
  readonly why?: string
  /** What waiting costs, of one that waits. */
  readonly asker?: Asker
  /** It outlived its session and waits until then. */
  readonly keptUntilMs?: number
}

/** What became of the session that asked. */
export interface Asker {
  readonly kind: 'parked' | 'working' | 'idle' | 'ended'
  readonly sinceMs: number
  /** Calls it made since. */
  readonly calls: number
}

export interface HoldsAnswer {
  readonly rows: readonly HoldRow[]
  readonly cursor?: string
  /** The newest one that is over, for a queue with nothing in it. */
  readonly last?: HoldRow
}

/** Whether this browser may do it now; else what to type in a terminal. */
export interface Act {
  readonly verb: 'approve' | 'dismiss' | 'skip' | 'revoke'
  readonly allowed: boolean
  readonly why?: string
  readonly command: string
}

export interface HoldDetail extends HoldRow {
  readonly seq: number
  readonly folder: string
  readonly targets: readonly string[]
  readonly exhibit: readonly { readonly kind: string; readonly name: string }[]
  /** What it is bound to; a decision names it. */
  readonly print: string
  readonly isCatastrophic: boolean
  readonly needsPassphrase: boolean
  readonly before: readonly TimelineRow[]
  readonly ruleCounts: RuleCounts
  readonly acts: readonly Act[]
  readonly safer?: string
  /** Why it cannot be shown whole, where it cannot. */
  readonly notWhole?: string
  /** How often later calls met it. */
  readonly met?: number
}

export interface RuleCounts {
  readonly rule: string
  readonly days: number
  readonly held: number
  readonly passed: number
}

export type Preview =
  | {
      readonly kind: 'commits'
      readonly to: string
      readonly forced: boolean
      readonly commits: readonly CommitRow[]
      readonly more: number
    }
  | { readonly kind: 'files'; readonly groups: readonly FileGroup[]; readonly lost: number; readonly all: number }
  | { readonly kind: 'script'; readonly files: readonly ScriptText[] }
  | { readonly kind: 'none' }

export interface CommitRow {
  readonly hash: string
  readonly subject: string
  readonly author: string
  readonly atMs: number
  readonly files: number
  readonly added: number
  readonly removed: number
}

export interface FileGroup {
  readonly state: 'tracked' | 'changed' | 'untracked' | 'ignored'
  readonly count: number
  readonly names: readonly string[]
}

export interface ScriptText {
  readonly name: string
  readonly text: string
  readonly cutChars: number
  readonly isChanged: boolean
}

export interface PreviewAnswer {
  readonly preview: Preview
  /** What is not as it was when the call was held. */
  readonly changes: readonly ExhibitChangeRow[]
  /** Names the state of things that was shown; an approval says which one it saw. */
  readonly digest: string
}

export interface ExhibitChangeRow {
  readonly kind: string
  readonly name: string
  readonly how: string
  /** Commits that were not there. */
  readonly more: readonly string[]
}

export interface Decided {
  readonly text: string
}

export interface TimelineRow {
  readonly seq: number
  readonly atMs: number
  readonly kind: string
  readonly outcome: string
  readonly text: string
  readonly agent: string
  readonly rule?: string
  readonly number?: number
}

export interface TimelineAnswer {
  readonly rows: readonly TimelineRow[]
  /** The place to go on from, older rows. */
  readonly cursor?: string
  readonly isWhole: boolean
}

export interface SessionRow {
  readonly project: string
  readonly session: string
  readonly runtime: string
  readonly startedMs: number
  readonly lastMs: number
  readonly ended: boolean
  readonly title: string
  readonly calls: number
  readonly holds: number
  readonly steers: number
  readonly failed: number
  readonly loops: number
}

export interface SessionsAnswer {
  readonly rows: readonly SessionRow[]
  readonly cursor?: string
}

export interface RibbonPart {
  readonly work: string
  readonly fromMs: number
  readonly toMs: number
}

export interface ClaimRow {
  readonly seq: number
  readonly atMs: number
  readonly text: string
  readonly standing: 'verified' | 'false' | 'unverified'
}

export interface SessionDetail extends SessionRow {
  readonly agents: readonly { readonly id: string; readonly type: string }[]
  readonly ribbon: readonly RibbonPart[]
  readonly boundaries: readonly number[]
  readonly claims: readonly ClaimRow[]
}

export interface NowCard extends SessionRow {
  readonly standing: 'waiting' | 'looping' | 'working' | 'idle'
  readonly mode: string
  readonly objective: string
  readonly agents: readonly { readonly id: string; readonly type: string }[]
  readonly ribbon: readonly RibbonPart[]
  readonly boundaries: readonly number[]
  readonly attention?: { readonly level: string; readonly tokens: number; readonly share?: number }
  readonly recent: readonly TimelineRow[]
  readonly hold?: { readonly number: number; readonly command: string }
}

export interface OpenGrant {
  readonly project: string
  readonly number: number
  readonly kind: 'approval' | 'dismissal' | 'pause'
  readonly about: string
  readonly untilMs?: number
}

export interface NowAnswer {
  readonly nowMs: number
  readonly cards: readonly NowCard[]
  readonly open: readonly OpenGrant[]
}

export interface FactAnswer {
  readonly seq: number
  readonly hash: string
  readonly prevHash: string
  /** As it is stored. */
  readonly body: string
}

export interface DayCount {
  readonly day: number
  readonly outcome: string
  readonly n: number
}

interface RuleRate {
  readonly rule: string
  readonly held: number
  readonly decided: number
  readonly passed: number
  readonly skipped: number
  readonly lapsed: number
}

export interface Named {
  readonly name: string
  readonly n: number
}

export interface InsightsAnswer {
  readonly days: number
  readonly decisions: number
  readonly byDay: readonly DayCount[]
  readonly rules: readonly RuleRate[]
  /** Minutes that agents waited, by week and by what released them. */
  readonly waited: readonly { readonly week: number; readonly outcome: string; readonly minutes: number }[]
  readonly decideMs: { readonly median: number; readonly p90: number } | null
  readonly commands: readonly Named[]
  readonly folders: readonly Named[]
  readonly refusals: readonly Named[]
  readonly failing: readonly Named[]
  readonly loops: number
}

export interface DecisionRow {
  readonly id: string
  readonly title: string
  readonly claim: string
  readonly rationale: string
  readonly atMs: number
  readonly isSuperseded: boolean
  readonly grounding: string
  readonly citations: readonly { readonly place: string; readonly standing: string }[]
}

export interface LedgerAnswer {
  readonly decisions: readonly DecisionRow[]
  readonly nextSteps: readonly string[]
  readonly blockers: readonly string[]
  readonly questions: readonly string[]
  readonly grounding: readonly { readonly day: number; readonly grounded: number; readonly all: number }[]
}

/** Every citation, opened again just now. */
export interface RecheckAnswer {
  readonly cites: readonly {
    readonly decision: string
    readonly place: string
    readonly stands: boolean
    readonly how: string
  }[]
}

/** What the next session of this project is told at its start. */
export interface PacketAnswer {
  readonly text: string
  /** As a model counts them (o200k). */
  readonly tokens: number
}

export interface PatchAnswer {
  readonly text: string
  readonly cutChars: number
}

/** What the stream tells. Hints with small deltas: the page asks again for what it shows. */
export type LiveEvent =
  | { readonly kind: 'hello'; readonly version: string; readonly nowMs: number }
  | {
      readonly kind: 'advance'
      readonly projects: readonly string[]
      readonly missing: number
      readonly waiting: number
    }
  | { readonly kind: 'level'; readonly level: Level; readonly untilMs?: number }
  | { readonly kind: 'beat' }
