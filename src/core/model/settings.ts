import { LOCKED_TOOLS, STRICTNESSES } from './anchor.ts'
import { type AGENT_ROLES, PROFILES, PROVIDERS, SIGNALS } from './plane.ts'
import { amount, choice, ladder, names, type Setting, some, toggle } from './setting.ts'

/** What a finding leads to: a row in the audit, a word to the agent, or a hold. From the loosest to the strictest. */
export const ENFORCEMENTS = ['observe', 'steer', 'gate'] as const
/** What drift of the installed files leads to. */
export const INTEGRITIES = ['disabled', 'warn', 'strict'] as const
const MCP_TOOLS = ['off', 'approvals-only', 'all'] as const
type McpTools = (typeof MCP_TOOLS)[number]

/** Claude Code gives a hook ten minutes. */
const MAX_PARK_SECONDS = 540
const TOKENS = [500, 10_000_000] as const
const PERCENT = [1, 100] as const
const DAYS = [1, 36_500] as const
const LOWER = { stricter: 'lower' } as const
const HIGHER = { stricter: 'higher' } as const
const WHO_AND_ROLE = /^(?:\*|[\w:.-]{1,128})=[A-Za-z0-9_][A-Za-z0-9_-]{0,127}$/
const ROLE_AND_TOOL = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,127}=(?:edit|shell|mcp)$/

/** Never a repository's to say: an address from one would be a leak. */
const PERSONS = { firm: true } as const

const agentType: Setting<string> = {
  takes: { kind: 'agent-type' },
  initial: 'none',
  // Who is trusted is the operator's to say: no repository names a director.
  firm: true,
  about: 'the subagent type that may release holds of its workers, or `none`',
}

const agentTypes: Setting<readonly string[]> = {
  takes: { kind: 'agent-types' },
  initial: [],
  stricter: 'more',
  about: 'subagent types that are held for method errors: wrong tool, build before plan, skipped verification',
}

const words = (about: string): Setting<string> => ({ takes: { kind: 'text' }, initial: '', about })

const address: Setting<string> = {
  takes: { kind: 'address' },
  initial: '',
  about: 'OTLP collector that decisions are sent to as spans, without text of commands or files; empty sends nothing',
}

/** One setting for each runtime, by its name. */
function offeredTools(initial: Readonly<Record<string, McpTools>>): Readonly<Record<string, Setting<McpTools>>> {
  const about = (runtime: string) => `which of Fairlead's tools ${runtime} is offered`
  return Object.fromEntries(
    Object.entries(initial).map(([runtime, tools]) => [runtime, choice(MCP_TOOLS, tools, about(runtime))]),
  )
}

/** Every setting there is, in the shape of the policy and in the order in which they are shown. */
export const SETTINGS_TABLE = {
  edge: {
    level: ladder(ENFORCEMENTS, 'gate', 'what happens on a risky call: only recorded, a hint to the agent, or held'),
    surface: choice(
      ['native', 'junction'],
      'native',
      "where a hold is shown: in the client's own prompt, where that waits for a person and nothing else can answer it, or always in Fairlead's message",
    ),
    modes: choice(
      ['inferred', 'pinned'],
      'inferred',
      'whether the operator mode follows the work until a person pins it, or only a person changes it',
    ),
    warn: ladder(['off', 'once', 'always'], 'once', "how often an agent is told that an edit doesn't fit the mode"),
    parkSeconds: amount(
      180,
      [0, MAX_PARK_SECONDS],
      'seconds that a held call waits while somebody who could decide elsewhere is there; 0 refuses at once',
    ),
    keep: ladder(
      ['all', 'unattended', 'off'],
      'unattended',
      'which holds outlive their session: all that can be shown whole, those of sessions without a terminal, or none',
    ),
    keepHours: amount(24, [1, 168], 'hours after which a kept hold that nobody decided about expires', LOWER),
    spendHours: amount(8, [1, 72], 'hours after which an approval of a kept hold that was not used expires', LOWER),
    holdMinutes: amount(
      0,
      [0, 1_440],
      'minutes after which a hold that nobody decided about expires; 0 keeps it as long as its session',
    ),
    ownWork: ladder(
      ['routine', 'hold'],
      'routine',
      'whether deleting what the session itself made (a branch, a container, a database) and reverting its own edits passes, or is held like any other',
    ),
    passphraseFor: some(
      ['catastrophic-override', 'irreversible', 'dismiss', 'pause', 'promote'],
      [],
      'decisions that also need the passphrase, typed in the terminal',
      { stricter: 'more' },
    ),
  },
  git: {
    pushScope: ladder(
      ['shared-branches', 'all'],
      'all',
      'which pushes are held: all, or only those that do not name a remote and branches of your own (`git push origin fix/x`)',
    ),
  },
  filesystem: {
    rmRf: ladder(
      ['default', 'block-all'],
      'default',
      'whether a recursive forced delete is judged by what it deletes or always blocked',
      { firm: true },
    ),
    lockfiles: ladder(
      ['default', 'protect'],
      'default',
      "whether deleting or overwriting a package manager's lockfile is held",
    ),
  },
  plane: {
    // PLANE-R10b: there is no `gate` for routine work.
    routine: ladder(
      ['observe', 'steer'],
      'observe',
      'what a change of routine work leads to: only recorded, or also a hint',
    ),
    steerOn: some(
      SIGNALS,
      ['failure-loop', 'first-protected'],
      'signals that may give the agent a hint, at most one per window',
      { stricter: 'more' },
    ),
    signals: some(SIGNALS, SIGNALS, 'signals that may mark a change of work', { stricter: 'more' }),
    persistCalls: amount(4, [1, 50], 'actions for which a new kind of work must last to count as a change of work'),
    floorCalls: amount(5, [1, 500], 'least number of actions between two changes of work'),
    floorMs: amount(2, [0, 3_600], 'least number of seconds between two changes of work', {
      key: 'floor_seconds',
      times: 1_000,
    }),
    returnCalls: amount(
      24,
      [1, 500],
      'least number of actions before the work may return to the kind it just left, or change within one kind',
    ),
    windowCalls: amount(120, [10, 10_000], 'actions after which a window ends by itself'),
    windowMs: amount(60, [1, 1_440], 'minutes after which a window ends by itself', {
      key: 'window_minutes',
      times: 60_000,
    }),
    providers: some(PROVIDERS, PROVIDERS, 'what counts as evidence of a reassessment; changes no hint and no hold', {
      key: 'checkpoints',
    }),
    checkpointTool: words('name of a tool whose use is a checkpoint of your own'),
    checkpointCommand: words('first words of a command that is a checkpoint of your own'),
    methodRules: ladder(
      ENFORCEMENTS,
      'observe',
      'what method errors of workers lead to: wrong tool, build before plan, skipped verification',
    ),
    baselines: choice(
      ['static', 'learned'],
      'static',
      'whether a window is measured against fixed figures or against those learned in this repository',
    ),
  },
  backup: {
    before: ladder(
      ['nothing', 'approved-discard', 'protected'],
      'approved-discard',
      'calls before which the working tree is backed up automatically',
    ),
    capMb: amount(100, [1, 10_000], 'largest size of one backup, in megabytes'),
    keepDays: amount(7, [1, 365], 'days after which a backup is deleted'),
    onFailure: ladder(
      ['allow', 'block'],
      'allow',
      'whether a call whose files could not be backed up runs with a notice, or is refused',
    ),
  },
  ledger: {
    record: toggle(true, 'whether decisions and handoffs are recorded', { stricter: 'on' }),
    recovery: toggle(true, 'whether a new session is told where the last one stopped'),
    grounding: ladder(
      ['disabled', 'warn', 'strict'],
      'strict',
      'what happens at a checkpoint with too few verified citations: nothing, a warning, or it is refused',
    ),
    integrity: ladder(
      INTEGRITIES,
      'strict',
      'what happens when installed protocol files were changed: nothing, a warning, or framework operations stop',
    ),
    effect: ladder(ENFORCEMENTS, 'steer', 'what a missing synthesis leads to'),
    precompact: ladder(
      ['permit', 'gate'],
      'permit',
      "whether a person's own compaction is refused while work is not yet recorded",
    ),
    redAction: ladder(['advisory', 'steer', 'gate'], 'advisory', 'what a nearly full context leads to'),
    profile: ladder(
      ['standard', 'full'],
      'standard',
      'what is checked before a clear: citations and ghost features, or every item of the checklist',
    ),
    threshold: amount(0.95, [0, 1], 'share of claims that need a verified citation', { ...HIGHER, fraction: true }),
    assumptionCap: amount(0.2, [0, 1], 'share of claims that may be marked as assumptions', {
      ...LOWER,
      fraction: true,
    }),
    attention: {
      yellow: amount(5_000, TOKENS, 'model tokens after which the record is synthesised automatically', {
        ...LOWER,
        key: 'attention_yellow',
      }),
      orange: amount(10_000, TOKENS, 'model tokens without synthesis after which a clear is suggested', {
        ...LOWER,
        key: 'attention_orange',
      }),
      red: amount(15_000, TOKENS, 'model tokens without synthesis after which `ledger.red_action` applies', {
        ...LOWER,
        key: 'attention_red',
      }),
      windowYellow: amount(
        60,
        PERCENT,
        'per cent of the context at which the record is synthesised automatically',
        LOWER,
      ),
      windowOrange: amount(75, PERCENT, 'per cent of the context at which a clear is suggested', LOWER),
      windowRed: amount(90, PERCENT, 'per cent of the context at which `ledger.red_action` applies', LOWER),
      windowTokens: amount(200_000, TOKENS, "model tokens the context holds where the client doesn't say", LOWER),
    },
    tieredRecovery: toggle(true, 'whether a new session is told little at first and more on request', {
      stricter: 'on',
    }),
    level1Tokens: amount(100, [20, 150], 'about how many model tokens a new session is told', LOWER),
    level2Tokens: amount(500, [50, 5_000], 'most model tokens a search of the ledgers gives', LOWER),
    allProjects: toggle(
      false,
      'whether `fairlead ledger recall --all-projects` may search the ledgers of your other projects',
      { stricter: 'off', firm: true },
    ),
    retentionDays: amount(30, DAYS, 'days after which a trajectory is compressed into the archive', HIGHER),
    archiveDays: amount(365, DAYS, 'days after which an archived trajectory is deleted', HIGHER),
    compressionLevel: amount(6, [1, 9], 'how hard an archived trajectory is compressed', HIGHER),
    edd: {
      enabled: toggle(true, 'whether a task needs documented test scenarios', { stricter: 'on', key: 'edd' }),
      minTestScenarios: amount(3, [0, 50], 'test scenarios a task needs', HIGHER),
      requireCitations: toggle(true, 'whether a decision without a verified citation counts against synthesis', {
        stricter: 'on',
      }),
    },
  },
  anchor: {
    required: toggle(false, 'whether an agent must bind to a role before it may write', { stricter: 'on' }),
    tools: some(LOCKED_TOOLS, LOCKED_TOOLS, 'tools that stay locked until then; reads never are', { stricter: 'more' }),
    exempt: names("agent types that don't need to bind to a role; `main` is the main agent", {
      example: 'explorer',
      stricter: 'fewer',
    }),
    express: names(
      'agents that are bound as they start, as `agent type=role`; `main` is the main agent, `*` any subagent',
      { example: 'main=implementer', pattern: WHO_AND_ROLE },
    ),
    roles: names(
      'roles an agent may bind to, as `agent type=role`; `main` is the main agent, `*` any other subagent; an agent that is not named may bind to any role',
      { example: 'explorer=reviewer', pattern: WHO_AND_ROLE },
    ),
    opens: names('which locked tools a role opens, as `role=tool`; a role that is not named opens all of them', {
      example: 'tester=shell',
      pattern: ROLE_AND_TOOL,
    }),
    strictness: ladder(STRICTNESSES, 'quick', 'least proof needed to bind to a role: one, two or three trade-offs'),
    grants: names('roles whose own trust counts even where the agent has less', { example: 'lead' }),
    sweepHours: amount(24, [1, 720], 'hours after which an unfinished handshake is given up'),
    keepDays: amount(
      30,
      [1, 3_650],
      'days after which the folder of a binding is removed, once its session ended or it was revoked',
    ),
  },
  roles: {
    main: ladder(
      ['director', 'worker'] satisfies readonly (typeof AGENT_ROLES)[number][],
      'worker',
      'how far the main agent is trusted; a director gets a hint instead of a hold where a backup covers the whole target',
      { firm: true },
    ),
    director: agentType,
    directorSeconds: amount(
      300,
      [1, 86_400],
      "seconds that a worker's hold waits for the director before a person has to decide",
      LOWER,
    ),
    gateMethodFor: agentTypes,
    workerProfile: choice(PROFILES, 'lean', 'whether workers get the message alone or with its evidence'),
    directorProfile: choice(PROFILES, 'complex', 'the same for the director'),
  },
  mcp: offeredTools({ 'claude-code': 'off', codex: 'approvals-only' }),
  telemetry: { otlpEndpoint: address },
  notify: {
    channels: some(
      ['desktop', 'bell', 'webhook'],
      ['desktop', 'bell'],
      "where you are told of a hold: a desktop notice, the bell in Fairlead's own terminals, an address of yours",
      PERSONS,
    ),
    when: choice(
      ['unattended', 'all'],
      'unattended',
      'of which holds you are told: those of sessions without a terminal, or all that nobody decided within 5 seconds',
      PERSONS,
    ),
    webhook: { ...address, about: 'address that notices are posted to, signed; empty sends nothing', ...PERSONS },
    format: choice(
      ['standard', 'ntfy'],
      'standard',
      'how a posted notice is written: Standard Webhooks, or ntfy',
      PERSONS,
    ),
    text: choice(
      ['number', 'reason', 'command'],
      'reason',
      'what a notice says of the call: its number alone, also why it is held, or also the command',
      PERSONS,
    ),
  },
}
