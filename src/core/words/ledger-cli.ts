import { count } from './count.ts'

/** What `fairlead ledger` says. */
export const LEDGER_CLI = {
  badAgent: (name: string) => `\`${name}\` isn't an agent name; use one without \`/\` and \`..\``,
  badThreshold: (text: string) => `\`${text}\` isn't a threshold; pass a number between 0 and 1`,
  badLine: (line: string) => `\`${line}\` isn't a line of the record; see \`fairlead ledger log\``,
  badLineCount: (text: string) => `\`${text}\` isn't a number of lines; pass 1 or more`,
  badResultCount: (text: string) => `\`${text}\` isn't a number of results; pass 1 or more`,
  badScenario: (text: string | undefined, types: readonly string[]) =>
    `\`${text}\` isn't a scenario; write \`type: name -> expected\` with one of ${types.join(', ')}`,
  badReference: (text: string) => `\`${text}\` isn't a reference; see \`fairlead ledger log --json\``,
  noLine: (line: number) => `line ${line} isn't in the record; see \`fairlead ledger log\``,
  nothingRecorded: 'nothing is recorded yet; start a session, or run `fairlead ledger focus`',
  noNotes: 'there is no NOTES.md yet; create it with `fairlead ledger heal`',
  noHandoff: 'there is no handoff yet; write one with `fairlead ledger handoff`',
  noFocus: 'say where the work stands, or name the task with `--bead` or `--title`',
  lostPlaces: (lost: number) => `${count(lost, 'place')} changed or gone; the trajectory has what stood there`,
  differs: (fields: readonly string[]) =>
    `the files differ from the audit log in ${fields.join(', ')}; start a session or run \`fairlead ledger clear\` to catch up`,
  rebuilt: (lines: number, malformed: number) => `${count(lines, 'line')} read, ${malformed} malformed`,
  tended: (live: number, archived: number) => `${count(live, 'trajectory')}, ${archived} in the archive`,
} as const

/** The rows of `fairlead ledger status`. */
export const LEDGER_STATUS = {
  none: 'none',
  nothingYet: 'nothing recorded yet',
  nothingUnmet: 'nothing',
  decisions: (decided: number, grounded: number, claims: number) =>
    `${decided}, ${grounded} of ${claims} open claims grounded`,
  open: (steps: number, blockers: number, questions: number) =>
    [count(steps, 'next step'), count(blockers, 'blocker'), count(questions, 'question')].join(', '),
  behind: (line: number) => `, the files are at ${line}`,
  savings: (identifiers: number, tokens: number, lines: string, files: string) =>
    `${identifiers} of the last session: ${tokens} model tokens, ${lines}, ${files}`,
  saved: (percent: string, what: string, tokens: number) => `${percent} % less than their ${what} (${tokens})`,
} as const

/** The lines of `fairlead ledger show`. */
export const LEDGER_SHOW = {
  superseded: 'superseded',
  decision: (ground: string, title: string, decision: string, id: string) =>
    `[${ground}] ${title}${decision === '' || decision === title ? '' : `: ${decision}`} (${id})`,
} as const

/** A citation of a decision that does not hold. */
export function uncited(doubt: string): string {
  return `not grounded: ${doubt}`
}

/** `fairlead ledger verify` and `ground`. */
export const CHECK_TEXTS = {
  unreadable: (file: string) => `can't read \`${file}\` as text of this project; name another file`,
  verified: (citations: number, verified: number) => `${count(citations, 'citation')}, ${verified} verified`,
  failed: (bad: number) => `${count(bad, 'citation')} not verified; fix them or mark the claims [ASSUMPTION]`,
  /** LEDGER-60, as the published script says it. */
  noTrajectory: 'No trajectory log found for today',
  noClaims: 'no claims today: no data, which is not evidence',
  ungrounded: (claim: string, why: string) => `ungrounded: ${claim}: ${why}`,
  assumption: (claim: string) => `assumption: ${claim}`,
  skipped: (malformed: number) => `skipped: ${malformed} malformed`,
} as const

/** `fairlead ledger recall`, `section` and `ghost`. */
export const RECALL_TEXTS = {
  unknownMode: (mode: string, modes: readonly string[]) => `unknown mode \`${mode}\`; use one of ${modes.join(', ')}`,
  unknownScope: (scope: string, scopes: readonly string[]) =>
    `unknown scope \`${scope}\`; use one of ${scopes.join(', ')}`,
  badTopk: (most: number) => `\`--topk\` is a number from 1 to ${most}`,
  badThreshold: '`--threshold` is a number from 0 to 1',
  nothing: (isNarrow: boolean) => `nothing found; use other words${isNarrow ? ', or `--scope all`' : ''}`,
  more: (left: number) => `${left} more; \`--jsonl\` shows all`,
  degraded: (why: string) => `degraded: ${why}; the embedded search answered`,
  closed: (file: string) =>
    `other projects are searched only if your own policy says so; put \`ledger: { all_projects: true }\` into \`${file}\``,
  whichPart: 'say which part: `<file>:<line>`, or `--name <function>`',
  outside: (place: string) => `\`${place}\` is outside the project; name a file in it`,
  linesOnly: 'lines only: no parser for this file',
  section: {
    missing: 'no such file; name another',
    unreadable: "this isn't text of the project; name another file",
    'nothing-there': 'nothing with that name or line; check the file',
  },
  ghostSearch: (role: 'control' | 'query', query: string, hits: number, best: number) =>
    `  ${role}  ${query}: ${count(hits, 'hit')}, best score ${best}`,
  ghostDegraded: (why: string) =>
    `  degraded: ${why}; the embedded search answered, which knows spelling and listed synonyms`,
  unverified: (why: string) =>
    `not verified: ${why}; search with other words, or drop the claim with \`fairlead ledger withdraw <feature>\``,
} as const

/** Why the search program `ck` is not used. */
export const CK_TEXTS = {
  absent: 'ck is not installed',
  apart: 'ck would keep its index in the work tree, and our ledgers are elsewhere',
  failed: 'ck failed',
  otherBinary: (path: string) => `\`${path}\` isn't the binary whose hash \`.loa-version.json\` records`,
  noVersion: (path: string) => `\`${path}\` doesn't say which version of ck it is`,
  wrongVersion: (version: string, range: string, source: string) =>
    `ck ${version} doesn't satisfy \`${range}\`${source}`,
} as const

/** `fairlead ledger bead`. */
export const TASK_TEXTS = {
  ready: (tasks: number, source: string) => `${count(tasks, 'ready task')} (${source})`,
  refused: (why: string) => `no Beads program is run in this repository: ${why}`,
  skipped: (files: number) => `skipped: ${count(files, 'malformed file')}`,
  missing: (id: string) => `no task \`${id}\`; list tasks with \`fairlead ledger bead ready\``,
  badId: (id: string) => `\`${id}\` isn't a task id`,
  badPriority: '`--priority` is a number from 0 to 4',
  badType: '`--type` is a word such as task, bug, feature or decision',
  fork: (believed: string, says: string) => `fork: you believe \`${believed}\`, the task says \`${says}\``,
  forked: (id: string) =>
    `the task's decision wins: read it with \`fairlead ledger bead show ${id}\`, then record what is right`,
  unproven: 'the evidence could not be verified; check it with `fairlead ledger verify --text`',
  keptAside: (file: string) => `the file wasn't YAML and is kept as \`${file}\``,
  notMirrored: 'the Beads program did not accept it; our own record has it',
  linked: (folder: string) => `\`${folder}\` is a link; nothing is written through it`,
  unwritten: (why: string) => `the task could not be written (${why}); fix this and retry`,
} as const

/** `fairlead ledger heal` and `integrity`. */
export const HEAL_TEXTS = {
  complete: 'state zone: complete',
  healed: (what: string, detail: string) => `healed: ${what}: ${detail}`,
  left: (what: string, detail: string) => `left: ${what}: ${detail}`,
  repaired: (path: string) => `repaired from git: ${path}`,
  changed: (path: string) => `changed: ${path}`,
  missing: (path: string) => `missing: ${path}`,
  unchecked: 'system zone: not checked, there is no manifest',
  checked: (status: string, files: number) => `system zone: ${status}, ${count(files, 'file')} checked`,
  halted:
    'the system zone has changed, so framework operations stop; a person restores it with `fairlead ledger integrity --repair` or `fairlead init --ledger`',
} as const

/** Why a ledger file can't be used. */
export const LEDGER_FILE_TEXTS = {
  leadsOut: (path: string) => `\`${path}\` leads out of the project; remove the link`,
  notPlain: (path: string) => `\`${path}\` is not a plain file; move it away`,
  tooManyParts: (folder: string) => `\`${folder}\` has too many files for one day; run \`fairlead ledger tend\``,
  tooLarge: (path: string) => `\`${path}\` is larger than 64 MB; move the older part away`,
  unreadable: (path: string, why: string) => `can't read \`${path}\` (${why})`,
  notText: "NOTES.md isn't text; it is kept aside and made anew",
  keepsChanging: (path: string) => `\`${path}\` keeps changing; retry`,
} as const
