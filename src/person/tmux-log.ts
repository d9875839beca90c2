/** What tmux was told to do, newest first, the question itself above all; and how many entries it keeps. */
export interface TmuxLog {
  readonly text: string
  readonly limit: number
}

interface Asked {
  readonly nowMs: number
  readonly sinceMs: number
  /** Terminals of people who were there before; what they did with their own keys is theirs. */
  readonly terminals: readonly string[]
}

/** Commands that only show, arrange or end something. What is not listed here may type for somebody. */
const HARMLESS = new RegExp(
  `^(?:${[
    ...['list-.*', 'show-.*', 'select-.*', 'new-.*', 'kill-.*', 'rename-.*', 'resize-.*', 'clear-.*', 'lock-.*'],
    ...['last-.*', 'next-.*', 'previous-.*', 'swap-.*', 'move-.*', 'respawn-.*', '(?:un)?link-window', 'rotate-window'],
    ...['display-message', 'has-session', 'capture-pane', 'split-window', 'break-pane', 'join-pane', 'find-window'],
    ...['refresh-client', 'detach-client', 'suspend-client', 'switch-client', 'attach-session', 'start-server'],
    ...['set-environment', 'wait-for', '(?:save|set|load|delete)-buffer', 'set-(?:window-)?option'],
  ].join('|')})$`,
)
/** Options that change what a key or a command means, or how much is remembered. */
const TELLING_OPTIONS = /\b(?:command-alias|user-keys|key-table|message-limit|default-client-command)\b/

/** The time is an hour and a minute for a day, and a date afterwards. */
const ENTRY = /^(?:(\d\d):(\d\d)|\w{4,5}): (?:(\S+?)(?:\[[^\]]*\])? )?(?:command|key \S+): (\S+)(.*)$/
const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000
/** Entries that come while the question is answered. */
const MARGIN = 8

/**
 * Keys can be sent, bound and piped by command, and a moment at which the person has just pressed one can be waited for.
 * tmux remembers its commands: undefined when none since then could have typed for somebody, else what is wrong.
 */
export function foreignInput({ text, limit }: TmuxLog, { nowMs, sinceMs, terminals }: Asked): string | undefined {
  const lines = text.split('\n').filter(Boolean)
  let [age, last] = [0, -1]
  for (const line of lines) {
    const [entry, hours, minutes, who = '', verb = '', rest = ''] = ENTRY.exec(line) ?? []
    if (entry === undefined) continue
    const minute = hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
    // Only the time of day is told, in the server's own zone: the newest entry is now, and from there it is counted back.
    if (minute === undefined) age = Math.max(age, DAY_MINUTES)
    else if (last >= 0) age += (last - minute + DAY_MINUTES) % DAY_MINUTES
    last = minute ?? last
    if ((age - 1) * MINUTE_MS >= nowMs - sinceMs) return undefined
    const isHarmless = HARMLESS.test(verb) && !(verb.startsWith('set-') && TELLING_OPTIONS.test(rest))
    if (!isHarmless && !terminals.includes(who)) return `\`tmux ${verb}\` was run since the agent began`
  }
  if (last < 0) return 'tmux does not say what it was told to do'
  return lines.length + MARGIN < limit
    ? undefined
    : 'what tmux remembers does not reach back to when the agent began (`message-limit` raises it)'
}
