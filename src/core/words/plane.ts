import type { BackupFact } from '../model/backup.ts'
import type { LoopKind, MethodRule, SignalId } from '../model/plane.ts'
import type { WorkKind } from '../model/tool.ts'
import { count } from './count.ts'

/** What directors and their workers read about holds (PLANE-L15c). */
export const DIRECTOR = {
  noHold: (hold: number) => `there is no hold #${hold}`,
  nobody: 'the policy names no director, so only the person decides about holds',
  another: 'only the director named in the policy can waive a hold',
  notWorkers: (hold: number) => `hold #${hold} doesn't belong to one of your workers; the person decides`,
  tooGrave: (hold: number) => `hold #${hold} is too serious for a director; the person decides`,
  uncovered: (hold: number) => `no backup covers hold #${hold}; the person decides`,
  late: (hold: number) => `hold #${hold} waited too long for you; the person decides`,
  waiting: (holds: string, seconds: number) =>
    `your workers have holds that need your decision: ${holds}; call the tool \`waive\` with \`act\` skip, or release where a backup covers it, within ${seconds} seconds of the hold; after that the person decides`,
  first: (hold: number, seconds: number) =>
    `the director can decide about hold #${hold} within ${seconds} seconds; after that the person decides`,
  releasedUncovered: (hold: number) =>
    `the director released hold #${hold}, but no backup covers everything it could lose; the person decides`,
  covered: (backups: readonly string[], reasons: readonly string[]) =>
    `risky, but everything it could lose is in backup ${backups.join(', ')}${reasons.map((reason) => `\n- ${reason}`).join('')}`,
  escalated: (hold: number, reason: string) =>
    `hold #${hold} is waiting for you because the director didn't settle it: ${reason}`,
} as const

export function policyProblem(first: string, more: number): string {
  const rest = more > 0 ? ` and ${more} more` : ''
  return `fairlead: problem in the policy: ${first}${rest}; run \`fairlead config check\` to see everything`
}

/** As many as a person reads in passing. */
const MAX_NAMED = 3

export function unconfirmedPolicy(looser: readonly string[]): string {
  const more = looser.length - MAX_NAMED
  const names = `${looser.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `fairlead: your policy file changed and would loosen ${names}; this doesn't count until you run \`fairlead config confirm\``
}

/** Kinds of work as people read them, here and in the console. */
export const WORK_NAMES: Readonly<Record<WorkKind, string>> = {
  explore: 'exploring',
  edit: 'editing',
  verify: 'verifying',
  ship: 'shipping',
  plan: 'planning',
  delegate: 'delegating',
  other: 'other work',
}

/** PLANE-L5a: hints for the agent. Fixed words, filled from a closed set of our own: nothing that an agent, a file or a tool wrote. */
export const HINTS: Readonly<Record<SignalId, (from: WorkKind, to: WorkKind) => string>> = {
  'failure-loop': () =>
    'Fairlead: the last calls keep giving the same outcome. Stop and reassess before the next call: reread the error and the file as it is now, name the assumption that must be wrong, and try something different.',
  'first-protected': () =>
    "Fairlead: this is the first action here that can't be undone. Reassess before you go on: is it needed for the objective, is the target exactly the one you mean, and is your work verified and saved?",
  'task-lifecycle': () =>
    "Fairlead: the context was just compacted. Reread the objective and the files you're changing before the next edit; don't work from memory.",
  'work-shift': (from, to) =>
    `Fairlead: the work moved from ${WORK_NAMES[from]} to ${WORK_NAMES[to]}. Reassess in a line: does what you found so far support this step, and how will you know that it worked?`,
  'scope-change': () =>
    'Fairlead: the work moved to another part of the project. Reassess in a line: is this part of the objective, and does the part you left work?',
  'call-budget': () =>
    "Fairlead: many actions without a change of direction. Reassess in a line: what's done, what's left, and is this still the shortest way?",
  'time-budget': () =>
    "Fairlead: a long time without a change of direction. Reassess in a line: what's done, what's left, and is this still the shortest way?",
}

const MINUTE_MS = 60_000

/** Why the work is taken to have changed, as `fairlead plane` and the audit show it. */
export const WHY_CHANGED = {
  calls: (calls: number) => `${count(calls, 'call')} without a change of work`,
  time: (ms: number) => `${count(Math.round(ms / MINUTE_MS), 'minute')} of work without a change`,
  protected: 'first protected action',
  runtime: (name: string) => `the runtime reports ${name}`,
  elsewhere: 'work moved to another part of the project',
  kind: (from: WorkKind, to: WorkKind) => `${from} to ${to}`,
  held: (why: string, actions: number) => `${why}, held ${count(actions, 'action')}`,
} as const

export const LOOPS: Readonly<Record<LoopKind, (times: number) => string>> = {
  'same-result': (times) => `the same call with the same result, ${times} times`,
  'same-failure': (times) => `the same call failed ${times} times`,
  failures: (times) => `${times} failures in a row`,
}

/** Errors of method: what to do instead, and what shows it. */
export const METHOD: Readonly<
  Record<MethodRule, { readonly reason: string; readonly evidence: (seen: number) => string }>
> = {
  'wrong-tool': {
    reason: 'there is a tool for reading or editing files; use it instead of the shell',
    evidence: (looks) => `${count(looks, 'earlier call')} only looked, some with that tool`,
  },
  'build-before-plan': {
    reason: 'this changes an existing file before anything was read; read first, then change',
    evidence: () => "it's this agent's first action",
  },
  'skipped-verification': {
    reason: 'edits would leave this machine without a passing test run; run the tests first',
    evidence: (unverified) => `${count(unverified, 'edit')} since the last passing test run`,
  },
}

export const BACKUP = {
  required: (why: string) =>
    `no backup could be made (${why}), and the policy requires one before this call; fix this and retry`,
  /** The copy could not be made in time: the approval came while the call was on its way. */
  unasked: 'the approval came while the call was on its way',
  made: (fact: Extract<BackupFact, { kind: 'backup.taken' }>, cli: string) => {
    const names = fact.leftNames.map((name) => `\`${name}\``).join(', ')
    const left = fact.leftOut === 0 ? '' : `, ${fact.leftOut} left out (${names})`
    return `backup ${fact.id}: ${count(fact.files, 'file')}${left}; undo with \`${cli} backup restore ${fact.id}\``
  },
  failed: (root: string, why: string) => `no backup of \`${root}\` before this call: ${why}`,
} as const

/** Why a level should change, for the person who decides it (PLANE-O2). */
export const PROPOSALS = {
  routine: (boundaries: number) => `${count(boundaries, 'change')} of work seen; a hint blocks nothing`,
  rightlyCaught: (boundaries: number, right: number, judged: number) =>
    `${count(boundaries, 'change')} of work seen; ${right} of ${count(judged, 'sampled call')} would rightly have been caught`,
  refused: (why: string, instead: string) => `not accepted: ${why}; ${instead}`,
} as const
