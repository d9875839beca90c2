import type { ClaimCounts, Grounding, RecordedCitation, TaskChange } from './citation.ts'
import type { SessionId } from './ids.ts'

export type Lines = { readonly from: number; readonly to: number }

/** Where things stand in NOTES.md, as it will be written with the record as it is. */
export type NotesPlaces = {
  readonly context: Lines | null
  /** Of decisions, by id. */
  readonly entries: Readonly<Record<string, Lines>>
  /** The line where the next decision begins. */
  readonly next: number | null
}

/** In model tokens, counted by a real tokenizer: what the identifiers of a session cost, and what they stand for. */
export type Savings = {
  readonly identifiers: number
  readonly identifier_tokens: number
  /** Of the lines they name. */
  readonly block_tokens: number
  /** Of the files they name: what loading everything would cost. */
  readonly file_tokens: number
}

export const SCENARIO_TYPES = ['happy_path', 'edge_case', 'error_handling'] as const

export type Scenario = {
  readonly name: string
  readonly type: (typeof SCENARIO_TYPES)[number]
  readonly expected: string
}

/** A scenario with the decision that it was documented with; empty where none is known. */
export type DecidedScenario = Scenario & { readonly decision: string }

/** `observed` was seen at the boundary and needs no citation; the others are an agent's claims. */
export const GROUNDS = ['citation', 'code_reference', 'user_input', 'assumption', 'ungrounded', 'observed'] as const
type GroundingKind = (typeof GROUNDS)[number]

/** Lists that only grow in the record; a thing done is struck from what the packet shows, never from the log. */
export const LISTS = ['next_step', 'blocker', 'question'] as const
export type ListName = (typeof LISTS)[number]

/**
 * One line of the trajectory, in the words of the published format. The record is the fold of these and of nothing
 * else, so that it can be made again from the files alone.
 */
export type LedgerEntry =
  /** Active Context is replaced; the value it had is logged with it (C31). */
  | {
      readonly phase: 'intent'
      readonly intent: string
      readonly bead_id: string
      readonly bead_title: string
      readonly previous: string
    }
  /** A file was changed. */
  | { readonly phase: 'execute'; readonly path: string; readonly purpose: string; readonly lines: string }
  /** Seen at the boundary: a git commit, a test outcome, a revert. */
  | {
      readonly phase: 'result'
      /** Empty: the same outcome as before, which is no entry of the log. */
      readonly decision_id: string
      /** The commit that an amended one replaces. */
      readonly supersedes: string
      readonly what: 'commit' | 'tests' | 'revert'
      readonly title: string
      readonly detail: string
      readonly ok: boolean
    }
  /** A search found more than can be read (LEDGER-47). */
  | { readonly phase: 'search'; readonly query: string; readonly result_count: number }
  | {
      readonly phase: 'cite'
      readonly decision_id: string
      readonly title: string
      readonly claim: string
      readonly rationale: string
      readonly grounding: GroundingKind
      /** On disk a single one stands alone, several stand in a list. */
      readonly evidence: readonly RecordedCitation[]
      readonly bead_id: string
      /** The ruling it replaces, if any; that one stays in the log. */
      readonly supersedes: string
      /** Where it stands in the Decision Log (C30). */
      readonly notes_ref: string
    }
  | ({ readonly phase: 'test_scenario'; readonly bead_id: string; readonly decision_id: string } & Scenario)
  | { readonly phase: 'note'; readonly list: ListName; readonly text: string; readonly done: boolean }
  | {
      readonly phase: 'pivot'
      readonly reason: string
      readonly result_count: number
      readonly hypothesis_failure: string
      readonly refined_hypothesis: string
    }
  | {
      readonly phase: 'delta_sync'
      readonly tokens: number
      readonly decisions_persisted: number
      readonly bead_updated: boolean
      readonly notes_updated: boolean
      /** What was seen since the last synthesis, as the Decision Log has it (LEDGER-73). */
      readonly decision_id: string
      readonly findings: readonly string[]
    }
  | {
      readonly phase: 'grounding_check'
      readonly total_claims: number
      readonly grounded_claims: number
      readonly assumptions: number
      /** Null when there are no claims: no data is not evidence. */
      readonly grounding_ratio: number | null
      readonly threshold: number
      readonly status: 'pass' | 'fail'
    }
  | {
      readonly phase: 'negative_ground'
      readonly feature: string
      readonly status: 'verified' | 'unverified' | 'withdrawn'
      readonly queries: readonly string[]
      readonly scores: readonly number[]
    }
  | {
      readonly phase: 'session_handoff'
      readonly root_span_id: string
      readonly bead_id: string
      readonly notes_refs: readonly string[]
      readonly edd_verified: boolean
      readonly grounding_ratio: number | null
      readonly test_scenarios: number
      readonly next_session_ready: boolean
      readonly reason: string
      /** What the checklist found missing; the next session begins with it. */
      readonly unmet: readonly string[]
      /** Its claims are grounded as far as is asked for; if not, they stay open. */
      readonly settled: boolean
    }
  /** A task was made or changed; what was said of it, as its store got it (LEDGER-45). */
  | { readonly phase: 'bead'; readonly bead_id: string; readonly change: TaskChange }
  | {
      readonly phase: 'fork_detected'
      readonly bead_id: string
      readonly topic: string
      readonly context_decision: string
      readonly bead_decision: string
      readonly resolution: string
    }
  | { readonly phase: 'self_heal'; readonly what: string; readonly source: string; readonly detail: string }
  /** LEDGER-121. */
  | ({ readonly phase: 'savings' } & Savings)
  | { readonly phase: 'recovery'; readonly level: 1 | 2 | 3; readonly tokens: number; readonly measured: boolean }
  /** A rollback appends a version; what it leaves behind is marked and stays (LEDGER-94). */
  | {
      readonly phase: 'supersede'
      readonly to: number
      readonly decision_ids: readonly string[]
      readonly intent: string
    }
  /** The whole record, so that folding may begin here instead of at the first line. */
  | { readonly phase: 'snapshot'; readonly record: LedgerRecord }

export type LedgerPhase = LedgerEntry['phase']

/** A line with who, when and its number: 1, 2, 3 … per project. */
export interface NumberedEntry {
  readonly n: number
  readonly atMs: number
  readonly session: SessionId
  /** Names the file it stands in: the subagent's type, or the runtime. */
  readonly agent: string
  readonly entry: LedgerEntry
}

/** A choice about the work, claimed or observed. */
export type LedgerDecision = {
  readonly id: string
  readonly atMs: number
  readonly title: string
  readonly decision: string
  readonly rationale: string
  readonly grounding: GroundingKind
  readonly evidence: readonly RecordedCitation[]
  readonly bead: string
  readonly session: SessionId
  readonly superseded: boolean
}

/** LEDGER-81: where to look, not what is there. `lines` is empty where they are not known. */
export type Identifier = {
  readonly path: string
  readonly lines: string
  readonly purpose: string
  readonly atMs: number
}

export type Handoff = {
  readonly atMs: number
  readonly session: SessionId
  readonly span: string
  readonly bead: string
  readonly ratio: number | null
  readonly ready: boolean
  readonly reason: string
  /** What it pointed at in NOTES.md, Active Context first. */
  readonly refs: readonly string[]
}

/** What the ledgers say, as much of it as a packet and a checkpoint need. Bounded; rebuilt from the ledgers alone. */
export type LedgerRecord = {
  /** How many lines the trajectory has. */
  readonly n: number
  readonly bead: string
  readonly beadTitle: string
  readonly checkpointMs: number | null
  /** What was asked for or said last; `intentMs` is when, and what was done since then belongs to it. */
  readonly reasoning: string
  readonly intentMs: number
  readonly decisions: readonly LedgerDecision[]
  readonly decisionCount: number
  readonly identifiers: readonly Identifier[]
  readonly scenarios: readonly DecidedScenario[]
  readonly lists: Readonly<Record<ListName, readonly string[]>>
  /** Null too when a file was changed since. */
  readonly tests: { readonly ok: boolean; readonly detail: string; readonly atMs: number } | null
  /** The newest broad search that no pivot followed. */
  readonly search: { readonly query: string; readonly count: number; readonly session: SessionId } | null
  /** Of what was decided since the last handoff that settled its claims; `settledMs` is when that was. */
  readonly claims: ClaimCounts
  readonly settledMs: number
  readonly ghosts: readonly string[]
  readonly handoff: Handoff | null
  /** Of the last session that was weighed. */
  readonly savings: Savings | null
  readonly debt: readonly string[]
}

export const EMPTY_RECORD: LedgerRecord = {
  n: 0,
  bead: '',
  beadTitle: '',
  checkpointMs: null,
  reasoning: '',
  intentMs: 0,
  decisions: [],
  decisionCount: 0,
  identifiers: [],
  scenarios: [],
  lists: { next_step: [], blocker: [], question: [] },
  tests: null,
  search: null,
  claims: { total: 0, grounded: 0, assumptions: 0 },
  settledMs: 0,
  ghosts: [],
  handoff: null,
  savings: null,
  debt: [],
}

export const ATTENTION_LEVELS = ['green', 'yellow', 'orange', 'red'] as const
export type AttentionLevel = (typeof ATTENTION_LEVELS)[number]

/** What a runtime's transcript says about the context of one session, in model tokens. */
export type Usage = { readonly tokens: number; readonly window?: number }

/** How full one session's context is. It dies with the context and is no part of the record. */
export type Attention = {
  readonly tokens: number
  readonly window: number | null
  /** What the context held at the last synthesis; only what came after counts (C28). */
  readonly syncedTokens: number
  readonly level: AttentionLevel
  /** The highest level that was told of what came in since the last synthesis: said once, not again. */
  readonly told: AttentionLevel
  /** The same of the whole context. */
  readonly toldWhole: AttentionLevel
  /** With `red_action: gate`: new work waits until synthesis is persisted. */
  readonly gated: boolean
  /** That a broad search wants a pivot is said once. */
  readonly pivotTold: boolean
}

export const NO_ATTENTION: Attention = {
  tokens: 0,
  window: null,
  syncedTokens: 0,
  level: 'green',
  told: 'green',
  toldWhole: 'green',
  gated: false,
  pivotTold: false,
}

export interface LedgerState {
  readonly record: LedgerRecord
  readonly attention: Readonly<Record<SessionId, Attention>>
  /** Why the files are behind the facts; they are brought up to date as soon as they can be written. */
  readonly trouble: string | null
  /** What NOTES.md shows as Reasoning State. */
  readonly shown: string
}

export const INITIAL_LEDGER: LedgerState = { record: EMPTY_RECORD, attention: {}, trouble: null, shown: '' }

export type LedgerFact =
  | { readonly kind: 'ledger.recorded'; readonly n: number; readonly agent: string; readonly entry: LedgerEntry }
  /** Our own state knew nothing and the ledgers did: a new clone, or a lost database. */
  | { readonly kind: 'ledger.adopted'; readonly record: LedgerRecord }
  | { readonly kind: 'ledger.shown'; readonly reasoning: string }
  | { readonly kind: 'ledger.unwritten'; readonly problem: string }
  | { readonly kind: 'ledger.caught-up' }
  | { readonly kind: 'attention.measured'; readonly attention: Attention }

/** What of NOTES.md a packet needs. Everything is a person's or an agent's text: data, never an instruction. */
export type NotesContent = {
  readonly bead: string
  readonly checkpoint: string
  readonly reasoning: string
  /** The Reasoning State is as we wrote it, however long ago. */
  readonly isOurs: boolean
  /** The newest few, oldest first. */
  readonly decisions: readonly NotedDecision[]
  readonly identifiers: readonly string[]
  readonly questions: readonly string[]
}

export type NotedDecision = {
  readonly ts: string
  readonly title: string
  readonly decision: string
  /** Empty when it was not written by us. */
  readonly id: string
}

/** The active task as its store shows it. */
export type ActiveBead = {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly decisions: readonly { readonly ts: string; readonly decision: string }[]
  readonly nextSteps: readonly string[]
}

/** What was gathered from the ledgers before the decision. A field that is missing was not asked for. */
export type GatheredLedger = {
  readonly notes?: NotesContent
  readonly places?: NotesPlaces
  readonly bead?: ActiveBead
  readonly grounding?: Grounding
  readonly adopted?: LedgerRecord
  /** Identifiers of the record whose file is no more. */
  readonly missing?: readonly string[]
  /** No store holds the task that the record names. */
  readonly isTaskGone?: boolean
  /** Seen commits that HEAD does not hold, by id of their decision. */
  readonly undone?: readonly string[]
  /** Files changed after the tests ran. */
  readonly untested?: boolean
  /** What the last decisions cite was opened again: `src/a.ts:10 moved to …` for each that does not stand where it stood. */
  readonly stale?: readonly string[]
  readonly usage?: Usage
  /** Of the files that a call changed, in its order: where the new text stands. */
  readonly edited?: readonly (Lines | null)[]
  /** Why a ledger could not be read. */
  readonly problem?: string
  /** Lines of an adopted trajectory that are none (LEDGER-21). */
  readonly malformed?: number
}

/** What the record wants NOTES.md to show. Decisions are added when they are not there yet; nothing is taken away. */
export type NotesChange = {
  readonly bead: string
  readonly checkpointMs: number | null
  readonly reasoning: string
  readonly identifiers: readonly Identifier[]
  readonly decisions: readonly LedgerDecision[]
  readonly scenarios: readonly DecidedScenario[]
  readonly lists: Readonly<Record<ListName, readonly string[]>>
}
