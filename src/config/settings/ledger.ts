import {
  DEFAULT_POLICY,
  ENFORCEMENTS,
  GROUNDINGS,
  INTEGRITIES,
  type Policy,
  PRECOMPACT,
  RED_ACTIONS,
  SYNTHESIS_PROFILES,
} from '../../core/model/policy.ts'
import { amount, ladder, type Section, toggle } from './setting.ts'

const initial = DEFAULT_POLICY.ledger
const TOKENS = { minimum: 500, maximum: 10_000_000, stricter: 'lower' } as const
const PERCENT = { minimum: 1, maximum: 100, stricter: 'lower' } as const
const DAYS = { minimum: 1, maximum: 36_500, stricter: 'higher' } as const

const RECORD = toggle('ledger.record', {
  initial: initial.record,
  stricter: true,
  about: 'whether decisions and handoffs are recorded',
})
const RECOVERY = toggle('ledger.recovery', {
  initial: initial.recovery,
  about: 'whether a new session is told where the last one stopped',
})
const GROUNDING = ladder('ledger.grounding', GROUNDINGS, {
  initial: initial.grounding,
  about: 'whether a checkpoint with too few verified citations is refused or only told so',
})
const INTEGRITY = ladder('ledger.integrity', INTEGRITIES, {
  initial: initial.integrity,
  about: 'whether drift of the installed protocol files stops framework operations, is only told, or is not',
})
const EFFECT = ladder('ledger.effect', ENFORCEMENTS, {
  initial: initial.effect,
  about: 'what a missing synthesis leads to',
})
const PRECOMPACT_SETTING = ladder('ledger.precompact', PRECOMPACT, {
  initial: initial.precompact,
  about: "whether a person's own compaction is refused while there is debt",
})
const RED_ACTION = ladder('ledger.red_action', RED_ACTIONS, {
  initial: initial.redAction,
  about: 'what a nearly full context leads to',
})

const PROFILE = ladder('ledger.profile', SYNTHESIS_PROFILES, {
  initial: initial.profile,
  about: 'whether grounding and ghosts decide about a clear, or every item of the checklist',
})
const THRESHOLD = amount('ledger.threshold', {
  initial: initial.threshold,
  minimum: 0,
  maximum: 1,
  stricter: 'higher',
  fraction: true,
  about: 'which share of the claims must be grounded',
})
const ASSUMPTION_CAP = amount('ledger.assumption_cap', {
  initial: initial.assumptionCap,
  minimum: 0,
  maximum: 1,
  stricter: 'lower',
  fraction: true,
  about: 'which share of the claims may be flagged as assumptions',
})
const YELLOW = amount('ledger.attention_yellow', {
  ...TOKENS,
  initial: initial.attention.yellow,
  about: 'after how many model tokens the record is synthesised by itself',
})
const ORANGE = amount('ledger.attention_orange', {
  ...TOKENS,
  initial: initial.attention.orange,
  about: 'after how many model tokens without synthesis a clear is suggested',
})
const RED = amount('ledger.attention_red', {
  ...TOKENS,
  initial: initial.attention.red,
  about: 'after how many model tokens without synthesis `ledger.red_action` applies',
})
const WINDOW_YELLOW = amount('ledger.window_yellow', {
  ...PERCENT,
  initial: initial.attention.windowYellow,
  about: 'at how many per cent of the context the record is synthesised by itself',
})
const WINDOW_ORANGE = amount('ledger.window_orange', {
  ...PERCENT,
  initial: initial.attention.windowOrange,
  about: 'at how many per cent of the context a clear is suggested',
})
const WINDOW_RED = amount('ledger.window_red', {
  ...PERCENT,
  initial: initial.attention.windowRed,
  about: 'at how many per cent of the context `ledger.red_action` applies',
})
const WINDOW_TOKENS = amount('ledger.window_tokens', {
  ...TOKENS,
  initial: initial.attention.windowTokens,
  about: 'how many model tokens the context holds where the runtime does not tell',
})
const TIERED = toggle('ledger.tiered_recovery', {
  initial: initial.tieredRecovery,
  stricter: true,
  about: 'whether a new session is told little at first and more on request',
})
const LEVEL_1 = amount('ledger.level1_tokens', {
  initial: initial.level1Tokens,
  minimum: 20,
  maximum: 150,
  stricter: 'lower',
  about: 'how many model tokens a new session is told at most',
})
const LEVEL_2 = amount('ledger.level2_tokens', {
  initial: initial.level2Tokens,
  minimum: 50,
  maximum: 5_000,
  stricter: 'lower',
  about: 'how many model tokens a search of the ledgers gives at most',
})
const ALL_PROJECTS = toggle('ledger.all_projects', {
  initial: initial.allProjects,
  stricter: false,
  firm: true,
  about: 'whether `fairlead ledger recall --all-projects` may search the ledgers of your other projects',
})
const RETENTION = amount('ledger.retention_days', {
  ...DAYS,
  initial: initial.retentionDays,
  about: 'after how many days a trajectory is compressed into the archive',
})
const ARCHIVE = amount('ledger.archive_days', {
  ...DAYS,
  initial: initial.archiveDays,
  about: 'after how many days an archived trajectory is deleted',
})
const COMPRESSION = amount('ledger.compression_level', {
  initial: initial.compressionLevel,
  minimum: 1,
  maximum: 9,
  stricter: 'higher',
  about: 'how hard an archived trajectory is compressed',
})
const EDD = toggle('ledger.edd', {
  initial: initial.edd.enabled,
  stricter: true,
  about: 'whether a task needs documented test scenarios',
})
const SCENARIOS = amount('ledger.min_test_scenarios', {
  initial: initial.edd.minTestScenarios,
  minimum: 0,
  maximum: 50,
  stricter: 'higher',
  about: 'how many test scenarios a task needs',
})
const CITATIONS = toggle('ledger.require_citations', {
  initial: initial.edd.requireCitations,
  stricter: true,
  about: 'whether a decision without a verified citation counts against synthesis',
})

export const LEDGER: Section<Policy['ledger']> = {
  settings: [
    ...[
      RECORD,
      RECOVERY,
      GROUNDING,
      INTEGRITY,
      EFFECT,
      PRECOMPACT_SETTING,
      RED_ACTION,
      PROFILE,
      THRESHOLD,
      ASSUMPTION_CAP,
    ],
    ...[YELLOW, ORANGE, RED, WINDOW_YELLOW, WINDOW_ORANGE, WINDOW_RED, WINDOW_TOKENS, TIERED, LEVEL_1, LEVEL_2],
    ALL_PROJECTS,
    ...[RETENTION, ARCHIVE, COMPRESSION, EDD, SCENARIOS, CITATIONS],
  ],
  section: (pick) => ({
    record: pick(RECORD),
    recovery: pick(RECOVERY),
    grounding: pick(GROUNDING),
    integrity: pick(INTEGRITY),
    effect: pick(EFFECT),
    precompact: pick(PRECOMPACT_SETTING),
    redAction: pick(RED_ACTION),
    profile: pick(PROFILE),
    threshold: pick(THRESHOLD),
    assumptionCap: pick(ASSUMPTION_CAP),
    attention: {
      yellow: pick(YELLOW),
      orange: pick(ORANGE),
      red: pick(RED),
      windowYellow: pick(WINDOW_YELLOW),
      windowOrange: pick(WINDOW_ORANGE),
      windowRed: pick(WINDOW_RED),
      windowTokens: pick(WINDOW_TOKENS),
    },
    tieredRecovery: pick(TIERED),
    level1Tokens: pick(LEVEL_1),
    level2Tokens: pick(LEVEL_2),
    allProjects: pick(ALL_PROJECTS),
    retentionDays: pick(RETENTION),
    archiveDays: pick(ARCHIVE),
    compressionLevel: pick(COMPRESSION),
    edd: { enabled: pick(EDD), minTestScenarios: pick(SCENARIOS), requireCitations: pick(CITATIONS) },
  }),
}
