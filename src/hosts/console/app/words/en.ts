/** Every word of the page. Functions take values and give a sentence; dates and numbers are the reader's own. */

import type { ExhibitChangeRow, HoldState, Level } from '../../../../console/contract/shapes.ts'
import { MINUTE, num, percent, span } from './format.ts'

const plural = (count: number, one: string, many = `${one}s`): string => `${num(count)} ${count === 1 ? one : many}`

export const NAV = {
  label: 'Pages',
  queue: 'Queue',
  now: 'Now',
  sessions: 'Sessions',
  ledger: 'Ledger',
  audit: 'Audit',
  insights: 'Insights',
  product: 'Fairlead',
  skip: 'Skip to the page',
  waits: (count: number) => `${plural(count, 'hold')} waiting`,
} as const

export const BAR = {
  allProjects: 'All projects',
  project: 'Project',
  search: 'Search',
  help: 'Keys and help',
  theme: 'Appearance',
  themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  find: 'Find',
  title: (page: string, waiting: number) => `${waiting > 0 ? `(${waiting}) ` : ''}${page} · Fairlead`,
} as const

export const LEVEL: Readonly<Record<Level, string>> & {
  readonly left: (ms: number) => string
  readonly explain: Readonly<Record<Level, string>>
  readonly digits: string
  readonly compare: string
  readonly lock: string
  readonly about: string
} = {
  look: 'look',
  present: 'present',
  left: (ms) => span(ms),
  explain: {
    look: 'This page shows everything and decides nothing.',
    present:
      'This page can approve, dismiss for up to 60 minutes and skip. It falls back to look after 30 idle minutes.',
  },
  digits: 'Compare with your terminal',
  compare: 'If your terminal shows the same three digits, press Enter there. Then this page can decide.',
  lock: 'Lock this page',
  about: 'What this page may do',
}

export const STATES = {
  locked: 'This page is locked',
  lockedWhy: (why: string) => `${why}.`,
  lockedNext: 'Open it from a terminal of your own:',
  command: 'fairlead console',
  loading: 'Loading…',
  away: 'The daemon is away. Nothing is lost: agents are still checked, and this page tries again by itself.',
  behind: (rows: number) => `Older rows are still being read: ${plural(rows, 'row')} to go. The newest are here.`,
  stale: 'This could not be refreshed; what you see is from before.',
  again: 'Try again',
  broken: 'Something went wrong here',
  doctor: 'If it stays, run `fairlead doctor` in a terminal.',
  more: 'Show older',
} as const

const OUTCOME: Readonly<Record<HoldState, string>> = {
  waiting: 'waiting',
  given: 'approved, not used yet',
  used: 'in use now',
  ran: 'ran, ok',
  failed: 'ran, failed',
  unseen: 'used, no result seen',
  dismissed: 'kind allowed for a while',
  skipped: 'skipped',
  answered: 'answered',
  lapsed: 'lapsed, nobody decided',
  revoked: 'taken back',
  void: 'void, something changed',
}

export const QUEUE = {
  title: 'Queue',
  waiting: 'Waiting for you',
  settled: 'Settled',
  number: (number: number) => `#${number}`,
  outcome: (state: HoldState) => OUTCOME[state],
  emptyTitle: 'Nothing waits for you',
  emptyNext: 'When an agent tries something risky, it appears here with what it would do.',
  last: (number: number, when: string, outcome: string) => `Last hold: #${number}, ${when}, ${outcome}.`,
  choose: 'Choose a hold to see what it would do.',
  parked: (ms: number) => `the agent stands still, ${span(ms)}`,
  idle: (ms: number) => `agent idle ${span(ms)}`,
  working: (calls: number) => `agent works on, ${plural(calls, 'call')} since`,
  ended: 'its session ended, nobody waits',
  kept: (ms: number) => `kept ${span(ms)} more`,
  asked: (runtime: string, agent: string) => `${runtime} · ${agent === '' ? 'main agent' : agent}`,
  before: 'Before this',
  inFolder: (folder: string) => `in ${folder}`,
  copy: 'Copy',
  copied: 'Copied',
  session: 'Open the session',
  rule: 'Rule',
  ruleText: (held: number, passed: number, days: number) =>
    `held ${num(held)}× in ${days} days, ${num(passed)} let pass`,
  ruleFirst: 'the first time here',
  safer: 'Safer',
  targets: 'Acts on',
  notWhole: 'Not shown whole',
  met: 'Tried again',
  metText: (times: number) => `${plural(times, 'later run')} wanted the same`,
  binds: 'Approval covers',
  unchanged: 'unchanged since it was held',
  changed: 'Changed since it was held',
  change: ({ name, how, more = [] }: Pick<ExhibitChangeRow, 'name' | 'how'> & Partial<ExhibitChangeRow>) => {
    if (more.length > 0) return `${plural(more.length, 'more commit')}: ${more.join(', ')}`
    return how === 'gone' ? `${name} is gone` : how === 'new' ? `${name} is new` : `${name} was changed`
  },
  changedNext: 'An approval now would not fit: let the agent try again.',
  lost: 'Lost for good',
  lostText: (lost: number, all: number) =>
    lost === 0 ? 'nothing: git has all of it' : `${num(lost)} of ${plural(all, 'file')} are nowhere else`,
  lostPush: 'nothing here; others see it at once',
  groups: { tracked: 'in git, unchanged', changed: 'changed', untracked: 'not in git', ignored: 'ignored by git' },
  andMore: (count: number) => `and ${num(count)} more`,
  publishes: 'Would publish',
  commits: (count: number) => plural(count, 'commit'),
  noCommits: 'no commit that the other side does not have, as far as is known here',
  to: (place: string) => `to ${place}`,
  forced: 'forced: it overwrites what is there',
  files: (count: number) => plural(count, 'file'),
  added: (count: number) => `+${num(count)}`,
  removed: (count: number) => `−${num(count)}`,
  script: 'Would run',
  cut: (count: number) => `${num(count)} more characters are not shown`,
  previewLater: 'Looking at what it would touch…',
  catastrophic: 'catastrophic',
} as const

export const ACT = {
  approve: 'Approve once',
  dismiss: 'Allow this kind',
  skip: 'Skip',
  revoke: 'Take back',
  minutes: (minutes: number) => `${minutes} min`,
  confirmApprove: (number: number) => `Approve #${number} once: `,
  keyEnter: '⏎',
  keyEscape: 'esc',
  confirmDismiss: (number: number, minutes: number) => `Allow this kind for ${minutes} minutes, from #${number} on`,
  confirm: 'Confirm',
  cancel: 'Cancel',
  note: 'Note for the agent (optional)',
  noteHelp: 'Your words, in its refusal. At most 300 characters.',
  skipWithNote: (number: number) => `Skip #${number}`,
  instead: 'This page cannot decide this. In your own terminal:',
  done: 'Decided',
  for: 'For how long',
} as const

export const NOW = {
  title: 'Now',
  span: (hours: number) => (hours === 1 ? 'last hour' : `last ${hours} h`),
  spanLabel: 'Time shown',
  emptyTitle: 'No agent is at work here',
  emptyNext: 'Start Claude Code or Codex in a project where you ran `fairlead init`.',
  standing: { waiting: 'waits for you', looping: 'looping', working: 'working', idle: 'idle' },
  mode: (mode: string) => `mode ${mode}`,
  noObjective: 'no objective stated',
  attention: (level: string, tokens: number) => `attention ${level}, ${num(tokens)} tokens since the last synthesis`,
  share: (share: number) => `${percent(share)} of the context`,
  subagents: 'Subagents',
  recent: 'Last calls',
  hold: (number: number) => `#${number} waits for you`,
  open: 'Open permissions',
  approval: (number: number, about: string) => `#${number} approved, not used yet: ${about}`,
  dismissal: (number: number, about: string, ms: number) =>
    `this kind is allowed for ${span(ms)} more (#${number}): ${about}`,
  pause: (ms: number) => `paused: nothing is held for ${span(ms)} more`,
  end: 'End',
  started: (ms: number) => `since ${span(ms)}`,
  calls: (count: number) => plural(count, 'call'),
} as const

export const SESSIONS = {
  title: 'Sessions',
  emptyTitle: 'No session is on record yet',
  emptyNext: 'Start an agent in a project where you ran `fairlead init`.',
  search: 'Find a session',
  untitled: 'no objective stated',
  counts: { calls: 'Calls', holds: 'Holds', steers: 'Hints', failed: 'Failed' },
  started: 'Started',
  columns: {
    what: 'Session',
    project: 'Project',
    started: 'Started',
    calls: 'Calls',
    holds: 'Holds',
    failed: 'Failed',
  },
  back: 'All sessions',
  live: 'live',
  ended: 'ended',
  ribbon: (parts: number) => `Kinds of work over time, ${plural(parts, 'stretch', 'stretches')}`,
  lane: { main: 'main' },
  filters: 'Show',
  kinds: {
    calls: 'calls',
    results: 'results',
    boundaries: 'boundaries',
    holds: 'holds',
    steers: 'hints',
    ledger: 'ledger',
    prompts: 'prompts',
    other: 'other',
  },
  agent: 'Agent',
  everyAgent: 'every agent',
  claims: 'Claims',
  claim: { verified: 'Verified', false: 'False', unverified: 'Unverified' },
  noRows: 'No row matches.',
  searchRows: 'Find in this session',
  link: 'Link to this row',
  fact: (seq: number) => `Fact ${num(seq)}`,
  hash: (hash: string) => `hash ${hash.slice(0, 16)}…`,
  explain: 'In a terminal:',
  explainCommand: (text: string) => `fairlead explain '${text.replaceAll("'", "'\\''")}'`,
  openHold: 'Open in the queue',
  close: 'Close',
} as const

export const AUDIT = {
  title: 'Audit',
  emptyTitle: 'Nothing is on record in this project yet',
  emptyNext: 'Everything an agent tries here is written down, one fact after the other.',
  chooseProject: 'Choose a project: each has an audit of its own.',
  widen: 'Choose another kind, or search for less.',
  search: 'Find in the audit',
  kinds: 'Kind',
  everyKind: 'every kind',
  groups: {
    all: 'everything',
    refused: 'refused approvals and gaps',
    holds: 'holds and decisions',
    calls: 'calls',
    sessions: 'sessions',
    console: 'console and settings',
    ledger: 'ledger',
  },
  verify: 'Verify',
  verifyAbout: 'Recomputes every hash in this page, from the first fact on.',
  verifying: (facts: number) => `verified ${num(facts)} facts so far…`,
  stop: 'Stop',
  whole: (facts: number, head: string) =>
    `Verified: ${plural(facts, 'fact')}, unbroken from the first. Head ${head.slice(0, 16)}…`,
  broken: (seq: number, facts: number) =>
    `Broken at fact ${num(seq)}: it is not what was written. ${plural(facts, 'fact')} before it verified.`,
  stopped: 'Stopped.',
  compare: 'Compare with an export',
  same: (facts: number) => `The file agrees with this audit up to fact ${num(facts)}.`,
  differs: (seq: number) => `The file and this audit differ from fact ${num(seq)} on.`,
  unreadable: 'This file is not an export of an audit.',
  export: 'Export',
  columns: { seq: 'Fact', time: 'Time', kind: 'Kind', what: 'What' },
} as const

export const INSIGHTS = {
  title: 'Insights',
  days: (days: number) => `${days} days`,
  daysLabel: 'Time shown',
  emptyTitle: 'Too little to say anything',
  emptyNext: (decisions: number) =>
    `There were ${plural(decisions, 'decision')} in this time; below 20 a chart would mislead. Come back later, or choose a longer time.`,
  perDay: 'Holds per day',
  perDayText: (holds: number, passed: number, days: number) =>
    `${plural(holds, 'hold')} in ${days} days; ${percent(holds === 0 ? 0 : passed / holds)} were let pass.`,
  rates: 'Rules',
  ratesText: (count: number) =>
    count === 0
      ? 'No rule is let pass nearly every time.'
      : `${plural(count, 'rule')} let pass at least nine times in ten: a candidate for an exception.`,
  rule: 'Rule',
  held: 'Held',
  passed: 'Let pass',
  skipped: 'Skipped',
  lapsed: 'Lapsed',
  noise: 'false alarm?',
  tune: (rule: string) => `fairlead rules show ${rule}`,
  waited: 'Minutes agents waited, by week',
  waitedText: (minutes: number) => `Agents waited ${span(minutes * MINUTE)} in all.`,
  decide: 'Time to a decision',
  decideText: (median: number, p90: number) =>
    `Half were decided within ${span(median)}, nine in ten within ${span(p90)}.`,
  commands: 'Most held commands',
  folders: 'Folders',
  refusals: 'Refused approvals, by what tried',
  failing: 'Commands that fail',
  loops: (count: number) => `${plural(count, 'loop')} noticed in this time.`,
  none: 'none',
  table: 'Show as a table',
  chart: 'Show as a chart',
  day: 'Day',
  week: 'Week',
  minutes: 'Minutes',
  see: 'See them',
  outcomes: {
    approved: 'approved',
    dismissed: 'kind allowed',
    skipped: 'skipped',
    lapsed: 'lapsed',
    answered: 'answered',
    waiting: 'waiting',
  } as Readonly<Record<string, string>>,
} as const

export const LEDGER = {
  title: 'Ledger',
  emptyTitle: 'No decision is on record here',
  emptyNext: 'An agent records one with `fairlead ledger decide`, or through its tools.',
  chooseProject: 'Choose a project: each has a ledger of its own.',
  decisions: 'Decisions',
  next: 'Next steps',
  blockers: 'Blockers',
  questions: 'Open questions',
  superseded: 'superseded',
  why: 'Why',
  recheck: 'Check the citations',
  rechecking: 'Opening every cited place…',
  rechecked: (stand: number, all: number) =>
    all === 0
      ? 'No citation could be opened.'
      : `${num(stand)} of ${plural(all, 'citation')} stand where they were cited.`,
  standsNow: 'stands now',
  packet: 'What the next session is told',
  packetText: (tokens: number) => `${plural(tokens, 'token')}, word for word as it would start now.`,
  noPacket: 'Nothing yet.',
  grounding: 'Decisions with evidence, by day',
  groundingText: (grounded: number, all: number) =>
    `${num(grounded)} of ${plural(all, 'claim')} cite a place in the code.`,
  withEvidence: 'with evidence',
  without: 'without',
  standing: {
    verified: 'stands',
    moved: 'moved',
    changed: 'changed',
    gone: 'gone',
  } as Readonly<Record<string, string>>,
  grounded: {
    citation: 'cited',
    code_reference: 'names code',
    user_input: 'said by the person',
    assumption: 'assumption',
    ungrounded: 'no evidence',
    observed: 'seen by Fairlead',
  } as Readonly<Record<string, string>>,
} as const

export const KEY_HELP = {
  title: 'Keys',
  close: 'Close',
  /** Between two strokes. */
  between: 'then',
  keys: [
    ['j k', 'next, previous'],
    ['enter o', 'open'],
    ['a', 'approve once, then Enter'],
    ['d', 'allow this kind, then Enter'],
    ['s', 'skip with a note'],
    ['u', 'take back'],
    ['/', 'search'],
    ['g then q n s', 'Queue, Now, Sessions'],
    ['g then l a i', 'Ledger, Audit, Insights'],
    ['Ctrl K', 'find anything'],
    ['L', 'lock'],
    ['?', 'this'],
  ] as readonly (readonly [string, string])[],
  single: 'Single keys',
  on: 'on',
  off: 'off',
} as const

export const PALETTE = {
  title: 'Find',
  placeholder: 'A page, a session, a hold, a rule…',
  none: 'Nothing found.',
  page: 'page',
  hold: 'hold',
  session: 'session',
} as const

export const LIVE = {
  newHold: (count: number) => `${plural(count, 'hold')} waiting for you`,
} as const
