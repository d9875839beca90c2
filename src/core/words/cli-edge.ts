/** Everything that `fairlead edge` says by itself; what a decision says is in `edge.ts`. */

import { count } from './count.ts'

export const CLI_EDGE_TEXTS = {
  /** EDGE-50: shown before anything is asked or decided. */
  about: (command: string, reason: string) =>
    `${command === '' ? '' : `command: ${command}\n`}why it is held: ${reason}`,
  confirm: { approve: 'Let it run once?', skip: 'Refuse it?', dismiss: 'Allow it and similar commands for a while?' },
  undecided: 'nothing was decided',
  grantNumber: (text: string) => `\`${text}\` isn't a number; \`fairlead edge list\` shows them`,
  noHold: (number: number | undefined) =>
    `${number === undefined ? 'nothing is waiting for you here' : `there's no hold #${number} here`}; \`fairlead status\` lists what is waiting`,
} as const

/** `fairlead edge migrate`, from the older layout to one state file. */
export const MIGRATE_TEXTS = {
  oneStep: 'use one of `--shadow`, `--apply`, `--clean` and `--undo`',
  found: (files: readonly string[]) => `found ${files.join(', ')}`,
  differences: (number: number) =>
    `${count(number, 'difference')}, logged in \`.proof/migration.jsonl\`; nothing was changed`,
  next: 'continue with `fairlead edge migrate --apply`',
  waits: 'already applied; finish with `fairlead edge migrate --clean` or undo it with `--undo`',
  none: 'there is no older layout here',
  steps: (completed: number, steps: number) => `${completed} of ${count(steps, 'step')} completed`,
  lessons: (number: number) => count(number, 'lesson'),
  noFolder: "`.proof` isn't a folder, so nothing was changed; make it one and retry",
  applied: (mode: string, plan: string) => `there is one state file now: operator mode ${mode}, ${plan}`,
  pendingDropped: (what: string) => `not carried over: ${what}; it is held again when an agent tries it`,
  suppressedDropped: (number: number) => `not carried over: ${count(number, 'suppression')}, unsigned`,
  finish: 'undo this with `fairlead edge migrate --undo`, or finish with `--clean`',
  nothingToUndo: 'there is nothing to undo; `fairlead edge migrate --shadow` shows what would change',
  undone: (files: number) => `${count(files, 'older file')} restored`,
  applyFirst: 'apply it first: `fairlead edge migrate --apply`',
  confirm: (modules: number) => `Delete the older state files and ${count(modules, 'module')} for good?`,
  notDeleted: 'nothing was deleted; run it again and answer yes',
  cleaned: (modules: readonly string[]) =>
    `the older layout is deleted${modules.length === 0 ? '' : `, with ${modules.join(', ')}`}`,
  unreadable: (file: string, problem: string) => `\`${file}\`: ${problem}; fix this and retry`,
  stillRuns: (file: string, module: string) => `\`${file}\` still runs \`${module}\`; remove it there first`,
} as const
