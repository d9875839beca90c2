/** First words of every document of ours, by which a second `init` knows them again. */
export const DOCUMENT_MARK = '<!-- fairlead: installed by `fairlead init --ledger`;'

const NOTE = (name: string): string =>
  `${DOCUMENT_MARK} do not edit it here -->\n\nIf \`.claude/overrides/protocols/${name}.md\` exists, read and follow that file instead of this one.`

function document(name: string, title: string, body: string): { readonly name: string; readonly text: string } {
  return { name, text: `# ${title}\n\n${NOTE(name)}\n\n${body.trim()}\n` }
}

const ROOT = `\${PROJECT_ROOT}`

/** LEDGER-111: the five documents, in our own words. What can be checked by a machine is; the text says how to see it. */
export const PROTOCOL_DOCUMENTS = [
  document(
    'session-continuity',
    'Session continuity',
    `
The context may be cleared at any time. What has to outlive it is kept in ledgers:
tasks with their decisions in \`.beads/\`, the working memory in \`loa-grimoire/NOTES.md\`, the record of what happened in
\`loa-grimoire/a2a/trajectory/\`. Where two of them disagree the earlier one wins: code, beads, NOTES.md, trajectory, plans, old
documents, and last the context itself.

## After a clear, or at the start of a session

1. \`~/.fairlead/bin/fairlead ledger bead ready\`, then \`~/.fairlead/bin/fairlead ledger bead show <id>\` for the task at hand. Read the task before you reason about it.
2. Level 1, about a hundred tokens: Active Context and the last three decisions. Fairlead adds them to the new session.
3. Level 2, when older decisions matter: \`~/.fairlead/bin/fairlead ledger recall "<question>" --scope ledger\`, three places.
4. Level 3, all of NOTES.md, only when the person asks for it.
5. Check that the identifiers you rely on exist; don't load what they name. Continue from Reasoning State.

## While working

Write a finding to NOTES.md and a decision to its task as soon as it is made. Before a decision, check whether there already is one. When
context and task disagree: stop, read the task, find out which side is wrong, and record that as a decision.

A line that cannot be read is skipped and counted; a missing file is brought back from facts, from git, or from a template
(\`~/.fairlead/bin/fairlead ledger heal\`). Neither stops your work.

See also: synthesis-checkpoint, jit-retrieval, attention-budget, grounding-enforcement.
`,
  ),
  document(
    'synthesis-checkpoint',
    'Synthesis checkpoint',
    `
Write everything down before you clear. No runtime announces \`/clear\`, so Fairlead writes all the time, and
\`.claude/scripts/synthesis-checkpoint.sh\` (or \`~/.fairlead/bin/fairlead ledger clear\`) tells whether a clear would lose something: it exits with 0 when
you may clear, and with 1 and a reason when not.

1. **Grounding.** At least 0.95 of the claims have quotes that were opened and compared. Otherwise add evidence, or mark the claim
   [ASSUMPTION]; assumptions may be a fifth of all claims and are listed in NOTES.md.
2. **Ghosts.** Every feature called absent was searched for: \`~/.fairlead/bin/fairlead ledger ghost\`. What was not verified is an [UNVERIFIED GHOST].
3. The Decision Log has what was decided, why, on what evidence, and three test scenarios. Evidence shows whole functions:
   \`~/.fairlead/bin/fairlead ledger section\`.
4. The bead has its decisions, next steps and blockers.
5. The handoff is in the trajectory, with references into NOTES.md.
6. Raw output has become \`${ROOT}/path:line\` and one line of summary.
7. Three test scenarios are written down for the task.

In the profile \`standard\` steps 1 and 2 refuse and the others report; in \`full\` each of them refuses.
`,
  ),
  document(
    'jit-retrieval',
    'Retrieval on demand',
    `
Keep places, not content. An identifier such as \`${ROOT}/src/auth/jwt.ts:45-67\` costs about fifteen tokens, the block it names about
five hundred; fetch the block when a thought needs it.

| you want | command |
|---|---|
| a few places for a question | \`~/.fairlead/bin/fairlead ledger recall "<question>"\`, tool \`ledger_recall\` |
| the whole function or class | \`~/.fairlead/bin/fairlead ledger section <file>:<line>\` or \`--name <name>\`, tool \`ledger_section\` |
| proof that something is absent | \`~/.fairlead/bin/fairlead ledger ghost\`, tool \`ledger_ghost\` |

Where ck is installed in the version that \`.loa-version.json\` asks for, it answers; otherwise the embedded search does, and says so:
it knows spelling and listed synonyms, not meaning. A section marked \`complete: false\` is a stretch of lines, because no parser
knows the file.

Paths begin with \`${ROOT}/\`. Relative paths don't count. A search with more than fifty results was too broad: log a pivot that says
why before you narrow it.
`,
  ),
  document(
    'attention-budget',
    'Attention budget',
    `
Counted are the tokens since the last synthesis, as the runtime reports them; the shares are of the whole window.

| zone | tokens | whole window | what happens |
|---|---|---|---|
| green | below 5,000 | below 60 % | nothing |
| yellow | 5,000 to 10,000 | 60 % | what is new is written to the ledgers, nothing is cleared |
| orange | 10,000 to 15,000 | 75 % | a full synthesis; the person is told that the context is filling |
| red | above 15,000 | 90 % | the person is advised to clear |

All of it is advice, unless a person sets \`red_action\` to \`gate\`; then new changes wait until the synthesis is written, while reading, ledger
writes and stopping never do. The thresholds stand in \`.loa.config.yaml\` under \`attention_budget\`.
`,
  ),
  document(
    'grounding-enforcement',
    'Grounding enforcement',
    `
A claim is grounded when a machine opened the file and found the quote there. A citation has three parts, all of them needed:

    \`export function validateToken()\` [${ROOT}/src/auth/jwt.ts:45]

1. the quote, word for word, in backticks (more backticks around a quote that holds some);
2. the path, beginning with \`${ROOT}/\`;
3. the line on which the quote begins.

White space and line ends may differ, nothing else. \`~/.fairlead/bin/fairlead ledger verify\` checks each citation: verified, moved (it was there
once and is elsewhere now), wrong line, changed, gone, or never there.

\`.claude/scripts/grounding-check.sh [agent] [threshold]\` prints total_claims, grounded_claims, assumptions, grounding_ratio and status, and exits
with 0, with 1 below the threshold, with 2 for an invalid threshold. The ratio is verified ÷ all claims. No claims means no data: that passes,
and proves nothing.

\`grounding_enforcement\` in \`.loa.config.yaml\` is \`strict\`, \`warn\` or \`disabled\`.
`,
  ),
] as const
