import { DOCUMENT_MARK, PROTOCOL_DOCUMENTS } from './protocol-documents.ts'

/** LEDGER-109, LEDGER-124: the command with its steps at the start, all along and at the end. */
export const RIDE_COMMAND = `---
description: Work on the next task with ledgers that outlive the context
session_aware:
  on_start:
    - ~/.fairlead/bin/fairlead ledger integrity
    - bd ready
    - bd show <active_id>
    - tiered_recovery: 1
  during:
    - continuous_synthesis: true
    - delta_sync_at: 5000
  on_complete:
    - synthesis_checkpoint: true
    - trajectory_handoff: true
---

${DOCUMENT_MARK} your own version belongs in .claude/overrides/commands/ride.md -->

# /ride $ARGUMENTS

## Start

1. Run \`~/.fairlead/bin/fairlead ledger bead ready\` and \`~/.fairlead/bin/fairlead ledger bead show <id>\` for the task; if \`bd\` keeps the tasks, it is used underneath.
2. Read Session Continuity as the session start showed it: Active Context and the last three decisions, nothing more.
3. Run \`~/.fairlead/bin/fairlead ledger integrity\`. If the System Zone has changed, say so and continue with ordinary work only.
4. Load no files up front. Fetch what you need, when you need it: \`~/.fairlead/bin/fairlead ledger recall\`, \`~/.fairlead/bin/fairlead ledger section\`.

## While you work

- Record a decision as soon as it is made: \`~/.fairlead/bin/fairlead ledger decide '<title>' '<decision>' --cite '<citation>'\`. The quote is opened and compared; \`~/.fairlead/bin/fairlead ledger verify --text '<citation>'\` checks one before.
- Work without a task gets one: \`~/.fairlead/bin/fairlead ledger bead new "<title>"\`, then \`~/.fairlead/bin/fairlead ledger focus --bead <id>\`.
- After 5,000 tokens what is new is written to the ledgers. At three quarters of the context recommend \`/clear\` to the person.

## At the end

1. \`.claude/scripts/synthesis-checkpoint.sh\`; fix what it names.
2. Next steps and blockers into the bead, the handoff into the trajectory, three test scenarios for the task.
`

/** LEDGER-110: what every skill is told to follow. */
export const SKILL_PROTOCOLS: readonly string[] = ['protocols:', ...PROTOCOL_DOCUMENTS.map(({ name }) => `  - ${name}`)]

/** LEDGER-115: the whole published configuration with its published values. */
export const LOA_CONFIG = `# Settings of the ledger protocol. What is missing or cannot be read has these values.
grounding_enforcement: strict # strict | warn | disabled

attention_budget:
  yellow: 5000
  orange: 10000
  red: 15000

session_continuity:
  tiered_recovery: true
  level1_tokens: 100
  level2_tokens: 500

trajectory:
  retention_days: 30
  archive_days: 365
  compression_level: 6

edd:
  enabled: true
  min_test_scenarios: 3
  require_citations: true
`

/** LEDGER-133: one block in a file that is the user's. */
export const CLAUDE_MD_LINES: readonly string[] = [
  '## Ledgers',
  '',
  'Clear, do not compact: tasks and rulings are in beads, the working memory in `loa-grimoire/NOTES.md`. Follow the documents in',
  '`.claude/protocols/` (yours in `.claude/overrides/protocols/` come first). Cite as `quote` [${' +
    'PROJECT_ROOT}/path:line].',
]

/** LEDGER-133: what is added to a `structured-memory.md` that is already there. */
export const STRUCTURED_MEMORY_LINES: readonly string[] = [
  '## Session Continuity',
  '',
  'NOTES.md begins with `## Session Continuity`: Active Context, Lightweight Identifiers, Decision Log, Pending Questions. It is read',
  'first after a clear; see `session-continuity.md`.',
]
