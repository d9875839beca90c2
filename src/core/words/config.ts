/** What is wrong in a policy file, or what it may not say. */
export const POLICY_PROBLEMS = {
  link: 'it is a link; put the file itself there',
  unreadable: (code: string) => `it can't be read (${code})`,
  notAFile: "it isn't a file",
  tooLarge: (kilobytes: number) => `it is larger than ${kilobytes} KB`,
  notText: "it isn't UTF-8 text",
  ignoredFile: (problem: string) => `${problem}; the whole file is ignored`,
  beyondReach: (key: string) =>
    `a repository can't set \`${key}\` until you trust it; put it into your own policy instead`,

  expects: (name: string, expected: string) => `\`${name}\` expects ${expected}`,
  wholeNumber: (from: number, to: number) => `a whole number from ${from} to ${to}`,
  number: (from: number, to: number) => `a number from ${from} to ${to}`,
  shortText: (characters: number) => `text of at most ${characters} characters`,
  address: 'an address such as `http://127.0.0.1:4318`, or `""` to send nothing',
  agentType: 'the name of a subagent type',
  names: (example: string, most: number) => `names such as \`${example}\`, at most ${most}`,
  twoNumbers: (most: number) => `two whole numbers, least and most, such as \`[1, ${most}]\``,
  found: (what: string, found: string, expected: string) => `${what} is ${found}; expected ${expected}`,
  unknownKey: (key: string, hint: string) => `unknown key \`${key}\`; ${hint}`,
  twice: (name: string) => `\`${name}\` is given twice; the first one counts`,
  ruleTwice: (id: string) => `rule \`${id}\` is given twice; the first one counts`,
  missing: (name: string) => `\`${name}\` is missing`,
  rulesList: '`rules` expects a list, each entry starting with `- id:`',
  allowList: '`allow` expects a list, each entry with `rule`, `command` and `project`',
  tooMany: (what: string, entries: number, most: number) =>
    `\`${what}\` has ${entries} entries; only the first ${most} count`,
  tooManyWildcards: (id: string, most: number) => `rule \`${id}\` is ignored: the file has more than ${most} wildcards`,
  emptyCommand: (name: string) => `\`${name}\` is empty; expected one whole shell command`,
  absolutePath: (name: string, what: string) => `\`${name}\` expects ${what}, starting with \`/\``,

  stays: (name: string, value: string, why: string) => `${name} stays \`${value}\`: ${why}`,
  tierOf: (id: string) => `tier of \`${id}\``,
  neverLoosened: 'a repository can never loosen it; put it into your own policy if you want it',
  onlyTightens: 'a repository can only tighten; read the file and run `fairlead trust` if you want it',
  managed: (value: string) => `the managed policy sets it to \`${value}\``,
  unknownRule: (id: string, hint: string) => `unknown rule \`${id}\`; ${hint}`,
  seeRules: 'see `fairlead rules list`; a new rule needs `harm`, `when` and `reason`',
  didYouMean: (word: string) => `did you mean \`${word}\``,
  protectsFairlead: (id: string) => `rule \`${id}\` protects Fairlead itself and can't be changed`,
  unconfirmedFile: 'it has changes that you have not confirmed; run `fairlead config confirm` first',
  saferFromRepository: (id: string) =>
    `\`safer\` of rule \`${id}\` is a command from a repository; run \`fairlead trust\` to use it`,
  stillHeld: (rule: string, why: string) => `\`${rule}\` still holds the command: ${why}`,
  noException: (rule: string, why: 'protects Fairlead itself' | 'is catastrophic') =>
    `rule \`${rule}\` ${why} and has no exceptions`,

  wouldGrow: 'it would grow too large',
  wouldStay: (name: string, value: string | undefined, from: string | undefined) =>
    `\`${name}\` would stay \`${value}\` (${from})`,
  otherSetting: 'another setting would change too',
  noPlace: 'its layout leaves no place for another entry',
  oddLayout: (what: string) => `\`${what}\` has a layout that only you should change`,
  oddAllow: "`allow` doesn't have one entry per line",
} as const
