import type { Unvouched } from '../model/state.ts'

/** What the gate, its hook and its daemon say by themselves. Values in, sentence out. */
export const GATE_WORDS = {
  noKey:
    'nothing was approved: the key that signs approvals is missing or damaged; run `fairlead init`, then approve again',
  outOfReach: 'judged for a hook that cannot reach the state',
  turnNotBegunByPerson: (origin: string) => `the client says \`${origin}\` started this turn, not a person`,
  edgeFromPersonOnly: 'the client accepts `/edge` only from a person at its keyboard',
  stateUnreadable: (problem: string) => `Fairlead cannot read its state (${problem}); run \`fairlead doctor\``,
  stateFileUnreadable: "the current file can't be read",
  outOfTime: 'it ran out of time',
  databaseLeased: 'another program keeps its database',
  callerGone: 'the caller decides by itself',
  unknownFailure: 'unknown failure',
  notSetUp: 'Fairlead is not set up in this folder; what cannot be undone is blocked everywhere',
}

/** What is wrong with the database, the audit or the state file. Values in, sentence out. */
export const DATABASE_WORDS = {
  cannotOpen: (code: string) => `the database can't be opened (${code})`,
  unusable: (detail: string) => `the database can't be used: ${detail}`,
  busy: 'the database is busy: another process is writing to it',
  alreadySpent: 'this approval was already used; the call needs a new one',
  diskFull: 'the disk with the database is full; free some space',
  foreign: 'the database belongs to another program; set FAIRLEAD_DB to another path',
  newer: 'the database was written by a newer Fairlead; upgrade with `fairlead init`',
  unreadableFact: "the body of this fact can't be read",
  listMissing: 'the list of projects is missing; run `fairlead init` in each of them',
  listEmpty: 'the list of projects was lost; run `fairlead init` in each of them',
}

/** The first place where the audit or an export of it breaks. */
export const CHAIN_WORDS = {
  outOfOrder: (expected: number, found: number) => `expected fact ${expected}, found fact ${found}`,
  unlinked: (fact: number) => `fact ${fact} doesn't follow the one before it`,
  changed: (fact: number) => `fact ${fact} was changed after it was recorded`,
  otherHead: (fact: number) => `fact ${fact} isn't the recorded last fact`,
  missing: (from: number, to: number) => `facts ${from} to ${to} are missing`,
  afterEnd: 'there is text after the last line',
  notAFact: (line: number) => `line ${line} isn't a fact`,
  otherProject: (fact: number) => `fact ${fact} belongs to another project`,
  noEnd: 'the export ends without its last line',
  otherCount: (counted: number, found: number) => `the last line counts ${counted} facts, but there are ${found}`,
  otherEnd: "the last line doesn't match the last fact",
  endChanged: 'the last line was changed',
  noKey:
    'the signing key is missing, so nothing shows whether the end was cut off and nothing can be approved; `fairlead init` makes a new one, with which nothing that was approved before counts',
  recorded: (doubt: string, fact: number) => `${doubt} (found before; on record as fact ${fact})`,
}

/** Why the head that is kept outside the database doesn't vouch for the facts in it. */
export function doubtText(doubt: Unvouched): string {
  const { counted, found } = doubt
  const uncounted = counted === undefined ? '' : uncountedText(counted + 1, found.seq)
  return `${findingText(doubt)}${uncounted}`
}

const uncountedText = (from: number, to: number): string =>
  from === to ? `; fact ${to} doesn't count` : `; facts ${from} to ${to} don't count`

function findingText(doubt: Unvouched): string {
  if (!('kept' in doubt)) return NO_HEAD[doubt.finding](doubt.found.seq)
  const { finding, kept, found } = doubt
  return finding === 'cut'
    ? `facts ${found.seq + 1} to ${kept.seq} are missing: the kept head names fact ${kept.seq}`
    : `fact ${kept.seq} isn't the one that the kept head names: another log is in its place`
}

const NO_HEAD = {
  'no-head': (last: number) =>
    `the kept head is missing, so nothing shows whether facts after fact ${last} were cut off`,
  unsigned: (last: number) =>
    `the kept head isn't signed with the present key: one of them was replaced before fact ${last + 1}; where the key was lost and made anew, everything up to fact ${last} can be read, but nothing vouches for it, and what was approved before doesn't count`,
  first: (last: number) => `an older version kept no head before fact ${last + 1}`,
  added: (last: number) => `facts up to fact ${last} weren't written by Fairlead`,
  changed: (last: number) => `a fact up to fact ${last} was changed after it was recorded`,
  snapshot: (last: number) =>
    `the stored state isn't signed with the present key, so it was made again from the audit log up to fact ${last}`,
} as const

/** Why the state file can't be used; each continues "`active_context.yaml`: ". */
export const STATE_FILE_WORDS = {
  unreadable: (code: string) => `it can't be read (${code})`,
  folder: 'it is a folder',
  notPlain: "it isn't a plain file",
  tooLarge: 'it is larger than 1 MB',
  danglingLink: 'it is a link to nothing',
  brokenLink: "it is a link that can't be followed",
  linkOut: 'it is a link out of the project',
  notText: "it isn't UTF-8 text",
  noReader: "the YAML reader can't be loaded",
  nextUnreadable: (problem: string) => `the new text can't be read: ${problem}`,
  nowUnreadable: (problem: string) => `the current file can't be read: ${problem}`,
  tooMuchClaimed: (chars: number) => `objective, plan and memory hold more than ${chars} characters`,
  missing: (path: string) => `\`${path}\` is missing`,
  keepsChanging: 'State write failed: the file keeps changing.',
}

/** What a person reads of what a call would act on. */
export const EXHIBIT_WORDS = {
  outside: (kind: string) => `a ${kind} that git does not hold`,
  target: (kind: string, changed: number, untracked: number, ignored: number) => {
    const counts = [
      ...(changed > 0 ? [`${changed} changed`] : []),
      ...(untracked > 0 ? [`${untracked} untracked`] : []),
      ...(ignored > 0 ? [`${ignored} ignored`] : []),
    ]
    return counts.length === 0 ? `a ${kind}, all of it committed` : `a ${kind}: ${counts.join(', ')}`
  },
} as const

/** What each figure of the daemon counts, as Prometheus shows it. */
export const METRIC_HELP = {
  fairlead_build_info: 'The version that is running.',
  fairlead_start_time_seconds: 'When this daemon started, in seconds since 1970.',
  fairlead_resident_memory_bytes: 'Memory of this daemon.',
  fairlead_database_readable: 'Whether state and audit log can be read.',
  fairlead_projects: 'Projects with entries in the audit log.',
  fairlead_holds_pending: 'Calls that wait for a person.',
  fairlead_allowances_open: 'Approvals not used yet.',
  fairlead_dismissals_open: 'Kinds of commands that are allowed for a time.',
  fairlead_gaps: 'Calls answered without state, as listed by `fairlead doctor`.',
  fairlead_hook_requests_total: 'Hook calls that reached the daemon, by way and runtime.',
  fairlead_hook_waited_total: 'Hook calls kept open for a person to decide.',
  fairlead_hook_seconds: 'From a hook call to its answer, without those kept open for a person.',
  fairlead_decisions_total: 'Tool calls judged, by outcome, tier and runtime.',
  fairlead_grants_total: 'What people allowed, by kind of entry.',
  fairlead_refused_approvals_total: 'Approvals that were not accepted.',
  fairlead_facts_total: 'Entries added to the audit log, by area.',
} as const

export type MetricName = keyof typeof METRIC_HELP

/** What an agent writes before a command that a person may let run outside the seal, once. `native/seal.c` knows it, too. */
export const UNSEALED_MARK = 'UNSEALED=1 '

/** EDGE-145. */
export const KEPT_SETTINGS_WORDS = {
  mended: (paths: readonly string[]) =>
    `${paths.map((path) => `\`${path}\``).join(' and ')} switched Fairlead off for the next session, so that was taken back; to switch it off yourself, run \`fairlead uninstall\``,
} as const

/** EDGE-135: what is said where the seal is on. */
export const SEALED_WORDS = {
  inert: `this has no effect inside the seal; to ask a person to let this one command run outside it, call it again with \`${UNSEALED_MARK.trim()}\` before it`,
  unsealed: (prefix: string) =>
    `this client would run the command ${prefix === '' ? 'without the seal' : `through \`${prefix}\` instead of the seal`}; a person takes \`CLAUDE_CODE_SHELL_PREFIX\` out of the settings that override it, or runs \`fairlead init\``,
  sealRefused: (path: string) => `\`${path}\` belongs to Fairlead and is read-only for agents; a person decides`,
  ranUnsealed: {
    unsealed: "the seal could not be put around this session's commands, so they run without it; run `fairlead doctor`",
    unattested: 'a command of this session ran without the seal; run `fairlead doctor`, and see `fairlead log`',
  },
} as const
