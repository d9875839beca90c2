import { ANCHOR_DEFAULTS, type AnchorPolicy } from './anchor.ts'
import type { Tier } from './assessment.ts'
import type { Profile, Role } from './plane.ts'
import { DEFAULT_PLANE, type PlanePolicy } from './plane.ts'
import type { Rule } from './rule.ts'

/** What a finding leads to: a row in the audit, a word to the agent, or a hold. From the loosest to the strictest. */
export const ENFORCEMENTS = ['observe', 'steer', 'gate'] as const
type Enforcement = (typeof ENFORCEMENTS)[number]

/** `block-all` is the literal rule: a recursive forced delete is refused whatever it deletes. */
export const RM_RF = ['default', 'block-all'] as const
type RmRf = (typeof RM_RF)[number]

/** `protect`: what a package manager resolved is a decision, and not deleted or overwritten unasked. */
export const LOCKFILES = ['default', 'protect'] as const
type Lockfiles = (typeof LOCKFILES)[number]

/** A person's standing word: this risk rule does not hold this very command text in this folder of this project. */
export interface Exception {
  readonly rule: string
  /** Without white space around it. */
  readonly command: string
  readonly project: string
  /** Where the command is run: the same words elsewhere are another deed. */
  readonly folder: string
}

/** Where a hold is shown: as the specification's junction, or as the runtime's own prompt where that is proven to wait. */
export const SURFACES = ['native', 'junction'] as const
/** Whether a person sets the operator mode or it follows the work until a person pins it. */
export const MODE_SOURCES = ['inferred', 'pinned'] as const
export const WARNINGS = ['off', 'once', 'always'] as const
/** What else takes the passphrase besides the person's presence. */
export const PASSPHRASE_FOR = ['catastrophic-override', 'irreversible', 'dismiss', 'pause', 'promote'] as const

export const BASELINES = ['static', 'learned'] as const

export const BACKUP_BEFORE = ['nothing', 'approved-discard', 'protected'] as const
/** What becomes of a call whose files could not be copied. */
export const BACKUP_FAILURES = ['allow', 'block'] as const
export const RED_ACTIONS = ['advisory', 'steer', 'gate'] as const
export const GROUNDINGS = ['disabled', 'warn', 'strict'] as const
export const INTEGRITIES = ['disabled', 'warn', 'strict'] as const
export const PRECOMPACT = ['permit', 'gate'] as const
export const SYNTHESIS_PROFILES = ['standard', 'full'] as const
export const MCP_TOOLS = ['off', 'approvals-only', 'all'] as const

/** The checked settings under which one event is judged. Plain data: it is cached as JSON. */
export interface Policy {
  readonly edge: {
    readonly level: Enforcement
    readonly surface: (typeof SURFACES)[number]
    readonly modes: (typeof MODE_SOURCES)[number]
    readonly warn: (typeof WARNINGS)[number]
    /** How long a hook is kept open for a person's decision; 0 answers at once. */
    readonly holdSeconds: number
    readonly passphraseFor: readonly (typeof PASSPHRASE_FOR)[number][]
  }
  readonly filesystem: {
    readonly rmRf: RmRf
    readonly lockfiles: Lockfiles
  }
  readonly plane: PlanePolicy & {
    readonly methodRules: Enforcement
    readonly baselines: (typeof BASELINES)[number]
  }
  readonly backup: {
    readonly before: (typeof BACKUP_BEFORE)[number]
    readonly capMb: number
    readonly keepDays: number
    readonly onFailure: (typeof BACKUP_FAILURES)[number]
  }
  readonly ledger: {
    readonly record: boolean
    readonly recovery: boolean
    readonly grounding: (typeof GROUNDINGS)[number]
    /** What drift of the System Zone leads to. */
    readonly integrity: (typeof INTEGRITIES)[number]
    readonly effect: Enforcement
    readonly precompact: (typeof PRECOMPACT)[number]
    readonly redAction: (typeof RED_ACTIONS)[number]
    readonly profile: (typeof SYNTHESIS_PROFILES)[number]
    /** Grounded claims ÷ all claims that synthesis asks for. */
    readonly threshold: number
    /** The largest share of flagged assumptions that a clear tolerates. */
    readonly assumptionCap: number
    /** In model tokens not yet synthesised, and in per cent of the whole context. */
    readonly attention: {
      readonly yellow: number
      readonly orange: number
      readonly red: number
      readonly windowYellow: number
      readonly windowOrange: number
      readonly windowRed: number
      /** The size of the context where the runtime does not tell. */
      readonly windowTokens: number
    }
    readonly tieredRecovery: boolean
    readonly level1Tokens: number
    readonly level2Tokens: number
    /** Whether a search may be asked to look into the person's other projects too. */
    readonly allProjects: boolean
    readonly retentionDays: number
    readonly archiveDays: number
    readonly compressionLevel: number
    readonly edd: {
      readonly enabled: boolean
      readonly minTestScenarios: number
      readonly requireCitations: boolean
    }
  }
  readonly anchor: AnchorPolicy
  readonly roles: {
    readonly main: Exclude<Role, 'human'>
    /** A subagent type, or `none`. */
    readonly director: string
    /** How long a worker's hold waits for the director before it is the person's. */
    readonly directorSeconds: number
    /** Subagent types whose method errors are held. */
    readonly gateMethodFor: readonly string[]
    readonly workerProfile: Profile
    readonly directorProfile: Profile
  }
  /** Which of our tools each runtime is offered, by its name. */
  readonly mcp: Readonly<Record<string, (typeof MCP_TOOLS)[number]>>
  readonly telemetry: {
    /** Base address of an OTLP collector; empty sends nothing. */
    readonly otlpEndpoint: string
  }
  /** Built-in risk rules with another tier, by id; `routine` switches one off. */
  readonly tiers: Readonly<Record<string, Tier>>
  /** Rules that the policy files add. */
  readonly rules: readonly Rule[]
  /** What is wrong in the policy files, for people; the first few. */
  readonly problems: readonly string[]
  /** False holds that a person has settled. Only junctions know exceptions. */
  readonly exceptions: readonly Exception[]
}

/** What one developer has after `fairlead init --yes`. */
export const DEFAULT_POLICY: Policy = {
  edge: { level: 'gate', surface: 'junction', modes: 'inferred', warn: 'once', holdSeconds: 0, passphraseFor: [] },
  filesystem: { rmRf: 'default', lockfiles: 'default' },
  plane: { ...DEFAULT_PLANE, methodRules: 'observe', baselines: 'static' },
  backup: { before: 'approved-discard', capMb: 100, keepDays: 7, onFailure: 'allow' },
  ledger: {
    record: true,
    recovery: true,
    grounding: 'strict',
    integrity: 'strict',
    effect: 'steer',
    precompact: 'permit',
    redAction: 'advisory',
    profile: 'standard',
    threshold: 0.95,
    assumptionCap: 0.2,
    attention: {
      yellow: 5_000,
      orange: 10_000,
      red: 15_000,
      windowYellow: 60,
      windowOrange: 75,
      windowRed: 90,
      windowTokens: 200_000,
    },
    tieredRecovery: true,
    level1Tokens: 100,
    level2Tokens: 500,
    allProjects: false,
    retentionDays: 30,
    archiveDays: 365,
    compressionLevel: 6,
    edd: { enabled: true, minTestScenarios: 3, requireCitations: true },
  },
  anchor: ANCHOR_DEFAULTS,
  roles: {
    main: 'worker',
    director: 'none',
    directorSeconds: 300,
    gateMethodFor: [],
    workerProfile: 'lean',
    directorProfile: 'complex',
  },
  mcp: { 'claude-code': 'off', codex: 'approvals-only' },
  telemetry: { otlpEndpoint: '' },
  tiers: {},
  rules: [],
  exceptions: [],
  problems: [],
}
