import type { StdioOptions } from 'node:child_process'
import { statSync } from 'node:fs'
import { TERMINAL } from '../core/words/person.ts'
import { holdsOpen, seen, unixSockets } from './open-files.ts'

/** What the kernel says of a terminal: when it was last read, and when its times or rights were last set by hand. */
interface TerminalTimes {
  readonly readMs: number
  readonly changedMs: number
}

/** What tmux and the kernel say about the people at a tmux server. */
export interface TmuxSight {
  /** A line per attached client: when it came, when it was last active, its pid, its terminal. Undefined when tmux does not answer. */
  readonly listTmuxClients: (socket: string, session: string) => string | undefined
  /** A line per pane of the server: the process that leads its terminal, and its session. */
  readonly listTmuxPanes: (socket: string) => string | undefined
  /** This process, and no other, listens under that name: what answers there is the server that made the terminal. */
  readonly listensAlone: (pid: number, socket: string) => boolean
  /** What it was told to do lately, asked in the name of the client at this terminal. */
  readonly tmuxLog: (socket: string, terminal: string) => TmuxLog | undefined
  /** Undefined when it can't be seen. */
  readonly terminalTimes: (terminal: string) => TerminalTimes | undefined
}

export function tmuxSight(proc = '/proc'): TmuxSight {
  return {
    ...{ listTmuxClients, listTmuxPanes, tmuxLog, terminalTimes },
    listensAlone: (pid, socket) => listensAlone(pid, socket, proc),
  }
}

function listTmuxClients(socket: string, session: string): string | undefined {
  const format = '#{client_created} #{client_activity} #{client_pid} #{client_tty}'
  return tmux(socket, ['list-clients', '-t', session, '-F', format])
}

function listTmuxPanes(socket: string): string | undefined {
  return tmux(socket, ['list-panes', '-a', '-F', '#{pane_pid} #{session_id}'])
}

function tmuxLog(socket: string, terminal: string): TmuxLog | undefined {
  const limit = Number(tmux(socket, ['show-options', '-sv', 'message-limit']) ?? Number.NaN)
  const text = tmux(socket, ['show-messages', '-t', terminal])
  return text === undefined || Number.isNaN(limit) ? undefined : { text, limit }
}

const MAX_OUTPUT_BYTES = 64 * 1_024 * 1_024

function tmux(socket: string, args: readonly string[]): string | undefined {
  const stdio: StdioOptions = ['ignore', 'pipe', 'ignore']
  const options = { encoding: 'utf8', timeout: 1_000, maxBuffer: MAX_OUTPUT_BYTES, stdio } as const
  // Loaded by whoever asks: a hook that decides by itself hardly ever does, and these modules are a tenth of its time.
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  return seen(() => execFileSync('tmux', ['-S', socket, ...args], options))
}

/** A socket that was moved away keeps its name in the kernel's list, so a second one in its place shows. */
function listensAlone(pid: number, socket: string, proc: string): boolean {
  const there = unixSockets(proc).filter(({ path, isListening }) => isListening && path === socket)
  return there.length === 1 && holdsOpen(pid, `socket:[${there[0]?.inode}]`, proc)
}

function terminalTimes(terminal: string): TerminalTimes | undefined {
  if (!terminal.startsWith('/dev/')) return undefined
  const stat = seen(() => statSync(terminal))
  return stat?.isCharacterDevice() ? { readMs: stat.atimeMs, changedMs: stat.ctimeMs } : undefined
}

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

/** Commands that only show, arrange or end something. What is not listed here may be able to type, or to run a program that decides. */
const HARMLESS = new RegExp(
  `^(?:${[
    ...['list-.*', 'show-.*', 'select-.*', 'kill-.*', 'rename-.*', 'resize-.*', 'clear-.*'],
    ...['last-.*', 'next-.*', 'previous-.*', 'unlink-window', 'rotate-window', 'find-window', 'new-session'],
    ...['display-message', 'has-session', 'capture-pane', 'attach-session', 'start-server'],
    ...['refresh-client', 'detach-client', 'suspend-client'],
    ...['wait-for', '(?:save|set|load|delete)-buffer', 'set-(?:window-)?option'],
  ].join('|')})$`,
)
/** Any command takes formats, and these run a program. */
const RUNNING_FORMAT = /#\(|#\{[^}:#]{0,64}[ET][;:]/
/** Options that change what a key or a command means, what a new window runs, or how much is remembered; and hooks, which are options too. */
const TELLING_OPTIONS = new RegExp(
  [
    '\\b(?:command-alias|user-keys|key-table|prefix2?|message-limit|default-(?:client-)?command|default-shell|lock-command)\\b',
    '\\b(?:synchronize-panes|command-error|(?:after|alert)-\\w|pane-(?:died|exited|focus|mode-|set-|title-))',
    '\\bclient-(?:active|attached|dark|detached|focus|light|resized|session)|\\bsession-(?:closed|created|renamed|window)',
    '\\bwindow-(?:layout-|linked|unlinked|pane-|renamed|resized)',
  ].join('|'),
)

/** The time is an hour and a minute for a day, and a date afterwards. */
const ENTRY = /^(?:(\d\d):(\d\d)|\w{4,5}): (?:(\S+?)(?:\[[^\]]*\])? )?(?:command|key \S+): (\S+)(.*)$/
const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000
/** Entries that come while the question is answered. */
const MARGIN = 8

/**
 * Keys can be sent, bound and piped by command, and a moment at which the person has just pressed one can be waited for.
 * tmux remembers its commands: undefined when none since then could have typed, else what is wrong.
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
    const isTelling = RUNNING_FORMAT.test(rest) || (verb.startsWith('set-') && TELLING_OPTIONS.test(rest))
    const isHarmless = HARMLESS.test(verb) && !isTelling
    if (!isHarmless && !terminals.includes(who)) return TERMINAL.tmuxCommand(verb)
  }
  if (last < 0) return TERMINAL.noTmuxLog
  return lines.length + MARGIN < limit ? undefined : TERMINAL.shortTmuxLog
}
