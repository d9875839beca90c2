import { unreachable } from '../model/language.ts'
import type { TargetClass } from '../model/rule.ts'
import type { PathKnowledge } from '../model/surroundings.ts'

/** What `fairlead explain`, `assess` and `rules` say. */
export const EXPLAIN_TEXTS = {
  where: (folder: string, project: string) => `in ${folder}, project ${project}`,
  wouldRun: 'would run',
  wouldWrite: 'would write',
  targets: 'targets',
  verdict: 'verdict',
  agentSees: 'the agent would be told',
  nothing: 'nothing',
  moreSteps: (count: number) => `and ${count} more; use \`--json\` to see all`,
  unresolved: (what: string) => `unknown until it runs: ${what}`,
  in: (folder: string) => `in ${folder}`,
  via: (wrappers: readonly string[]) => `via ${wrappers.join(', ')}`,
  privileged: 'with elevated privileges',
  remote: 'on another machine or in a container',
  reads: (input: string) => `reads ${input}`,
  linkTo: (path: string) => `link to ${path}`,
  from: (path: string) => `from ${path}`,
  contentKnown: 'content known',
  contentUnknown: 'content unknown until it runs',
  noRule: 'no rule applies',
  runtimeDecides: "nothing; the client's own permissions decide",
  inCode: 'in code',
  step: (number: number) => `step ${number}`,
  none: 'none',
  noRecord: (program: string) => `nothing is written about \`${program}\`; its commands are judged by their words`,
  rulesAbout: (ids: readonly string[]) => `rules: ${ids.length === 0 ? 'none' : ids.join(', ')}`,
  notAFolder: (path: string) => `\`${path}\` isn't a folder; choose one that exists`,
  noInput: 'nothing on standard input; name a file, or use `-` to type the lines',
  lineTooLong: 'the line is too long',
  lineNotCommand: 'the line is not a JSON object with a `command` string',
  judgeFailed: (why: string) => `the check failed: ${why}`,
  unjudged: (lines: string) => `${lines} could not be checked; look for \`error\` in the output`,
  unknownPack: (pack: string, packs: readonly string[]) => `unknown pack \`${pack}\`; use one of ${packs.join(', ')}`,
  unknownRule: (id: string, near: string | undefined) =>
    `unknown rule \`${id}\`; ${near === undefined ? '`fairlead rules list` shows them all' : `did you mean \`${near}\`?`}`,
  shouldMatch: 'should match but does not',
  shouldNotMatch: 'should not match but does',
  saferHeld: 'is offered as safer but would be held',
  examplesFailed: (examples: string) => `${examples} failed; fix the rule or the example`,
} as const

/** What `fairlead rules allow` says. */
export const ALLOW_TEXTS = {
  notANumber: (text: string) => `\`${text}\` isn't a hold number; \`fairlead status\` lists them`,
  noHold: (number: number, project: string) =>
    `there is no hold #${number} in \`${project}\`; \`fairlead status\` lists open holds`,
  refused: (number: number, why: string) => `hold #${number} ${why}; ${once(number)}`,
  noRule: 'comes from a rule that has no exceptions',
  already: (file: string) => `already allowed: ${file}`,
  unchanged: (place: string, problem: string, number: number) =>
    `\`${place}\` was not changed: ${problem}; fix this, or ${once(number)}`,
  question: 'Always allow exactly this command?',
  heldBecause: (reason: string) => `held because: ${reason}`,
  added: (file: string, line: number) => `new in ${file}, from line ${line}:`,
  changedMeanwhile: (file: string) =>
    `\`${file}\` changed in the meantime and was left as it is; run the command again`,
  unwritable: (file: string, why: string) => `can't write \`${file}\` (${why}); fix this and retry`,
  allowed: (file: string, from: number, to: number) =>
    `allowed from now on; to undo this, delete lines ${from} to ${to} of ${file}`,
  notACall: 'is not about a tool call',
  catastrophic: 'is catastrophic, which has no exceptions',
  notShell: (tool: string) => `is about \`${tool}\`, and only shell commands can have exceptions`,
  noFolder: 'was recorded without its folder, by an earlier version',
  needsMore: 'needs more than a plain approval, so it has no exceptions',
  tooLong: "is about a command that is too long for the record, so it can't be named exactly",
  hasSecret: 'is about a command that contains a secret, which is not recorded',
  hidden: "is about a command with characters that can't be shown",
} as const

const once = (number: number): string => `while it is open, \`fairlead edge approve ${number}\` allows it once`

export const DECISION_TEXTS = {
  allow: 'allowed',
  hold: 'held for approval',
  ask: 'asked',
  block: 'blocked',
  answer: 'answered',
} as const

/** Why a piece of the command can't be known in advance. */
export const UNRESOLVED_TEXTS = {
  unparsable: "this isn't valid shell text",
  'too-long': 'the text is too long to read',
  'too-deep': 'the text is nested too deeply to read',
  'unknown-command': 'the program name is only known when it runs',
  'unknown-code': 'the code is only known when it runs',
  'network-code': 'the code comes from the network',
  program: (language: string) => `the ${language} program is only known when it runs`,
  file: 'the content of the file',
  folder: 'the folder it runs in',
} as const

/** What a command reads. */
export function inputText(
  input:
    | { readonly kind: 'text' | 'network' | 'file' | 'command'; readonly what: string }
    | { readonly kind: 'unknown' },
): string {
  switch (input.kind) {
    case 'text':
      return `the text \`${input.what}\``
    case 'network':
      return `from the network, \`${input.what}\``
    case 'file':
      return `the file \`${input.what}\``
    case 'command':
      return `the output of \`${input.what}\``
    case 'unknown':
      return 'unknown input'
    default:
      return unreachable(input)
  }
}

const CLASSES: Readonly<Record<TargetClass, string>> = {
  own: 'belongs to Fairlead',
  null: 'discards what is written to it',
  device: 'a device',
  root: 'the root of the file system',
  home: 'a home folder',
  system: 'part of the operating system',
  'project-root': 'the project or a folder above it',
  vcs: "a repository's history",
  'vcs-control': 'makes git run code',
  account: 'controls who can log in',
  startup: 'runs or is read at every login',
  'home-config': 'settings in a home folder',
  'temp-root': 'the whole temporary folder',
  'temp-entry': 'in the temporary folder',
  regenerable: 'can be generated again',
  absent: "doesn't exist",
  committed: 'fully committed',
  recoverable: 'committed and unchanged',
  project: 'in the project',
  'outside-project': 'outside the project',
  'remote-path': 'on another machine',
  'maybe-root': 'the root of the file system if the unknown part is empty',
  unknown: 'unknown until it runs',
  secret: 'holds secrets',
  private: 'holds private settings',
  tooling: 'lists programs that agents start',
  instructions: 'read by agents or by CI',
  unsaved: 'has content that is not in git',
  sources: 'matches hand-written files',
  lockfile: 'written by a package manager',
  document: 'a personal document',
  later: 'settings that programs read when they start',
  personal: "in a person's home, outside the project",
  kept: 'a file outside the project that was there before',
}

/** One class, or several as a finding joins them. */
export function classText(classes: string): string {
  const names: Readonly<Record<string, string>> = CLASSES
  return classes
    .split('+')
    .map((name) => names[name] ?? name)
    .join('; ')
}

const KINDS = { file: 'file', directory: 'folder', link: 'link', device: 'device' } as const

/** What the disk and git say about a path. */
export function pathText({ exists, kind, real, ignored, tracked, dirty }: PathKnowledge): readonly string[] {
  if (!exists) return ["doesn't exist"]
  return [
    ...(kind === undefined ? [] : [KINDS[kind]]),
    ...(real === undefined ? [] : [`resolves to \`${real}\``]),
    ...(tracked === undefined
      ? []
      : tracked
        ? ['tracked by git']
        : [ignored === true ? 'ignored by git' : 'not tracked by git']),
    ...(tracked === true ? [dirty === true ? 'uncommitted changes' : 'no uncommitted changes'] : []),
  ]
}
