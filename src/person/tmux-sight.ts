import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { holdsOpen } from './open-files.ts'
import type { TmuxLog } from './tmux-log.ts'

/** What the kernel says of a terminal: when it was last read, and when somebody set its times or rights by hand. */
interface TerminalTimes {
  readonly readMs: number
  readonly changedMs: number
}

/** What tmux and the kernel say about the people at a tmux server. */
export interface TmuxSight {
  /** A line per attached client: when it came, when it was last active, its pid, its terminal. Undefined when tmux does not answer. */
  readonly listTmuxClients: (socket: string, session: string) => string | undefined
  /** This process, and no other, listens under that name: what answers there is the server that made the terminal. */
  readonly listensAlone: (pid: number, socket: string) => boolean
  /** What it was told to do lately, asked in the name of the client at this terminal. */
  readonly tmuxLog: (socket: string, terminal: string) => TmuxLog | undefined
  /** Undefined when nobody can tell. */
  readonly terminalTimes: (terminal: string) => TerminalTimes | undefined
}

export function tmuxSight(proc = '/proc'): TmuxSight {
  return { listTmuxClients, tmuxLog, listensAlone: (pid, socket) => listensAlone(pid, socket, proc), terminalTimes }
}

function listTmuxClients(socket: string, session: string): string | undefined {
  const format = '#{client_created} #{client_activity} #{client_pid} #{client_tty}'
  return tmux(socket, ['list-clients', '-t', session, '-F', format])
}

function tmuxLog(socket: string, terminal: string): TmuxLog | undefined {
  const limit = Number(tmux(socket, ['show-options', '-sv', 'message-limit']) ?? Number.NaN)
  const text = tmux(socket, ['show-messages', '-t', terminal])
  return text === undefined || Number.isNaN(limit) ? undefined : { text, limit }
}

const MAX_OUTPUT_BYTES = 64 * 1_024 * 1_024

function tmux(socket: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('tmux', ['-S', socket, ...args], {
      encoding: 'utf8',
      timeout: 1_000,
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
}

const LISTENING = 0x10000

/** A socket that was moved away keeps its name in the kernel's list, so a second one in its place shows. */
function listensAlone(pid: number, socket: string, proc: string): boolean {
  const inodes = textOf(`${proc}/net/unix`)
    .split('\n')
    .flatMap((line) => {
      const [, , , flags = '', , , inode = '', ...path] = line.trim().split(/\s+/)
      return path.join(' ') === socket && (Number.parseInt(flags, 16) & LISTENING) !== 0 ? [inode] : []
    })
  return inodes.length === 1 && holdsOpen(pid, `socket:[${inodes[0]}]`, proc)
}

function terminalTimes(terminal: string): TerminalTimes | undefined {
  if (!terminal.startsWith('/dev/')) return undefined
  try {
    const stat = statSync(terminal)
    return stat.isCharacterDevice() ? { readMs: stat.atimeMs, changedMs: stat.ctimeMs } : undefined
  } catch {
    return undefined
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
