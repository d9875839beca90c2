/** What the MCP server says for all of its tools. */
export const MCP_TEXTS = {
  unknownTool: (name: string) => `unknown tool \`${name}\``,
  dialogTitle: 'Your decision',
  notSetUp: "Fairlead isn't set up in this folder; pass your project's folder as working_dir",
  workingDir: 'absolute path of the folder you work in',
} as const

/** What an agent reads of the tools with which it states objective, plan and lessons. */
export const CLAIM_TOOL_TEXTS = {
  objective: {
    about: 'State what the work is for; without text, read it.',
    text: 'in one sentence',
  },
  plan: {
    about:
      'State the steps of the work, or how far one of them is; without arguments, read them. What is claimed is compared with what was observed before the work counts as done.',
    steps: 'every step in order; a step that was there keeps its status',
    step: 'the number of the step that status and proof are about, from 1',
    proof: 'what shows that it is done, such as a passing test',
    incomplete: 'pass `step` from 1 with `status` or `proof`, or all `steps`',
  },
  memory: {
    about: 'Keep a short lesson for later sessions; without arguments, read them.',
    trigger: 'when it matters',
    lesson: 'what to do then; without it the lesson is dropped',
  },
} as const

/** What an agent reads of the ledger's MCP tools: what each is for, its arguments, and what is wrong with a call. */
export const LEDGER_TOOL_TEXTS = {
  status: 'Where the work stands according to the record: task, reasoning state, last decisions, what is open.',
  decide: {
    about:
      'Record a decision so that it outlives this context. Cite word for word what it rests on: each citation is opened and compared. Without evidence set assumption=true.',
    title: 'what it is about, in a few words; the same words name the same question later',
    decision: 'what is decided',
    rationale: 'why',
    evidence: `word-for-word quotes with absolute or \${PROJECT_ROOT}/ paths and line numbers`,
    assumption: 'true if nothing in the code proves it',
    supersedes: 'id of the earlier decision that this one replaces',
    incomplete: 'pass `title` and `decision`',
  },
  pivot: {
    about: 'After a search with more than 50 results: record why it was too broad, before you refine it.',
    reason: 'why there were so many results',
    failure: 'what you expected, and why that was wrong',
    refined: 'what you expect now',
    incomplete: 'pass `reason`, `result_count`, `hypothesis_failure` and `refined_hypothesis`',
  },
  handoff: {
    about:
      'Save everything and hand over: writes the handoff, lists what is still unmet, and returns a packet from which another agent can continue.',
    reason: 'why, or to whom',
  },
  recall: {
    about:
      'Find the few places in records, code and documents that answer a question. Returns one JSON object a line: path, span, score, snippet.',
    query: 'what you are looking for, in your own words',
    scope: 'all (default), ledger, code or docs',
    topk: (most: number, usual: number) => `how many places, up to ${most} (default ${usual})`,
    empty: '`query` is empty; say what you are looking for',
  },
  section: {
    about:
      'Read the complete function or class around a line, or with a name, instead of guessing line ranges. `complete: false` means that no parser knows the file.',
    path: `\`\${PROJECT_ROOT}/…\`, or an absolute path in the project`,
    line: 'a line inside it',
    name: 'its name, instead of a line',
    incomplete: 'pass `line` or `name`',
    badPath: (path: string, problem: string) =>
      `\`${path}\` isn't a path in this project (${problem}); write \`\${PROJECT_ROOT}/…\``,
    notFound: (path: string, problem: string) => `\`${path}\`: ${problem}; check path, line and name`,
  },
  ghost: {
    about:
      'Check that a feature which documents mention is really absent from the code: two queries in different words, after a control query. Until it answers `verified`, call it [UNVERIFIED GHOST].',
    feature: 'its name',
    query1: 'how the code might call it',
    query2: 'the same in quite different words',
    control: 'something that is certainly there (default: chosen)',
    incomplete: 'pass `feature`, `query1` and `query2`',
  },
  checkpoint: {
    about:
      'Say where the work stands, before you turn to something else or after something went wrong: the objective, what is done, what comes next. One sentence each.',
    objective: 'what the work is for',
    done: 'what is done, and how you know',
    next: 'the next step, and how you will know that it worked',
    noted: 'noted; continue with the next step',
    missing: (fields: readonly string[]) =>
      `missing: \`${fields.join('`, `')}\`; call again with one sentence for each`,
  },
} as const

/** What an agent reads of the tools for tasks. */
export const TASK_TOOL_TEXTS = {
  read: {
    about: 'List the tasks that can be worked on; with an id, read one with its decisions, next steps and blockers.',
    id: 'of a task',
  },
  write: {
    about: 'Make a task (title), or say what became of one (id): status, next steps, blockers, questions.',
    id: 'of the task to change; without it a new one is made',
    title: 'what is to be done',
    status: 'open, in_progress, blocked or closed',
    focus: 'this is the task you work on now',
    incomplete: 'pass `title` for a new task, or the `id` of one',
  },
  withdraw: {
    about:
      'Take back a decision that you recorded, or a feature that you said is missing, and no longer stand for. It stays in the log and counts no longer.',
    id: 'as `ledger_decide` or `ledger_status` gave it; of a feature its name',
  },
} as const
