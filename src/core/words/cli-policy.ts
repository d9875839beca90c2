import { count } from './count.ts'

/** Writing to the person's own policy file. */
export const POLICY_FILE_TEXTS = {
  notChanged: (place: string, problem: string) =>
    `\`${place}\` was not changed: ${problem}; edit it by hand if you want this`,
  changedMeanwhile: (file: string) => `\`${file}\` changed meanwhile and was kept; run the command again`,
  unwritable: (file: string, why: string) => `can't write \`${file}\` (${why}); fix this and retry`,
} as const

export const PAUSE_TEXTS = {
  badMinutes: (given: string, most: number) => `\`${given}\` isn't a number of minutes from 1 to ${most}`,
  both: 'give minutes or `--end`, not both',
} as const

export const TRUST_TEXTS = {
  noFile: (file: string) => `there is no \`${file}\`; nothing to trust`,
  broken: (file: string, problem: string) => `\`${file}\`: ${problem}; fix this and retry`,
  already: (names: string, isOne: boolean) => `already trusted as ${isOne ? 'it is' : 'they are'}: ${names}`,
  question: (isOne: boolean) => (isOne ? 'Trust this file as it is now?' : 'Trust these files as they are now?'),
  trusted: (names: string, isOne: boolean) => `trusted until ${isOne ? 'it changes' : 'they change'}: ${names}`,
  ended: (file: string) => `${file} isn't trusted; it can still make rules stricter`,
  onlyStricter: 'it only makes rules stricter; trust changes nothing',
  changes: 'with trust, this file changes:',
  recommends: (rule: string) => `  ${rule} recommends `,
  ignoredLine: (line: number, problem: string) => `  line ${line} is ignored: ${problem}`,
} as const

export const CONFIRM_TEXTS = {
  already: 'your policy is what you confirmed; there is nothing to do',
  changes: (files: string) => `changed since you confirmed it: ${files}. This would change:`,
  removed: 'removed',
  unset: 'not set',
  nothingLooser: '  nothing that it does not change already',
  question: 'Use it as it is now?',
  confirmed: (files: string) => `confirmed; this counts as it is now: ${files}`,
  atInit: (file: string) =>
    `your policy in ${file} counts as it is now; later changes that loosen it wait for \`fairlead config confirm\``,
} as const

export const CONFIG_TEXTS = {
  unknownSetting: (name: string, near: string | undefined) =>
    `unknown setting \`${name}\`; ${near === undefined ? 'see `fairlead config show`' : `did you mean \`${near}\`?`}`,
  byDefault: 'its default',
  change: (name: string, before: string, after: string) => `\`${name}\`: ${before} → ${after}`,
  errors: (errors: number) => `${count(errors, 'error')}; wrong lines are ignored, the rest applies`,
  noErrors: (files: number) => `${count(files, 'policy file')}, no errors`,
  badExample: (rule: string, command: string, problem: string) => `rule \`${rule}\`: \`${command}\` ${problem}`,
  allowed: (rule: string, folder: string, command: string) => `allow ${rule} in ${folder}: \`${command}\``,
  problems: (problems: number) => `${count(problems, 'problem')}; see \`fairlead config check\``,
  layers: {
    user: 'your own',
    managed: 'managed',
    unconfirmed: 'can only make rules stricter, until `fairlead config confirm`',
    trusted: 'trusted as it is',
    untrusted: 'can only make rules stricter, until `fairlead trust`',
  },
  exists: (file: string) => `\`${file}\` already exists and was kept; edit it, then run \`fairlead config check\``,
  written: (file: string) => `wrote ${file}; it changes nothing until you edit it`,
  next: 'next: edit it, then run `fairlead config check`',
} as const

/** `plane ladder`, `judge`, `promote`, `baseline` and `matrix`. */
export const LEVEL_TEXTS = {
  evidence: 'seen so far',
  levels: 'levels',
  hints: (changes: number, hints: number) => `${changes}, ${count(hints, 'hint')}`,
  holds: (held: number, approved: number, similar: number, skipped: number) =>
    `${held}: ${approved} approved, ${similar} with similar commands, ${skipped} skipped`,
  shareApproved: (percent: number) => `, ${percent} % approved`,
  alwaysAllowed: (holds: number) => `${holds} always allowed with \`fairlead rules allow\``,
  noise: (approvals: number, call: string, hold: number) =>
    `looks like noise: \`${call}\`, approved ${approvals} times in a row within seconds; \`fairlead rules allow ${hold}\` stops the question in this project`,
  samples: (right: number, judged: number) => `, ${right} of ${judged} samples right`,
  proposed: (setting: string, level: string) => `proposed: \`fairlead plane promote ${setting} ${level}\``,
  unjudged: 'a higher level would have stopped these; judge with `fairlead plane judge <row> right|wrong`',
  badVerdict: (given: string) => `unknown verdict \`${given}\`; use right or wrong`,
  badRow: (given: string) => `\`${given}\` isn't a row; see \`fairlead plane ladder\``,
  noSample: (row: number) => `row ${row} isn't a sample; see \`fairlead plane ladder\``,
  judged: (verdict: string, call: string) => `noted as ${verdict}: ${call}`,
  unknownSetting: (given: string, settings: readonly string[]) =>
    `unknown setting \`${given}\`; one of ${settings.join(', ')}`,
  unknownLevel: (given: string, setting: string, levels: readonly string[]) =>
    `unknown level \`${given}\` of \`${setting}\`; one of ${levels.join(', ')}`,
  already: (setting: string, level: string) => `\`${setting}\` is already \`${level}\``,
  notProposed: 'the audit log does not suggest it',
  change: (setting: string, from: string, to: string, why: string) => `\`${setting}\`: ${from} → ${to} (${why})`,
  question: 'Change it for all your projects?',
  changed: (file: string, line: number) => `changed in ${file}:${line}`,
  inUse: (which: string, calls: number, minutes: string) =>
    `in use: ${which}; fixed: ${count(calls, 'call')}, ${minutes}`,
  noStretch: 'no stretch of work has ended here yet',
  stretches: (stretches: number, ended: number) =>
    `${count(stretches, 'stretch')}, ${ended} ended by themselves, ${stretches - ended} cut off`,
  tooFew: (stretches: number, ended: number) => `; too few to learn from (${stretches} and ${ended})`,
  usual: (calls: string, time: string) => `; four in five stay within ${calls} and ${time}`,
  unknownLength: 'unknown, too much was cut off',
  main: (trust: string, director: string) => `main agent: ${trust}; director: ${director}`,
  director: (type: string, seconds: number) => `${type}; a hold waits ${seconds} s for it`,
} as const

/** Rows of `plane matrix`, by their names in its JSON. */
export const STAKE_NAMES = {
  routine: 'ordinary command',
  'junction, everything in a backup': 'needs approval, everything in a backup',
  'junction, cannot be taken back': "needs approval, can't be undone",
  'recursive delete, everything in a backup': 'recursive delete, everything in a backup',
  'recursive delete, cannot be taken back': "recursive delete, can't be undone",
  'root, home, disks, the gate itself': 'root, home, disks, Fairlead itself',
} as const

/** What becomes of a call, as `plane matrix` prints it. */
export const POSTURE_NAMES = { pass: 'runs', steer: 'hint', hold: 'held', block: 'blocked' } as const

/** `fairlead notify`. */
export const NOTIFY_TEXTS = {
  title: 'Fairlead: a test',
  result: (channel: string, fault: string | undefined) => `${channel}: ${fault === undefined ? 'sent' : fault}`,
  faults: (channels: readonly string[]) =>
    `not sent by ${channels.join(' and ')}; see \`notify.channels\` in \`fairlead config show\``,
} as const

/** What a change of the policy would have done to the past. */
export const BACKTEST_TEXTS = {
  days: (most: number) => `\`--days\` is a number from 1 to ${most}`,
  unreadable: (file: string) => `\`${file}\` can't be read; name a policy file`,
  sentence: ({ calls, days, held, passed }: Record<'calls' | 'days' | 'held' | 'passed', number>) =>
    `Of ${calls.toLocaleString('en-US')} distinct ${calls === 1 ? 'call' : 'calls'} in ${days === 1 ? '1 day' : `${days} days`} this would hold ${held} more and let ${passed} pass`,
  held: 'held or blocked then, and not now:',
  passed: 'held or blocked now, and not then:',
  more: (calls: number) => `and ${calls} more`,
} as const
