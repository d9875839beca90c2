import { CONSOLE_HELP, FOR_PROGRAMS, RECORD_HELP, SETUP, TEAM_HELP } from './cli-help-record.ts'
import { type Help, JSON_OUTPUT, NO_QUESTIONS } from './help.ts'

export const PROGRAM_ABOUT =
  'checks what coding agents do: risky commands wait for your approval, destructive ones are blocked'

export const PROGRAM_EXAMPLES = [
  'fairlead init',
  'fairlead status',
  'fairlead edge approve',
  'fairlead help edge approve',
]

/** The headings of `fairlead --help`, and the commands below each. */
export const HELP_GROUPS = {
  'Set up:': ['init', 'update', 'passphrase', 'seal', 'uninstall', 'doctor', 'team'],
  'Every day:': ['status', 'console', 'log', 'report', 'edge', 'notify', 'pause', 'audit', 'backup'],
  'Understand and tune:': ['explain', 'rules', 'config', 'trust', 'plane', 'assess', 'replay'],
  'Record and roles:': ['objective', 'plan', 'memory', 'ledger', 'anchor'],
  'Used by other programs:': ['ci', 'up', 'down', 'hook', 'mcp', 'completion'],
} as const

const EVERY_DAY = {
  ...CONSOLE_HELP,
  status: {
    about: 'show where this project stands: mode, holds, last session',
    '--json': JSON_OUTPUT,
    examples: ['fairlead status', 'fairlead status --json'],
    next: 'decide about a hold with `fairlead edge approve`, `skip` or `dismiss`',
  },
  log: {
    about: 'tell what happened today, in sentences',
    '--since <time>': 'from then on: 2h, 7d, yesterday, 2026-11-01 (default: today; a week with --summary)',
    '--session <id>': 'only this session; its first characters are enough',
    '--holds': 'only holds, each with how it ended',
    '--summary': 'how many holds there were, what became of them, and what looks like noise',
    '--json': JSON_OUTPUT,
    examples: ['fairlead log', 'fairlead log --holds --since 7d', 'fairlead log --summary'],
  },
  report: {
    about: 'list the holds of a run; exits with 1 if one was not approved',
    '--session <id>': 'a run other than the last one',
    '--merge <files...>': "instead: one table of several people's `fairlead audit export` files, each verified",
    '--json': JSON_OUTPUT,
    examples: ['fairlead report', 'claude -p "…"; fairlead report', 'fairlead report --merge anna.jsonl ben.jsonl'],
  },
  edge: {
    about: 'approve or skip holds, and set the mode; only in a terminal of your own',
    examples: ['fairlead edge approve', 'fairlead edge skip 3', "fairlead edge dismiss '#3' 30"],
  },
  'edge approve': {
    about: 'approve a hold: its command can run once',
    '[number]': 'the number of the hold (default: the only one that waits)',
    examples: ['fairlead edge approve', 'fairlead edge approve 3'],
    next: 'tell the agent to try again',
  },
  'edge skip': {
    about: 'skip a hold: its command stays denied in this session; a kept one until its time is up',
    '[words...]': 'the number of the hold (default: the only one that waits), then a note for the agent',
    examples: ['fairlead edge skip', 'fairlead edge skip 3', 'fairlead edge skip 3 "not before Monday"'],
  },
  'edge dismiss': {
    about: 'allow commands similar to a held one for a while',
    '[words...]': "`'#3'` is the hold (default: the only one that waits), a bare number is minutes (default: 60)",
    examples: ['fairlead edge dismiss 30', "fairlead edge dismiss '#3'", "fairlead edge dismiss '#3' 30"],
    next: 'take it back with `fairlead edge revoke`',
  },
  'edge plan': { about: 'switch to mode plan: think first', examples: ['fairlead edge plan'] },
  'edge active': {
    about: 'switch to mode active: work on an objective',
    '[objective...]': 'what you want done',
    examples: ['fairlead edge active', 'fairlead edge active "fix the parser"'],
  },
  'edge review': { about: 'switch to mode review: check the work', examples: ['fairlead edge review'] },
  'edge done': {
    about: 'run the quality checks, then switch to mode done and archive the work',
    examples: ['fairlead edge done'],
  },
  'edge ambiguous': {
    about: 'note an open question; it is listed as a hold until you answer it',
    '<question...>': 'in quotes',
    examples: ['fairlead edge ambiguous "sqlite or postgres?"'],
  },
  'edge status': {
    about: 'show mode, objective and holds in one line',
    '--json': JSON_OUTPUT,
    examples: ['fairlead edge status'],
  },
  'edge list': {
    about: 'list approvals that are still open',
    '--kept': 'list holds that outlived their session instead, and approvals that wait for a later one',
    '--json': JSON_OUTPUT,
    examples: ['fairlead edge list', 'fairlead edge list --kept'],
  },
  'edge wait': {
    about: 'wait until a hold is decided, for scripts: prints approved, skipped, lapsed or waiting',
    '[number]': 'the number of the hold (default: the only one that waits)',
    '--seconds <seconds>': 'how long to wait (default: a day)',
    examples: ['fairlead edge wait', 'fairlead edge wait 3 --seconds 600'],
  },
  'edge watch': { about: 'show holds as they come, and decide about them here', examples: ['fairlead edge watch'] },
  'edge revoke': {
    about: 'take back an approval',
    '<number>': 'the number of its hold, as `fairlead edge list` shows it',
    examples: ['fairlead edge revoke 3'],
  },
  'edge migrate': {
    about: 'move from the older layout with several state files to one file',
    '--shadow': 'only log where old and new differ (the default)',
    '--apply': 'switch to one state file; the old files are kept aside',
    '--undo': 'go back to the old files',
    '--clean': 'delete the old files and modules for good',
    examples: ['fairlead edge migrate', 'fairlead edge migrate --apply'],
  },
  notify: { about: 'how you are told of holds when you look elsewhere', examples: ['fairlead notify test'] },
  'notify test': { about: 'send a test notice by every channel that is on', examples: ['fairlead notify test'] },
  'notify secret': { about: 'make the secret that signs webhooks, and show it', examples: ['fairlead notify secret'] },
  pause: {
    about: 'pause holds for a while; blocked commands stay blocked',
    '[minutes]': 'up to 240 (default: 15)',
    '--end': 'end the pause now',
    examples: ['fairlead pause', 'fairlead pause 60', 'fairlead pause --end'],
  },
  audit: {
    about: 'show, check or export the audit log of this project',
    examples: ['fairlead audit verify', 'fairlead audit export --out audit.jsonl', 'fairlead audit tail -n 20'],
  },
  'audit verify': {
    about: 'check that no entry of the audit log was changed or removed',
    '[file]': 'an exported audit log (default: the one of this project)',
    '--json': JSON_OUTPUT,
    examples: ['fairlead audit verify', 'fairlead audit verify audit.jsonl'],
  },
  'audit export': {
    about: 'write the audit log as JSON, one entry a line',
    '--out <file>': 'a new file (default: standard output)',
    examples: ['fairlead audit export --out audit.jsonl', 'fairlead audit export | head'],
  },
  'audit tail': {
    about: 'show the newest entries',
    '-n, --lines <number>': 'how many',
    '-f, --follow': 'keep printing new entries',
    '--json': 'print JSON, one entry a line',
    examples: ['fairlead audit tail', 'fairlead audit tail -n 100', 'fairlead audit tail --follow'],
  },
  backup: {
    about: 'back up and restore the files of this repository',
    examples: ['fairlead backup create', 'fairlead backup list', 'fairlead backup diff', 'fairlead backup restore'],
  },
  'backup create': {
    about: "back up every file that git doesn't ignore; the repository isn't touched",
    '--reason <text>': 'a note for the list',
    examples: ['fairlead backup create', 'fairlead backup create --reason "before the merge"'],
  },
  'backup list': {
    about: 'list the backups of this repository, oldest first',
    '--all': 'of every folder, deleted ones included',
    '--json': JSON_OUTPUT,
    examples: ['fairlead backup list', 'fairlead backup list --all', 'fairlead backup list --json'],
  },
  'backup diff': {
    about: 'show what changed since a backup',
    '[id]': 'as listed, or `latest` (default: the newest)',
    '[path...]': 'only these files or folders',
    '--stat': 'only names and counts',
    examples: ['fairlead backup diff', 'fairlead backup diff --stat', 'fairlead backup diff latest src/app.ts'],
  },
  'backup restore': {
    about: 'bring files back from a backup; current files are backed up first, and nothing is deleted',
    '[id]': 'as listed, or `latest` (default: the newest)',
    '[path...]': 'only these files or folders',
    '--yes': NO_QUESTIONS,
    '--no-backup': "don't back up the current files first",
    examples: ['fairlead backup restore', 'fairlead backup restore latest src/app.ts', 'fairlead backup restore --yes'],
  },
} as const satisfies Record<string, Help>

const UNDERSTAND = {
  explain: {
    about: 'explain how a shell command is judged, without running it',
    '<command>': 'in quotes, as an agent would run it',
    '--cwd <folder>': 'where it would run (default: here)',
    '--program': 'the command is the name of a program: show what is known about it',
    '--json': JSON_OUTPUT,
    examples: [
      "fairlead explain 'rm -rf build'",
      "fairlead explain 'git push -f' --cwd ~/project --json",
      'fairlead explain --program tar',
    ],
  },
  rules: {
    about: 'list, show and test the rules by which commands are held or blocked',
    examples: [
      'fairlead rules list',
      'fairlead rules show git.push-force',
      'fairlead rules test',
      'fairlead rules allow 3',
    ],
  },
  'rules list': {
    about: 'list every rule with its verdict and reason',
    '--pack <name>': 'only this pack',
    '--json': JSON_OUTPUT,
    examples: ['fairlead rules list', 'fairlead rules list --pack git'],
  },
  'rules show': {
    about: 'show everything about one rule',
    '<id>': 'as in `fairlead rules list`',
    '--json': JSON_OUTPUT,
    examples: ['fairlead rules show git.push-force'],
  },
  'rules test': {
    about: 'run the examples of every rule',
    '--json': JSON_OUTPUT,
    examples: ['fairlead rules test'],
  },
  'rules allow': {
    about: 'always allow a held command in this project; written to your own policy',
    '<number>': 'the number of the hold, open or decided',
    '--yes': NO_QUESTIONS,
    examples: ['fairlead rules allow 3', 'fairlead rules allow 3 --yes'],
  },
  config: {
    about: "show, check or start a policy file: managed, yours or the project's",
    examples: ['fairlead config init', 'fairlead config check', 'fairlead config show'],
  },
  'config get': {
    about: 'show one setting, and which file it comes from',
    '<name>': 'as in `fairlead config show`',
    '--json': JSON_OUTPUT,
    examples: ['fairlead config get edge.level'],
  },
  'config set': {
    about: 'change one setting in your own policy; only in a terminal of your own',
    '<name>': 'as in `fairlead config show`',
    '<value>': 'one word or number; longer values are written into the file',
    '--yes': NO_QUESTIONS,
    examples: ['fairlead config set edge.park_seconds 120'],
    next: 'take it back with `fairlead config unset`',
  },
  'config unset': {
    about: 'take one setting out of your own policy, so that its default counts',
    '<name>': 'as in `fairlead config show`',
    '--yes': NO_QUESTIONS,
    examples: ['fairlead config unset edge.park_seconds'],
  },
  'config backtest': {
    about: 'show what another policy would have held and let pass of the calls on record here',
    '<file>': 'a policy file, judged in the place of your own',
    '--days <days>': 'how far back (default: 30)',
    '--json': JSON_OUTPUT,
    examples: ['fairlead config backtest stricter.yaml', 'fairlead config backtest stricter.yaml --days 7'],
  },
  'config check': {
    about: 'list every mistake in the policy files',
    '--json': JSON_OUTPUT,
    examples: ['fairlead config check'],
  },
  'config show': {
    about: 'show the policy in effect, and which file each value comes from',
    '--origin': 'only values that a file sets',
    '--json': JSON_OUTPUT,
    examples: ['fairlead config show', 'fairlead config show --origin'],
  },
  'config confirm': {
    about: 'let changes to your own policy file count that loosen it',
    '--yes': NO_QUESTIONS,
    examples: ['fairlead config confirm'],
  },
  'config init': {
    about: 'start a policy file that lists every setting with its default',
    '--project': "the project's `fairlead.yaml` instead of your own policy",
    examples: ['fairlead config init', 'fairlead config init --project'],
  },
  'config schema': {
    about: 'print the JSON Schema of a policy file, for editors',
    examples: ['fairlead config schema > policy.schema.json'],
  },
  trust: {
    about: "let this repository's `fairlead.yaml` loosen your policy, until the file changes",
    '--yes': NO_QUESTIONS,
    '--end': 'stop trusting it',
    examples: ['fairlead trust', 'fairlead trust --end'],
  },
  plane: {
    about: 'show and change how strict Fairlead is',
    examples: ['fairlead plane ladder', 'fairlead plane matrix', 'fairlead plane baseline'],
  },
  'plane matrix': {
    about: 'show which calls are allowed, hinted at, held or blocked, for each role',
    '--json': JSON_OUTPUT,
    examples: ['fairlead plane matrix', 'fairlead plane matrix --json'],
  },
  'plane ladder': {
    about: 'show the level of each setting, and what the audit log says about changing it',
    '--json': JSON_OUTPUT,
    examples: ['fairlead plane ladder', 'fairlead plane ladder --json'],
    next: 'judge the listed calls with `fairlead plane judge`, change a level with `fairlead plane promote`',
  },
  'plane judge': {
    about: 'say whether a call that ran should have been stopped by a higher level',
    '<row>': 'its number in `fairlead plane ladder`',
    '<verdict>': 'right (it should have been stopped) or wrong',
    examples: ['fairlead plane judge 214 right'],
  },
  'plane promote': {
    about: 'change the level of a setting in your own policy; only in a terminal of your own',
    '<setting>': 'plane.routine, plane.method_rules or edge.level',
    '<level>': 'observe, steer or gate',
    '--yes': NO_QUESTIONS,
    examples: ['fairlead plane promote edge.level steer', 'fairlead plane promote plane.routine steer'],
  },
  'plane baseline': {
    about: 'show how long stretches of work usually are in this repository',
    '--json': JSON_OUTPUT,
    examples: ['fairlead plane baseline', 'fairlead plane baseline --json'],
  },
  assess: {
    about: 'judge a list of shell commands without looking at files, for measuring',
    '[file]': 'one `{"command": …}` a line (default: standard input)',
    '--jsonl': 'one JSON object a line, in and out',
    '--cwd <folder>': 'the project they would run in (default: here)',
    examples: ['fairlead assess --jsonl commands.jsonl', 'fairlead assess --jsonl < commands.jsonl | head'],
  },
  replay: {
    about: 'judge recorded sessions again and list changes of work, hints and holds; nothing runs',
    '[files...]':
      'transcripts of Claude Code, rollouts of Codex, or JSON rows of sessions; - for standard input (default: every transcript that your clients kept)',
    '--policy <file>': 'also show what this policy would change',
    '--json': 'print JSON, one object a session',
    examples: [
      'fairlead replay',
      'fairlead replay session.jsonl',
      'fairlead replay *.jsonl --policy strict.yaml',
      'fairlead replay rollout.jsonl --json',
    ],
  },
} as const satisfies Record<string, Help>

/** Everything that can be typed, in the order in which it is listed. The program is made from this table. */
export const HELP = { ...SETUP, ...TEAM_HELP, ...EVERY_DAY, ...UNDERSTAND, ...RECORD_HELP, ...FOR_PROGRAMS }
