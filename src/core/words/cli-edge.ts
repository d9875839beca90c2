/** Everything that `fairlead edge` says by itself; what a decision says is in `edge.ts`. */

import type { Exhibit } from '../model/exhibit.ts'
import type { KeptHold } from '../model/state.ts'
import { count } from './count.ts'
import { noteText, timeText } from './kept.ts'

const MAX_LISTED = 5
const shortList = (items: readonly string[]) =>
  `${items.slice(0, MAX_LISTED).join(', ')}${items.length > MAX_LISTED ? `, and ${items.length - MAX_LISTED} more` : ''}`

export const CLI_EDGE_TEXTS = {
  /** EDGE-50: shown before anything is asked or decided. */
  about: (command: string, reason: string) =>
    `${command === '' ? '' : `command: ${command}\n`}why it is held: ${reason}`,
  /** What it would carry or lose, as it is now, and what is not as it was when the call was held. */
  behind: ({ parts, changed }: { readonly parts: Exhibit; readonly changed: string }) => [
    ...parts.flatMap(({ commits = [] }) => (commits.length === 0 ? [] : [`would push: ${shortList(commits)}`])),
    ...parts.flatMap(({ name, about }) => (about === undefined ? [] : [`at stake: \`${name}\`, ${about}`])),
    ...(changed === '' ? [] : [`since it was held: ${changed}`]),
  ],
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

/** `fairlead edge list --kept` and `fairlead edge wait`. */
export const KEPT_LISTS = {
  none: 'nothing is kept',
  kept: ({ number, keepUntilMs, met, skipped }: KeptHold, what: string) => {
    const times = met === 0 ? '' : `, met again ${count(met, 'time')}`
    const until = timeText(keepUntilMs)
    return `#${number} ${what}: ${skipped ? `refused until ${until}${noteText(skipped.note)}` : `kept until ${until}${times}`}`
  },
  given: (number: number, about: string, until: string) =>
    `#${number} ${about}: approved, not used yet, until ${until}`,
  seconds: (most: number) => `\`--seconds\` is a number from 1 to ${most}`,
  notApproved: (number: number) => `hold #${number} is not approved; \`fairlead status\` shows what waits`,
} as const

/** `fairlead edge watch`. */
export const WATCH_TEXTS = {
  noTerminal: '`fairlead edge watch` needs a terminal; run it in one of your own',
  began: 'holds are shown here as they come; type `approve 3`, `skip 3 why`, `dismiss #3 30`, or `q` to leave',
  help: 'type `approve 3`, `skip 3 why`, `dismiss #3 30`, or `q` to leave',
  waits: (number: number, command: string, reason: string) =>
    `#${number} ${command === '' ? '' : `\`${command}\`: `}${reason}`,
  notice: (number: number) => `Fairlead: hold #${number} waits`,
  settled: (number: number) => `#${number} no longer waits`,
} as const
