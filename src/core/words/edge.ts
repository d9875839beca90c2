/** Everything that people and agents read about operator modes, holds and approvals. */

import type { Finding } from '../model/assessment.ts'
import type { Reasons } from '../model/decision.ts'
import type { ExhibitChange } from '../model/exhibit.ts'
import {
  type Allowance,
  type EdgeState,
  type Hold,
  type Lesson,
  type Observations,
  type OperatorMode,
  type PlanStep,
  type QualityCheck,
  type SkippedHold,
  STATE_FILE,
  type Unvouched,
} from '../model/state.ts'
import type { Outgoing, PersonHere, StateEdit } from '../model/surroundings.ts'
import { isoTime } from '../model/time.ts'
import { count } from './count.ts'
import { doubtText } from './gate.ts'
import { KEPT_TEXTS, noteText, timeText } from './kept.ts'

const inTheirTerminal = (command: string) => `run \`${command}\` in their own terminal`
const minutesText = (minutes: number) => count(minutes, 'minute')

export const EDGE_HELP = [
  '/edge plan | active ["objective"] | review | done: change the operator mode',
  '/edge approve [number]: allow the held command once; with several waiting, its number is needed',
  '/edge skip [number] [note]: refuse it for the rest of this session; the note reaches the agent',
  '/edge dismiss [#number] [minutes]: allow similar commands for a while (60 minutes); `#3` is a hold, `3` is minutes',
  '/edge ambiguous "question": hold a question for a person to decide',
  '/edge list | revoke <number>: show what is approved, or take it back',
  '/edge status | help',
].join('\n')

/** What was typed after `/edge` and can't be read. */
export const EDGE_PROBLEMS = {
  takesNothing: (verb: string) => `\`/edge ${verb}\` takes no arguments`,
  noQuestion: '`/edge ambiguous` needs a question in quotes',
  noNumber: '`/edge revoke` needs a number; `/edge list` shows them',
  unknown: (verb: string) => `unknown \`/edge\` command \`${verb}\`; \`/edge help\` lists them`,
  number: (text: string) => `\`${text}\` isn't a number`,
  minutes: (text: string, most: number) => `\`${text}\` isn't a number of minutes from 1 to ${most}`,
} as const

/** EDGE-38, to the letter. */
export const BLOCKED_FOR_SAFETY = 'This command is blocked for safety.'

/** What an agent reads when a call is held, blocked or steered. */
export const HOLD_TEXTS = {
  /** EDGE-43, to the letter. */
  required: (findings: readonly Finding[]) => `Junction required: ${reasonsText(findings)}`,
  reasons: reasonsText,
  /** EDGE-57: why an approval does not count any more. */
  changedSince: (changes: readonly ExhibitChange[], { number }: Allowance) => {
    return `${changesText(changes)} since #${number} was approved`
  },
  reason: ({ reason, safer }: Finding) => (safer === undefined ? reason : `${reason}; ${saferText(safer)}`),
  safer: saferText,
  risky: (reason: string) => `risky: ${reason}`,
  wasSkipped: ({ number, reason, byDirector, note }: SkippedHold) =>
    `the ${byDirector ? 'director' : 'person'} refused this (hold #${number}): ${reason}${noteText(note)}; try a different approach`,
  howToApprove: (hold: Hold, cli: string, person: PersonHere) => `hold #${hold.number}: ${nextStep(hold, cli, person)}`,
  publishes: ({ commits, to }: Outgoing) => `publishes ${count(commits, 'commit')} to ${to}`,
  theirQuestion: (number: number) =>
    `Fairlead lets #${number} pass; if you are asked again, the client asks by its own rules`,
  ungated: (why: string) =>
    `the new agent would run without Fairlead: ${why}; run \`fairlead init\` and restart the session`,
  settingsKept: (path: string) =>
    `\`${path}\` contains Fairlead's hooks, so this session keeps the settings it started with; start a new session to load the change`,
} as const

/** An approval is for all of them, so a person reads all of them. */
function reasonsText(findings: readonly Finding[]): string {
  return [...new Set(findings.map(({ reason }) => reason))].join('; ')
}

const MAX_NAMED_CHANGES = 3

/** What is not as it was when somebody looked, in words. */
export function changesText(changes: readonly ExhibitChange[]): string {
  // New commits say it better than that a branch points elsewhere.
  const isSaid = changes.some(({ more }) => more !== undefined)
  const told = isSaid ? changes.filter((one) => one.more !== undefined || one.kind !== 'commit') : changes
  const named = told.slice(0, MAX_NAMED_CHANGES).map(changeText)
  const left = told.length - named.length
  return [...named, ...(left > 0 ? [`${left} more`] : [])].join(', ')
}

/** Ways to run a command that make another command of it. */
export const HOW = { background: 'in the background', unsandboxed: "outside the client's sandbox" } as const

function changeText({ kind, name, how, more = [] }: ExhibitChange): string {
  if (kind === 'how') return `it ${how === 'new' ? 'now' : 'no longer'} runs ${name}`
  if (more.length > 0) {
    const shown = more.slice(0, MAX_NAMED_CHANGES).join(', ')
    return `${count(more.length, 'more commit')}: ${shown}${more.length > MAX_NAMED_CHANGES ? ' …' : ''}`
  }
  const what = kind !== 'remote' ? `\`${name}\`` : name === '' ? "git's push setup" : `the remote \`${name}\``
  return `${what} ${how === 'changed' ? 'was changed' : `is ${how}`}`
}

function saferText(safer: string): string {
  return `safer: \`${safer}\``
}

function nextStep({ number, keepUntilMs }: Hold, cli: string, person: PersonHere): string {
  if (person.kind === 'absent') return KEPT_TEXTS.nobodyHere(keepUntilMs)
  const elsewhere = inTheirTerminal(`${cli} edge approve ${number}`)
  const by = person.kind === 'present' ? person.by : 'neither'
  if (by === 'command') return `stop and wait; the person can type \`/edge approve ${number}\` here or ${elsewhere}`
  return by === 'dialog'
    ? `stop and call the tool \`ask_person\` with hold ${number}; the person can also ${elsewhere}`
    : `stop and wait; the person can ${elsewhere}`
}

/** Why an agent's edit of the state file is refused. */
export function stateEditText(cli: string, edit: StateEdit | null, foreign: readonly string[]): string {
  const file = STATE_FILE
  const next = `say it with \`${cli} objective\`, \`${cli} plan\` or \`${cli} memory\`; the other fields aren't yours to change`
  if (edit?.kind === 'resolved')
    return `changes ${foreign.map((field) => `\`${field}\``).join(', ')} in \`${file}\`; ${next}`
  return `can't tell what this would change in \`${file}\`: ${edit?.why ?? "this isn't a plain edit"}; ${next}`
}

const commandText = (command: string | undefined) =>
  command === undefined ? '' : `: \`${command.replaceAll(/\s+/g, ' ')}\``

/** What came of a person's decision: a notice for the person, a steer for the agent. */
export const HOLD_DECISION_TEXTS = {
  approved: ({ number, command, reason }: Hold) => ({
    notice: `hold #${number} approved once${commandText(command)}`,
    steer: `run it again now, unchanged: ${reason}`,
  }),
  skipped: ({ number, command, reason }: Hold) => ({
    notice: `hold #${number} skipped${commandText(command)}`,
    steer: `don't try again: ${reason}; take a different approach`,
  }),
  dismissed: ({ number, reason }: Hold, minutes: number) => ({
    notice: `hold #${number}: similar commands are allowed for ${minutesText(minutes)}`,
    steer: `you can go on: ${reason}`,
  }),
  onceOnly: ({ number }: Hold) =>
    `hold #${number} can only be approved once, not for a while; use /edge approve ${number} or /edge skip ${number}`,
  answeredYes: ({ number, reason }: Hold) => ({
    notice: `hold #${number} approved`,
    steer: `the person said yes: ${reason}`,
  }),
  answeredNo: ({ number, reason }: Hold) => ({
    notice: `hold #${number} skipped`,
    steer: `the person said no: ${reason}`,
  }),
  leftToAgent: ({ number, reason }: Hold) => ({
    notice: `hold #${number} set aside`,
    steer: `the person leaves this to you: ${reason}`,
  }),
  checksAccepted: ({ number }: Hold) => `hold #${number} approved: /edge done passes now, unless there are new issues`,
  checksKept: ({ number }: Hold) => `hold #${number} skipped: the work continues`,
  checksOff: ({ number }: Hold, minutes: number) =>
    `hold #${number}: /edge done passes without quality checks for ${minutesText(minutes)}`,
  /** EDGE-50: with more than one waiting there is no default, and what is catastrophic takes its number. */
  whichOne: (verb: string, holds: readonly Hold[], minutes: number | undefined) => {
    const [first] = holds
    const name = verb === 'dismiss' ? `#${first?.number}` : `${first?.number}`
    const line = `/edge ${verb} ${name}`
    const example =
      minutes === undefined ? line : `${line} for an hour, or ${line} ${minutes} for ${minutesText(minutes)}`
    return `which one? ${holdsText(holds)}\nname it: ${example}`
  },
  missing: (hold: number | undefined, isPast: boolean, status: string) => {
    if (hold === undefined) return `nothing is waiting for you; ${status}`
    return isPast
      ? `hold #${hold} was already decided or has expired; ${status}`
      : `there's no hold #${hold}; ${status}`
  },
  elsewhere: (status: string, command: string) => `${status}; to decide, run \`${command}\` in your own terminal`,
  revoked: (number: number) => `approval #${number} taken back`,
  nothingToRevoke: (number: number | undefined, grants: string) =>
    number === undefined ? `\`/edge revoke\` needs a number; ${grants}` : `there's no approval #${number}; ${grants}`,
} as const

/** EDGE-44, to the letter. */
const NO_PLAN = 'Warning: No plan exists. Consider /edge plan first.'

/** What changing the operator mode says. */
export const MODE_TEXTS = {
  changed: (mode: OperatorMode, objective: string) =>
    `operator mode ${mode}${mode === 'active' ? `: ${objective}` : ''}`,
  done: 'operator mode done; the work is archived',
  notDone: (issues: string, number: number, cli: string) =>
    `not done: ${issues}\nhold #${number}: /edge approve ${number} accepts it as it is, /edge skip ${number} keeps working; the agent states its steps with \`${cli} plan\``,
  question: (number: number, question: string) =>
    `hold #${number}: ${question}\ndecide with /edge approve, skip or dismiss`,
  nothingDone: 'nothing has been worked on yet; start with /edge active',
  alreadyDone: 'the work is already done; start new work with /edge plan',
  archived: 'the work is done and archived; start new work with /edge plan',
  noObjective: '`active` needs an objective; type /edge active "what you want"',
  noPlan: NO_PLAN,
  stateSteps: (cli: string) => `${NO_PLAN}\nstate your steps with \`${cli} plan "<step>" "<step>"\``,
  nothingCompleted: 'Warning: No step is marked completed, so there is little to review.',
} as const

/** EDGE-82 to EDGE-86, to the letter. */
export function issueText(check: QualityCheck, open: number): string {
  switch (check) {
    case 'objective':
      return 'No objective defined'
    case 'completed':
      return 'No steps marked completed'
    case 'in-progress':
      return `${open} steps still in progress`
    case 'activity':
      return 'Very little activity observed'
    case 'files':
      return 'Steps marked completed but no files modified'
  }
}

export const EDGE_PAUSE_TEXTS = {
  started: (minutes: number) => `holds are paused for ${minutesText(minutes)}; catastrophic commands stay blocked`,
  over: 'the pause is over; commands are held again',
  none: 'nothing is paused',
} as const

/** Why something ended, as the record has it. */
export const WHY_ENDED = {
  clientGone: 'its client is gone',
  sessionEnded: 'its session ended',
  timeUp: 'nobody decided in time',
  declined: "declined at the runtime's prompt",
  filesChanged: 'what it runs was changed',
  earlierVersion: 'made by an earlier version of Fairlead',
  neverRan: 'the call never ran',
  pauseByPerson: 'ended by the person',
  pauseTimeUp: 'its time was up',
} as const

const MAX_OBJECTIVE_CHARS = 200

/** Where the project stands, in one line. */
export function statusText({ mode, pinned, claims }: EdgeState, holds: readonly Hold[]): string {
  const source = pinned || mode === 'plan' ? '' : ' (inferred)'
  const about = claims.objective === '' ? '' : `, objective: ${claims.objective.slice(0, MAX_OBJECTIVE_CHARS)}`
  return `operator mode ${mode}${source}${about}, ${holds.length === 0 ? 'no holds' : holdsText(holds)}`
}

/** EDGE-50: what a person reads before they decide: the command, and what would be lost. */
export function holdText({ number, command, reason }: Pick<Hold, 'number' | 'command' | 'reason'>): string {
  return command === undefined ? `#${number} ${reason}` : `#${number} \`${command.replaceAll(/\s+/g, ' ')}\`: ${reason}`
}

const holdsText = (holds: readonly Hold[]) => holds.map(holdText).join('; ')

/** What a person has approved and may still take back. */
export function grantsText({ allowances, dismissals, overrides }: EdgeState, atMs: number): string {
  const all = [
    ...allowances
      .filter(({ use, expiresAtMs = atMs + 1 }) => use.kind === 'open' && atMs < expiresAtMs)
      .map(
        ({ number, about, fingerprint, expiresAtMs }) =>
          `#${number} once${expiresAtMs === undefined ? '' : `, until ${timeText(expiresAtMs)}`}: ${about ?? fingerprint}`,
      ),
    ...dismissals
      .filter(({ expiresAtMs }) => atMs < expiresAtMs)
      .map(
        ({ number, expiresAtMs, about, fingerprint }) =>
          `#${number} similar commands until ${isoTime(expiresAtMs)}: ${about ?? fingerprint}`,
      ),
    ...overrides.map(({ number, checks }) => `#${number} quality checks accepted: ${checks.join(', ')}`),
  ]
  return all.length === 0 ? 'nothing is approved' : all.join('\n')
}

/** The newest: a long list would bury the warnings. */
const MAX_HOLDS_TOLD = 5

/** What the person sees when a session starts. */
export const START_NOTICES = {
  lost: (seen: string) => `fairlead: the last session ended unexpectedly after ${seen}`,
  waiting: (holds: readonly Hold[]) => {
    const more = holds.length > MAX_HOLDS_TOLD ? `; and ${holds.length - MAX_HOLDS_TOLD} more` : ''
    return `fairlead: waiting for you: ${holdsText(holds.slice(-MAX_HOLDS_TOLD))}${more}`
  },
  unvouched: (doubt: Unvouched) =>
    doubt.finding === 'first'
      ? `fairlead: from now on a head vouches for the end of the audit log; see \`fairlead audit verify\``
      : `fairlead: the ${doubt.finding === 'snapshot' ? 'database' : 'audit log'} was tampered with: ${doubtText(doubt)}; run \`fairlead audit verify\``,
  doorClosed: (why: string) => `fairlead: \`/edge\` doesn't work in this terminal: ${why}`,
} as const

/** What the agent is told when a session starts; each part is cut to its share. */
export const CONTEXT_PARTS = {
  mode: (mode: OperatorMode) => `fairlead: operator mode ${mode}`,
  objective: (objective: string) => `objective: ${objective}`,
  step: (step: number, steps: number, status: string, description: string) =>
    `step ${step} of ${steps}, ${status}: ${description}`,
  lost: (seen: string) => `the last session ended unexpectedly after ${seen}`,
  hold: (number: number, reason: string) => `hold #${number} waits for the person: ${reason}`,
  lesson: (trigger: string, lesson: string) => `${trigger}: ${lesson}`,
} as const

/** What an agent is told of what it has claimed. */
export const CLAIM_TEXTS = {
  objective: (objective: string) => (objective === '' ? 'no objective yet' : `objective: ${objective}`),
  plan: (plan: readonly PlanStep[]) =>
    plan.length === 0
      ? 'no plan yet; pass its steps, each in quotes'
      : plan
          .map(({ description, status, proof }, index) => `${index + 1}. ${status}: ${description}${proofText(proof)}`)
          .join('\n'),
  memory: (memory: readonly Lesson[]) =>
    memory.length === 0 ? 'no lessons yet' : memory.map(({ trigger, lesson }) => `${trigger}: ${lesson}`).join('\n'),
  noStep: (step: number, steps: number) =>
    steps === 0
      ? "there's no plan yet; state its steps first"
      : `there's no step ${step}; the plan has ${count(steps, 'step')}`,
  tooMuch: 'objective, plan and memory are too long together; shorten them',
} as const

/** What is wrong with a claim as it was given. */
export const CLAIM_PROBLEMS = {
  step: 'give `--step` with `--status` or `--proof`, or every step in quotes',
  lesson: 'give when it matters and what to do then, each in quotes; or when it matters and `--forget`',
} as const

const proofText = (proof: string | undefined) => (proof === undefined ? '' : ` (proof: ${proof})`)

/** What was observed, in few words. */
export function observedText({ filesModified }: Observations, calls: number): string {
  return `${count(calls, 'call')}, ${count(filesModified.length, 'file')} changed`
}

/** EDGE-27. */
export function proofWanted(steps: number, cli: string): string {
  const which = steps === 1 ? '1 completed step has' : `${steps} completed steps have`
  return `review: ${which} no \`proof\`; add what proves it, such as a passing test: \`${cli} plan --step <number> --proof "<text>"\``
}

/* EDGE-134: the first line of a refusal is what a person reads where a client folds the rest away. */

/** Where that is possible. */
const MAX_CHARS = 100
const MIN_COMMAND_CHARS = 24
/** A longer reason is cut where its sentence allows. */
const MAX_REASON_CHARS = 44

export interface Refused {
  /** The whole call, and the command in it that is at fault. */
  readonly command: string
  readonly risky?: string | undefined
  readonly reason: string
}

export const HEADLINES = {
  held: (number: number, refused: Refused, next: string) => line(`held #${number}`, refused, next),
  asked: (number: number, refused: Refused) => line(`held #${number}`, refused, 'Yes lets it run once'),
  blocked: (refused: Refused, next = '') => line('blocked', refused, next),
  waiting: ({ number, command = '', reason, agentType }: Hold) => {
    const whose = agentType === undefined ? '' : ` of ${agentType}`
    return line(`held #${number}${whose}`, { command, reason }, `Approve: /edge approve ${number}`)
  },
  paused: (until: string) => `Fairlead is paused until ${until}: what it would hold runs`,
} as const

/** How to let it pass, by the way that works where this is read. */
export function approveBy({ number, keepUntilMs }: Hold, cli: string, person: PersonHere): string {
  if (person.kind === 'absent')
    return keepUntilMs === undefined ? 'Nobody is here to approve it' : KEPT_TEXTS.headline(number, cli)
  const by = person.kind === 'present' ? person.by : 'neither'
  if (by === 'command') return `Approve: /edge approve ${number}`
  return `Approve: ${by === 'dialog' ? 'in the dialog, or ' : ''}${cli} edge approve ${number}`
}

/** What the reasons say, without what a rule fixes and what comes after it. */
export function reasonIn(reasons: Reasons): string {
  const [first, second] = reasons
  const { text } = first.text === BLOCKED_FOR_SAFETY && second ? second : first
  return text.replace(/; safer: .*$/s, '')
}

function line(what: string, { command, risky = command, reason }: Refused, next: string): string {
  const why = reason.length > MAX_REASON_CHARS ? firstClause(reason) : reason
  const rest = `Fairlead ${what} "": ${why}${next === '' ? '' : `. ${next}`}`
  const room = Math.max(MIN_COMMAND_CHARS, MAX_CHARS - rest.length)
  const whole = flat(command)
  const shown = whole.length <= room ? whole : cut(flat(risky), room)
  return rest.replace('""', () => `"${shown}"`)
}

const firstClause = (reason: string): string => reason.replace(/(?:[,;:] | \()[\s\S]*$/, '')
const flat = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')
const cut = (text: string, room: number): string => (text.length <= room ? text : `${text.slice(0, room - 1)}…`)

/** Turns `/edge` commands of a message into what is typed in a terminal: for everybody whose client has no such command. */
export function asTyped(text: string): string {
  // EDGE-20: this sentence is kept to the letter.
  return text.replaceAll(/(?<!Consider )(?<![\w./])\/edge (?=[a-z])/g, 'fairlead edge ')
}
