import { type Help, JSON_LINES, JSON_OUTPUT, NO_QUESTIONS } from './help.ts'

const CLAIMS = {
  objective: {
    about: 'state what the work is for, or show it',
    '[text...]': 'in quotes',
    examples: ['fairlead objective', 'fairlead objective "fix the parser"'],
  },
  plan: {
    about:
      'state the steps of the work and how far each is, or show them; `edge done` compares them with what was observed',
    '[steps...]': 'every step in order, each in quotes; a step that was there keeps its status',
    '--step <number>': 'the step that --status and --proof are about',
    '--status <status>': 'pending, in_progress, completed or blocked',
    '--proof <text>': 'what shows that it is done, such as a passing test',
    examples: [
      'fairlead plan "read the parser" "fix it" "run the tests"',
      'fairlead plan --step 1 --status completed --proof "npm test passes"',
      'fairlead plan',
    ],
  },
  memory: {
    about: 'keep a lesson for later sessions, or list them',
    '[trigger]': 'when it matters',
    '[lesson]': 'what to do then',
    '--forget': 'drop the lesson with this trigger',
    examples: [
      'fairlead memory "before a release" "run the slow tests"',
      'fairlead memory "before a release" --forget',
      'fairlead memory',
    ],
  },
} as const satisfies Record<string, Help>

const RECORD = {
  ledger: {
    about: 'the record of the work: decisions, quotes, tasks and search',
    examples: ['fairlead ledger status', 'fairlead ledger ground', 'fairlead ledger recall "token expiry decision"'],
  },
  'ledger status': {
    about: 'show where the work stands, and whether the files hold all of it',
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger status', 'fairlead ledger status --json'],
  },
  'ledger rebuild': {
    about: 'rebuild the record from its files alone and compare it with the audit log',
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger rebuild'],
  },
  'ledger tend': { about: 'archive old history now', examples: ['fairlead ledger tend'] },
  'ledger clear': {
    about: 'check and save the record before a /clear; exits with 1 if your policy refuses the clear',
    examples: ['fairlead ledger clear'],
  },
  'ledger handoff': {
    about: 'write a handoff for the next session',
    '--to <agent>': 'who takes over',
    '--json': 'print what the other agent starts from',
    examples: ['fairlead ledger handoff', 'fairlead ledger handoff --to codex --json'],
  },
  'ledger decide': {
    about: 'record a decision; every quote is compared with its file',
    '<title>': 'what it is about',
    '<decision>': 'what is decided',
    '--why <text>': 'the reason',
    '--cite <citation>': `\`quote\` [\${PROJECT_ROOT}/path:line]; repeat as needed`,
    '--assumption': 'nothing in the code proves it',
    '--supersedes <id>': 'the decision that this one replaces',
    '--scenario <text>': 'a test: type: name -> expected',
    '--next <text>': 'a next step',
    '--blocker <text>': 'what is in the way',
    '--question <text>': 'what is still open',
    examples: ["fairlead ledger decide 'Storage' 'use redis' --assumption"],
  },
  'ledger withdraw': {
    about: 'take back a decision, or a feature that was said to be missing; it stays in the log and counts no longer',
    '<id>': 'a decision from `fairlead ledger show`, or the feature as `fairlead ledger status` names it',
    examples: ['fairlead ledger withdraw d-1f0c9a2e-ruling'],
  },
  'ledger pivot': {
    about: 'note why a search found too much, before you refine it',
    '--reason <text>': 'why there were so many results',
    '--results <number>': 'how many there were',
    '--failed <text>': 'what you expected, and why that was wrong',
    '--refined <text>': 'what you expect now',
    examples: ["fairlead ledger pivot --reason 'too broad' --results 127 --failed 'a' --refined 'b'"],
  },
  'ledger focus': {
    about: 'note the current task and where the work stands',
    '[state]': 'where the work stands',
    '--bead <id>': 'the task',
    '--title <text>': 'its title',
    examples: ["fairlead ledger focus 'waiting for review' --bead bd-7"],
  },
  'ledger log': {
    about: 'list the versions of the record, newest last',
    '-n, --lines <number>': 'how many',
    '--json': JSON_LINES,
    examples: ['fairlead ledger log', 'fairlead ledger log -n 100 --json'],
  },
  'ledger show': {
    about: 'show the record, now or as it was at a line of the log',
    '[line]': 'a number from `fairlead ledger log` (default: now)',
    '--full': 'show all of NOTES.md',
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger show', 'fairlead ledger show 12', 'fairlead ledger show --full'],
  },
  'ledger ref': {
    about: 'show whether a place in NOTES.md is the same, moved, changed or gone',
    '[ref]': 'from a line of the log (default: all of the last handoff)',
    '--json': JSON_LINES,
    examples: ['fairlead ledger ref', 'fairlead ledger ref --json'],
  },
  'ledger rollback': {
    about: 'go back to an earlier version; later ones stay in the log',
    '<line>': 'a number from `fairlead ledger log`',
    examples: ['fairlead ledger rollback 12'],
  },
  'ledger ground': {
    about: 'compare every quote of the open decisions with its file, and show the share confirmed',
    '[agent]': "whose history of today (default: every agent's, since a handoff last settled it)",
    '[threshold]': 'the share needed, from 0 to 1 (default: `ledger.threshold`)',
    '[date]': 'a day as file names have it (default: today)',
    '--shim': 'print what `.claude/scripts/grounding-check.sh` asks for',
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger ground', 'fairlead ledger ground reviewing-code 0.9'],
  },
  'ledger verify': {
    about: 'compare every quote in a file with its source',
    '[file]': 'a file of this project (default: NOTES.md)',
    '--text <text>': 'a text with quotes, instead of a file',
    '--json': JSON_LINES,
    examples: [
      'fairlead ledger verify',
      `fairlead ledger verify --text '\`const a = 1\` [\${PROJECT_ROOT}/src/a.ts:1]'`,
    ],
  },
  'ledger recall': {
    about: 'search the record, the code and the documents',
    '<query>': 'in your own words',
    '--mode <mode>': 'hybrid, sem or lex',
    '--scope <scope>': 'all, ledger, code or docs',
    '--topk <number>': 'how many places',
    '--threshold <score>': 'leave out lower scores',
    '--all-projects': 'also search the other projects set up on this machine',
    '--jsonl': 'print JSON, one object a line, as ck does',
    examples: [
      'fairlead ledger recall "token expiry decision"',
      'fairlead ledger recall "parse config" --scope code --jsonl',
    ],
  },
  'ledger section': {
    about: 'print the whole function or class at a line, or with a name',
    '<place>': '`<file>:<line>`, or a file with `--name`',
    '--name <name>': 'of the function or class',
    '--json': JSON_LINES,
    examples: ['fairlead ledger section src/auth.ts:45', 'fairlead ledger section src/auth.ts --name validateToken'],
  },
  'ledger ghost': {
    about: 'check that a feature really is missing from the code',
    '<feature>': 'its name',
    '-q, --query <text>': 'a search for it; give two, in different words',
    '--control <text>': 'a search that must find something (default: chosen for you)',
    '--agent <name>': 'in whose history it is noted',
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger ghost "rate limiting" -q "rate limit requests" -q "throttle clients quota"'],
  },
  'ledger heal': {
    about: 'restore missing or damaged files of the record, from git or a template',
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger heal'],
  },
  'ledger integrity': {
    about: "check that the record's installed files are unchanged",
    '--repair': 'restore changed ones from git, where HEAD has them',
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger integrity', 'fairlead ledger integrity --repair'],
  },
  'ledger bead': {
    about: 'tasks, and what was decided about them',
    examples: ['fairlead ledger bead ready', 'fairlead ledger bead show bd-x7y8'],
  },
  'ledger bead ready': {
    about: 'list tasks that can be worked on',
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger bead ready'],
  },
  'ledger bead show': {
    about: 'show one task with its decisions, next steps and blockers',
    '<id>': 'as `ready` lists it',
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger bead show bd-x7y8'],
  },
  'ledger bead new': {
    about: 'add a task',
    '<title>': 'in a few words',
    '--type <type>': 'task, bug, feature, epic, chore, decision or a word of your own',
    '--priority <number>': '0 (highest) to 4',
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger bead new "rotate refresh tokens" --type feature'],
  },
  'ledger bead update': {
    about: 'add a decision to a task, or change its state',
    '<id>': 'as `ready` lists it',
    '--status <status>': 'open, in_progress, blocked or closed',
    '--decision <text>': 'what was decided',
    '--rationale <text>': 'the reason',
    '--evidence <citations>': 'quotes with their places; each is compared first',
    '--next <text>': 'a next step; repeat for more; replaces the list',
    '--blocker <text>': 'what is in the way; likewise',
    '--question <text>': 'what is still open; likewise',
    '--note <text>': 'one line for people',
    '--believe <decision>': "what you think was decided; stops if the task doesn't say so",
    '--json': JSON_OUTPUT,
    examples: ['fairlead ledger bead update bd-x7y8 --decision "rotate tokens" --rationale "replay attacks"'],
  },
} as const satisfies Record<string, Help>

const ROLES = {
  anchor: {
    about: 'roles that agents bind to, and which agents are bound',
    examples: ['fairlead anchor roles', 'fairlead anchor status', 'fairlead anchor lint role.oct.md'],
  },
  'anchor roles': {
    about: 'list the roles of this project',
    '--json': JSON_OUTPUT,
    examples: ['fairlead anchor roles', 'fairlead anchor roles --json'],
  },
  'anchor show': {
    about: 'show what a role requires',
    '<role>': 'as `fairlead anchor roles` lists it',
    '--json': JSON_OUTPUT,
    examples: ['fairlead anchor show implementer'],
  },
  'anchor lint': {
    about: 'list every mistake in a role file, with line and column',
    '<file>': 'such as `.hestai-sys/agents/lead.oct.md`',
    examples: ['fairlead anchor lint .hestai-sys/agents/lead.oct.md'],
  },
  'anchor status': {
    about: 'list the agents that are bound or binding',
    '--json': JSON_OUTPUT,
    examples: ['fairlead anchor status', 'fairlead anchor status --json'],
  },
  'anchor revoke': {
    about: 'unbind an agent; what its role opened is locked again',
    '<token>': 'as `fairlead anchor status` shows it; the first eight characters are enough',
    examples: ['fairlead anchor revoke 1f0c9a2e'],
  },
} as const satisfies Record<string, Help>

export const RECORD_HELP = { ...CLAIMS, ...RECORD, ...ROLES }

/** What other programs start, and people rarely. */
export const FOR_PROGRAMS = {
  ci: {
    about: 'set up this project, run one agent without a person, and fail when something was held or blocked',
    '<command...>': 'the command to run, after `--`',
    '--out <folder>': 'where the audit log and a summary in Markdown go',
    examples: [
      'fairlead ci -- claude -p "fix the failing tests"',
      'fairlead ci --out artefacts -- codex exec "update the docs"',
    ],
  },
  up: { about: 'start the daemon now; hooks also start it by themselves', examples: ['fairlead up'] },
  down: { about: 'stop the daemon; the next hook starts it again', examples: ['fairlead down'] },
  hook: {
    about: 'answer one call of an agent: its JSON on standard input, the answer on standard output',
    '<runtime>': 'claude-code or codex',
    '--strict': 'deny the call when Fairlead itself fails',
    examples: ['fairlead hook claude-code < payload.json'],
  },
  mcp: {
    about: 'run the MCP server that an agent starts, on standard input and output',
    '<runtime>': 'claude-code or codex',
    examples: ['fairlead mcp codex'],
  },
  completion: {
    about: 'print a completion script for your shell',
    '<shell>': 'bash, zsh or fish',
    examples: [
      'source <(fairlead completion bash)',
      'source <(fairlead completion zsh)',
      'fairlead completion fish > ~/.config/fish/completions/fairlead.fish',
    ],
  },
} as const satisfies Record<string, Help>

export const TEAM_HELP = {
  team: {
    about: 'hand Fairlead to a whole team',
    examples: ['fairlead team export'],
  },
  'team export': {
    about: 'write managed settings and your own policy as files for an administrator to roll out',
    '[folder]': 'where to write them; it must not exist yet (default: fairlead-team)',
    '--strict': 'deny calls when Fairlead itself fails or is not installed',
    '--package <package>': 'what people install: a version, an address or a tarball (default: this version of npm)',
    examples: ['fairlead team export', 'fairlead team export rollout --strict'],
    next: 'follow the README.md in the folder',
  },
} as const satisfies Record<string, Help>

export const CONSOLE_HELP = {
  console: {
    about: 'open the console in your browser: what waits for you, what agents do, and the audit',
    '--no-open': 'print the address instead of opening a browser',
    examples: ['fairlead console', 'fairlead console --no-open'],
    next: 'compare the three digits and press Enter to decide from the page',
  },
} as const satisfies Record<string, Help>

/** What sets Fairlead up and takes it away. */
export const SETUP = {
  init: {
    about: 'set up this project: install the hooks for your agents',
    '--runtime <name>': 'claude-code or codex; repeat for both (default: those installed)',
    '--scope <scope>': 'user: hooks in your own settings; project: hooks inside the repository',
    '--everywhere': 'hold risky commands in every repository, not only in this one',
    '--strict': 'deny calls when Fairlead itself fails',
    '--no-strict': 'allow calls when Fairlead itself fails',
    '--in-repo': 'keep state, logs and roles inside the repository instead of `~/.fairlead`',
    '--no-in-repo': 'keep them in `~/.fairlead` from now on',
    '--own-notes': 'in a linked worktree: share no notes and tasks with the main one',
    '--ledger': "also install the record's documents, scripts and files in the repository; existing files are kept",
    '--tracked': 'with --ledger: your team tracks the record in git, so it is not ignored',
    '--claude-md': 'with --ledger: also add a marked block to CLAUDE.md',
    '--port [number]': 'receive `/edge` on this port, or on any free one',
    '--guard-clear': "check the record before Claude Code's `/clear` runs; `/new` still clears at once",
    '--seal': 'run the commands of Claude Code in namespaces of their own, out of reach of Fairlead (Linux)',
    '--no-seal': 'run them as without Fairlead',
    '--yes': NO_QUESTIONS,
    '--dry-run': 'show what would change, and change nothing',
    '--verbose': 'show every line that changes',
    '--move-back': 'move everything to where the version before this one looks for it',
    examples: [
      'fairlead init --dry-run',
      'fairlead init',
      'fairlead init --runtime codex --yes',
      'fairlead init --ledger',
    ],
    next: 'start your agent as usual, then run `fairlead doctor`',
  },
  passphrase: {
    about: 'set the passphrase that the gravest commands need',
    examples: ['fairlead passphrase set'],
  },
  'passphrase set': {
    about: 'set or change your passphrase; not while an agent runs, which could be the one who sets it',
    examples: ['fairlead passphrase set'],
    next: 'start your agents again',
  },
  seal: { about: "keep agents' commands away from Fairlead, by the kernel", examples: ['fairlead seal status'] },
  'seal status': { about: 'show whether they are, and what is open', examples: ['fairlead seal status'] },
  'seal on': { about: 'seal the commands of Claude Code, after a trial', examples: ['fairlead seal on'] },
  'seal off': { about: 'run them unsealed; a person decides that', examples: ['fairlead seal off'] },
  update: {
    about: 'install the newest version of Fairlead, or the one this command belongs to; projects stay as they are',
    '--from <package>': 'a version, or the path of a packed `.tgz` file (default: latest)',
    examples: ['fairlead update', 'fairlead update --from 0.2.0', 'npm i -g fairlead && fairlead update'],
  },
  uninstall: {
    about: 'remove Fairlead from every project and restore the files it changed; asks whether records stay',
    '--here': 'only from this project',
    '--everywhere': 'only what `fairlead init --everywhere` set up; projects with their own set-up stay',
    '--purge': 'also delete the audit log, the keys, the backups and the program',
    '--yes': NO_QUESTIONS,
    examples: ['fairlead uninstall', 'fairlead uninstall --here', 'fairlead uninstall --purge'],
  },
  doctor: {
    about: "check that Fairlead works here, and show what it can't see",
    '--json': JSON_OUTPUT,
    '--verbose': 'show every check, what each hook can do, and what no hook sees',
    '--report': 'write a file for a bug report, without commands, file contents or secrets',
    examples: ['fairlead doctor', 'fairlead doctor --verbose', 'fairlead doctor --json', 'fairlead doctor --report'],
  },
} as const satisfies Record<string, Help>
