/** Everything that people and agents read about holds that outlive their session. */

import type { Allowance, Hold, KeptHold } from '../model/state.ts'
import { isoTime } from '../model/time.ts'
import { count } from './count.ts'

const HOUR_MS = 3_600_000

/** To the minute: `2027-01-15 08:00 UTC`. */
export const timeText = (atMs: number): string => `${isoTime(atMs).slice(0, 16).replace('T', ' ')} UTC`

/** Why a kept hold or the approval of one ended, as the record has it. Never that somebody declined it. */
export const WHY_KEPT_ENDED = {
  unanswered: ({ keepUntilMs, createdAtMs }: KeptHold) =>
    `nobody decided within ${count(Math.max(1, Math.round((keepUntilMs - createdAtMs) / HOUR_MS)), 'hour')}`,
  superseded: 'superseded: the same call came again with something else behind it',
  notShown: (why: string, notWhole: string) => `${why}; it cannot be decided later, since ${notWhole}`,
  crowdedOut: 'crowded out by newer ones',
  unused: 'the approval was not used in time',
} as const

/** Why nobody can be shown all of a call. */
export const NOT_WHOLE = {
  tooLong: (chars: number) => `its text has more than ${chars} characters`,
  redacted: 'a secret in its text is not shown',
  unresolved: 'what it runs cannot be told beforehand',
  unread: (name: string) => `\`${name}\` could not be read`,
} as const

/** What is kept is always a call. */
const commandOf = ({ command = '' }: Hold) => `\`${command.replaceAll(/\s+/g, ' ')}\``

/** What was approved, as a later session and the list of approvals name it. */
export const aboutText = (hold: Hold): string => `${commandOf(hold)}: ${hold.reason}`

export const KEPT_TEXTS = {
  /** EDGE-130: it never promises that somebody will look. */
  nobodyHere: (keepUntilMs: number | undefined) =>
    keepUntilMs === undefined
      ? "nobody is here to approve it; don't look for a way around it, finish the rest and report this as not done"
      : `nobody is here to approve it; it is kept until ${timeText(keepUntilMs)}; don't look for a way around it, finish the rest and list this as left undone`,
  headline: (number: number, cli: string) => `Kept; approve: ${cli} edge approve ${number}`,
  approved: (hold: Hold, untilMs: number) => ({
    notice: `hold #${hold.number} approved once: ${commandOf(hold)}; the next session that tries it unchanged may run it, until ${timeText(untilMs)}`,
    steer: `it may run once, unchanged: ${hold.reason}`,
  }),
  skipped: (hold: Hold, untilMs = 0) => ({
    notice: `hold #${hold.number} skipped: ${commandOf(hold)}; it is refused until ${timeText(untilMs)}`,
    steer: `don't try it: ${hold.reason}`,
  }),
  /** EDGE-129: at most three lines for a new session. */
  startApproved: ({ number, about = '' }: Allowance) =>
    `approved by the person, once and unchanged: #${number} ${about}`,
  startSkipped: (hold: KeptHold) =>
    `refused by the person: #${hold.number} ${commandOf(hold)}${noteText(hold.skipped?.note)}`,
} as const

/** EDGE-132: the person's own words. */
export const noteText = (note: string | undefined): string => (note === undefined ? '' : `; their note: "${note}"`)

const numbered = (numbers: readonly number[]) => numbers.map((number) => `#${number}`).join(', ')

interface Told {
  readonly number: number
  readonly reason?: string
  readonly command?: string
  readonly outcome?: string
}

/** What a person who looks elsewhere is told. */
export const NOTICE_TEXTS = {
  title: {
    'hold.opened': (project: string, numbers: readonly number[]) =>
      `Fairlead: ${numbered(numbers)} in ${project} waits`,
    'hold.kept': (project: string, numbers: readonly number[]) =>
      `Fairlead: ${numbered(numbers)} in ${project} is kept`,
    'hold.settled': (project: string, numbers: readonly number[]) =>
      `Fairlead: ${numbered(numbers)} in ${project} is settled`,
  },
  line: ({ number, reason, command, outcome }: Told) => {
    const parts = [command === undefined ? undefined : `\`${command}\``, reason, outcome].filter(Boolean)
    return `#${number}${parts.length === 0 ? '' : ` ${parts.join(': ')}`}`
  },
  test: 'This is what a notice looks like',
  noSecret: 'no secret signs it; run `fairlead notify secret`',
} as const
