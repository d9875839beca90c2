import { count } from './count.ts'

/** How a hold of a run ended, as `report` prints it. */
export const HOLD_OUTCOME = {
  waiting: 'waiting',
  approved: 'approved',
  revoked: 'approved, then taken back',
  skipped: 'skipped',
  dismissed: 'similar commands allowed',
  answered: 'answered',
  lapsed: 'expired',
} as const

export const STATUS_TEXTS = {
  setUp: { yes: 'yes', no: 'no; run `fairlead init` here' },
  inferred: ' (inferred)',
  none: 'none',
  noPlan: 'no plan',
  plan: (completed: number, steps: number, withProof: number, inProgress: number) =>
    `${completed} of ${count(steps, 'step')} completed, ${withProof} with proof, ${inProgress} in progress`,
  activity: (calls: number, files: number, testsPassed: boolean | null) =>
    `${count(calls, 'call')} finished, ${count(files, 'file')} changed, ${testsPassed === null ? 'no tests' : testsPassed ? 'tests passed' : 'tests failed'}`,
  kept: (until: string, met: number) => `, until ${until}${met === 0 ? '' : `, met again ${count(met, 'time')}`}`,
  paused: (minutes: string) => `holds are paused for ${minutes} more min; blocked commands stay blocked`,
  unconfirmed: (looser: number) => `${count(looser, 'change')} would loosen it; run \`fairlead config confirm\``,
  policy: (problems: number) => `${count(problems, 'problem')}; run \`fairlead config check\``,
  entries: (entries: number) => count(entries, 'entry'),
  daemonUp: (version: string, pid: number) => `running, version ${version}, process ${pid}`,
  daemonDown: 'not running; the next hook starts it',
  decide: (number: number) =>
    `\napprove with \`fairlead edge approve ${number}\`; \`skip\` and \`dismiss\` work the same way`,
  stretch: (kind: string, number: number, calls: number) =>
    `${kind}, stretch ${number}, ${count(calls, 'call')} asked for`,
  noStretch: (calls: number) => `${count(calls, 'call')} asked for`,
  loops: (loops: number) => `; ${count(loops, 'loop')}`,
  change: (number: number, at: number, calls: number, why: string) =>
    `change ${number} at call ${at} of ${calls}: ${why}`,
  off: (signals: string) => `not watched, for lack of data: ${signals}`,
} as const

/** `fairlead log`: what happened, in sentences. */
export const LOG_TEXTS = {
  badSince: (given: string) => `\`${given}\` isn't a time; use 2h, 7d, yesterday or 2026-11-01`,
  since: (time: string) => `since ${time}`,
  started: (runtime: string) => `${runtime} started a session`,
  ended: 'the session ended',
  lost: 'the session broke off',
  held: (number: number, what: string) => `held #${number} ${what}`,
  blocked: (call: string, rules: string) => `blocked \`${call}\` (${rules})`,
  approved: (number: number) => `#${number} was approved`,
  dismissed: (number: number) => `#${number} and similar commands were allowed for a while`,
  skipped: (number: number) => `#${number} was skipped`,
  lapsed: (number: number) => `#${number} expired`,
  refused: (why: string) => `an approval was not accepted: ${why}`,
  paused: 'holds were paused',
  backedUp: (files: number, id: string) => `${count(files, 'file')} backed up as ${id}`,
  policyChanged: 'your policy file changed',
  /** Of a command of ours, that command; of a file that is another one already, what the client was told. */
  changeRefused: (source: string, path: string) =>
    source === 'settings'
      ? `\`${path}\` had switched Fairlead off for the next session, and was put right`
      : source === 'agent-door' || source.startsWith('fairlead ')
        ? `refused an agent \`${source === 'agent-door' ? path : source.replace(/, process .*$/, '')}\``
        : `\`${path}\` changed; running sessions keep the settings of before`,
  total: (calls: number, sessions: number, held: number, blocked: number) =>
    `${count(calls, 'call')} in ${count(sessions, 'session')}, ${held} held, ${blocked} blocked`,
  summary: (of: Readonly<Record<'held' | 'days' | 'approved' | 'stopped' | 'waiting' | 'expired', number>>) =>
    [
      `held ${of.held} in ${count(of.days, 'day')}`,
      `you approved ${of.approved}`,
      `${of.stopped} stopped for good`,
      ...(of.expired > 0 ? [`${of.expired} expired`] : []),
      ...(of.waiting > 0 ? [`${of.waiting} waiting`] : []),
    ].join(', '),
  noise: (call: string, approvals: number, hold: number) =>
    `looks like noise: \`${call}\`, approved ${approvals} times in a row within seconds; stop asking with \`fairlead rules allow ${hold}\``,
} as const

export const REPORT_TEXTS = {
  noRun: 'no run was recorded here yet; start an agent first',
  unknownRun: (session: string) => `unknown run \`${session}\`; \`fairlead status --json\` shows the last one`,
  notApproved: (holds: number) => `${count(holds, 'hold')} of this run not approved; see above`,
  nothingHeld: 'nothing was held in this run',
} as const

/** `report --merge`: several people's exports in one table. */
export const MERGE_TEXTS = {
  columns: { calls: '   calls', held: '  held', approved: 'approved', refused: 'not approved', blocked: 'blocked' },
  all: 'all',
  command: (command: string, times: number, people: number) =>
    `${String(times).padStart(4)} × \`${command}\`, held by ${people === 1 ? '1 person' : `${people} people`}`,
  damaged: (file: string, problem: string) =>
    `\`${file}\` is no whole export (${problem}); ask for a new one: \`fairlead audit export --out name.jsonl\``,
} as const

export const CI_TEXTS = {
  noCommand: 'name the command to run; see `fairlead ci --help`',
  notStarted: (command: string, why: string) =>
    `\`${command}\` could not be started (${why}); check the command and retry`,
  notSeen: "the agent never called Fairlead's hooks, so nothing was checked; run `fairlead doctor` on this machine",
  ended: (command: string, code: number | null) =>
    code === null ? `\`${command}\` was ended by a signal` : `\`${command}\` ended with exit code ${code}`,
  stopped: (stopped: number) =>
    `${count(stopped, 'call')} did not run; see above, approve such commands by a policy in the image, or run them yourself`,
  passed: (calls: number) => `fairlead: ${count(calls, 'call')} checked, nothing held or blocked`,
  written: (folder: string) => `fairlead: audit log and summary are in ${folder}`,
  line: (outcome: keyof typeof CI_OUTCOME, what: string, why: string) =>
    `fairlead: ${CI_OUTCOME[outcome]} ${what}${why === '' ? '' : `: ${why}`}`,
} as const

export const CI_OUTCOME = { hold: 'held', ask: 'held', block: 'blocked' } as const

export interface CiRow {
  readonly outcome: keyof typeof CI_OUTCOME
  readonly what: string
  readonly why: string
}

interface CiRun {
  readonly command: string
  readonly calls: number
  readonly rows: readonly CiRow[]
  readonly facts: number
  readonly head: string
  readonly file: string
}

/** What an agent chose is code to Markdown, whatever it contains. */
export function ciSummary({ command, calls, rows, facts, head, file }: CiRun): string {
  const title = rows.length === 0 ? 'nothing held or blocked' : `${count(rows.length, 'call')} held or blocked`
  const table = rows.map(({ outcome, what, why }) => `| ${CI_OUTCOME[outcome]} | ${code(what)} | ${plain(why)} |`)
  return [
    `## Fairlead: ${title}`,
    '',
    `${code(command)}: ${count(calls, 'call')} checked.`,
    '',
    ...(rows.length === 0 ? [] : ['| | call | why |', '|---|---|---|', ...table, '']),
    `Audit log: ${count(facts, 'entry')}, head \`${head}\`. Check it anywhere with \`fairlead audit verify ${file}\`.`,
    '',
  ].join('\n')
}

function code(text: string): string {
  return `<code>${plain(text)}</code>`
}

/** Nothing in it is markup, and it stays in its cell. */
function plain(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('|', '&#124;')
    .replaceAll('`', '&#96;')
    .replaceAll(/[\r\n]+/g, ' ')
}
