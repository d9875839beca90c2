import { count } from './count.ts'

/** What the command line itself says, whatever the command. */
export const CLI_TEXTS = {
  folderGone: 'this folder no longer exists; go to one that does, then try again',
  needsCommand: (command: string) => `\`${command}\` needs a command; see \`${command} --help\``,
  seeHelp: (problem: string, command: string) =>
    `${problem}${problem.endsWith('?') ? '' : ';'} see \`${command} --help\``,
  quoteIt: (problem: string, command: string) =>
    `${problem}; put the command in single quotes, or see \`${command} --help\``,
  unexpectedArgument: (argument: string) => `unexpected argument \`${argument}\``,
  unknownChoice: (what: string, given: string, choices: readonly string[]) =>
    `unknown ${what} \`${given}\`; use ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
  badPath: (path: string, why: string) => `can't use \`${path}\` (${why}); fix this and retry`,
  unreadable: (path: string, why: string) => `can't read \`${path}\` (${why}); check the path`,
  unwritable: (path: string, why: string) => `can't write \`${path}\` (${why}); choose another file`,
  exists: (path: string) => `\`${path}\` already exists; choose another file`,
  defect: (what: string | undefined) => `unexpected error: ${what}; this is a bug in Fairlead, please report it`,
  oldNode: (is: string, what: string | undefined) =>
    `this copy of the program needs Node 24, and runs in ${is} (${what}); run \`fairlead\`, which brings its own`,
  runDoctor: (problem: string) => `${problem}; run \`fairlead doctor\``,
  badDatabase: (path: string, problem: string) => `can't read \`${path}\`: ${problem}; run \`fairlead doctor\``,
  noProject: (folder: string) => `\`${folder}\` isn't in a project; go to one where you ran \`fairlead init\``,
  nothingRecorded: 'nothing was recorded yet; run `fairlead init` in a project',
  notSetUp: (folder: string) => `\`${folder}\` isn't set up, so nothing is held here; run \`fairlead init\` first`,
  nobodyToAsk: 'nothing was changed: there is no terminal to ask in; add `--yes`',
  cancelled: 'cancelled; nothing was changed',
  everyRepository: 'every repository',
} as const

/** Who may allow a command that a rule holds or blocks. */
export const OVERRIDE_TEXTS = {
  never: 'nobody',
  passphrase: 'you, once, with your passphrase on the command line',
  'any-door': 'you, once',
} as const

/** What the file system reports, by its code. */
export const FILE_TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a file is where a folder should be',
  ELOOP: 'its links form a loop',
  ENAMETOOLONG: 'the name is too long',
}

/** How a person at the command line is recognised. `unproven` texts say why it failed, then what to do instead. */
export const PASSPHRASE_TEXTS = {
  presenceIsNotEnough: "being at the terminal isn't enough for this decision",
  noTerminal: (reason: string) => `${reason}, and there is no terminal to type a passphrase in`,
  runInTerminal: 'run it in a terminal',
  enter: (reason: string) => `${reason}; enter your passphrase`,
  choose: (least: number) => `choose a passphrase of at least ${least} characters, and never show it to an agent`,
  offer: (reason: string) => `${reason}. Set a passphrase now? It signs what you decide.`,
  hasOne: 'you have one already',
  nowhereToType: 'there is no terminal to type a passphrase in; run this in one',
  set: 'passphrase set; agents that you start from now on can be decided about with it',
  prompt: 'Passphrase',
  promptNew: 'New passphrase',
  promptAgain: 'Repeat it',
  wrong: 'wrong passphrase',
  notEntered: 'no passphrase was entered',
  wrongTooOften: (tries: number) => `the passphrase was wrong ${tries} times`,
  notSet: 'no passphrase was set',
  tooShort: 'the passphrase is too short',
  different: "the two passphrases don't match",
  tryAgain: 'try again',
} as const

export const AUDIT_TEXTS = {
  broken: (what: string, problem: string, intact: number) =>
    `the audit log of \`${what}\` was changed or damaged: ${problem}; ${count(intact, 'entry')} before that verified; keep the file and find out who changed it`,
  verified: (entries: number, head: string) => `: ${count(entries, 'entry')}, head ${head.slice(0, 16)}`,
  vouched: (upTo: number, newer: number, file: string) =>
    `; vouched to entry ${upTo} by the head in ${file}${newer === 0 ? '' : `; ${count(newer, 'newer entry')} chained, not vouched for yet`}`,
  exported: (entries: number, file: string) =>
    `exported ${count(entries, 'entry')}; check the file anywhere with \`fairlead audit verify ${file}\``,
  badLines: (given: string, most: number) => `\`${given}\` isn't a number of lines; use 1 to ${most}`,
} as const

export const DAEMON_TEXTS = {
  running: (version: string, pid: number) => `the daemon is already running: version ${version}, process ${pid}`,
  started: (version: string, pid: number) => `daemon started: version ${version}, process ${pid}`,
  notStarted: (log: string) => `the daemon didn't start; read \`${log}\``,
  stopped: 'daemon stopped; the next hook starts it again',
  none: 'no daemon is running',
  missing: (entry: string) => `\`${entry}\` is missing; run \`npm run build\` in your clone of Fairlead`,
} as const

export const BACKUP_TEXTS = {
  noRepository: (folder: string) => `\`${folder}\` isn't in a repository; go to one and retry`,
  noneYet: 'no backups yet; make one with `fairlead backup create`',
  noneHere: 'this repository has no backup; make one with `fairlead backup create`',
  unknown: (id: string) => `unknown backup \`${id}\`; see \`fairlead backup list --all\``,
  ambiguous: (id: string, backups: number) =>
    `${backups} backups begin with \`${id}\`; see \`fairlead backup list --all\``,
  outside: (path: string, root: string) => `\`${path}\` is outside \`${root}\`; name a file in it`,
  notMade: (why: string) => `no backup was made: ${why}; fix this and retry`,
  leftOut: (number: number, names: string) =>
    `left out ${number}, such as ${names}; \`fairlead backup list --json\` shows why`,
  notCompared: (id: string, why: string) => `can't compare with backup ${id}: ${why}; see \`fairlead backup list\``,
  unchanged: (id: string) => `nothing changed since ${id}`,
  unreadable: (id: string) => `can't read backup ${id}; see \`fairlead backup list\` for others`,
  empty: (id: string) => `backup ${id} holds no files`,
  noSuchFile: (id: string) =>
    `backup ${id} holds no such file; see what changed with \`fairlead backup diff ${id} --stat\``,
  about: (id: string, reason: string, root: string, files: number) =>
    `backup ${id} (${reason}) into ${root}: ${count(files, 'file')}`,
  question: 'Restore these files?',
  notCopiedFirst: (why: string) =>
    `nothing was changed: the current files could not be backed up first (${why}); restore without that with \`--no-backup\``,
  copyLost: 'the backup is not where it was put',
  restored: (files: number, same: number) => `restored ${count(files, 'file')}, ${same} were the same`,
  undo: (id: string) => `undo with \`fairlead backup restore ${id}\``,
  kept: (path: string, why: string) => `kept \`${path}\`: ${why}`,
  notRestored: (files: number) => `${count(files, 'file')} could not be restored; see the lines above`,
} as const

export const REPLAY_TEXTS = {
  badLine: (file: string, line: number, problem: string) => `\`${file}\` line ${line}: ${problem}`,
  badLines: (lines: number, first: string) => `${count(lines, 'line')} could not be replayed; the first: ${first}`,
  noSession: 'no session found; give a transcript, a rollout or JSON rows of sessions',
  noHistory: 'your home holds no transcript of Claude Code or Codex; name one after the command',
  history: (sessions: number, calls: number, held: number, blocked: number) =>
    `in ${count(sessions, 'past session')} with ${count(calls, 'call')}: ${held} would have been held, ${blocked} blocked`,
  newest: 'the newest of them:',
  nothingRan: 'nothing was run or recorded; name a file to see its session call by call',
  isNoSession: 'not a session',
  isNotJson: 'not JSON',
  summary: (calls: number, changes: number, loops: number) =>
    `${count(calls, 'call')}, ${count(changes, 'change')} of work, ${count(loops, 'loop')}`,
  answers: (hints: number, holds: number) => `, ${count(hints, 'hint')}, ${count(holds, 'hold')}`,
  change: (why: string) => `change    ${why}`,
  window: (number: number, kind: string, evidence: string) =>
    `window    ${number}, ${kind}${evidence === 'none' ? '' : `, ${evidence}`}`,
  loop: (how: string, times: number) => `loop      ${how}, ${times} times`,
  hint: (signal: string, delivered: boolean) => `hint      ${signal}${delivered ? '' : ', not delivered'}`,
  off: (signal: string, why: string) => `off: ${signal}, ${why}`,
  noData: (missing: string) => `no ${missing}`,
  differs: (what: 'decision' | 'boundary' | 'steer' | 'loop', before: string, after: string) =>
    `${DIFFERENCE[what]}: ${before} becomes ${after}`,
  sameUnderPolicy: 'this policy changes nothing here',
} as const

const DIFFERENCE = { decision: 'verdict', boundary: 'change of work', steer: 'hint', loop: 'loop' } as const

/** What an agent hears where Fairlead's own files are hidden from it, and our command line asks the daemon instead. */
export const AGENT_DOOR_TEXTS = {
  persons: (asked: string) => `\`${asked}\` is for a person; ask them to run it in their own terminal`,
  badFolder: (folder: string) => `can't work in \`${folder}\`; go to a project folder and retry`,
  closed:
    "Fairlead's files are out of reach here, and its daemon doesn't answer; make any tool call that its hook sees, then retry",
  tooLong: 'stopped after a minute; narrow it down and retry',
  tooMuch: 'stopped after 4 MB of output; narrow it down and retry',
} as const

/** Where our program is for those that have it on no PATH. */
export const FULL_COMMAND = '~/.fairlead/bin/fairlead'
