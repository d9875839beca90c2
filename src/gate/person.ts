import { execFileSync } from 'node:child_process'
import type { Proof } from '../core/model/event.ts'
import { lineage, type ProcessFacts, type ReadProcess, readProcess } from './process-table.ts'

/** Set by agent clients for everything they start, and by the gate for what it starts. */
const AGENT_VARIABLES = [
  ...['CLAUDECODE', 'CLAUDE_PID', 'CLAUDE_CODE_CHILD_SESSION', 'CLAUDE_CODE_SESSION_ID', 'AI_AGENT'],
  ...['CODEX_THREAD_ID', 'CODEX_SESSION_ID', 'CODEX_TOOL_CALL_ID', 'CODEX_CI', 'FAIRLEAD_GATE'],
]
const AGENT_PROGRAMS = /^(?:claude|codex)(?:$|[-.])/
/** Multiplexers that cannot tell us whether a key was pressed. */
const UNPROVEN_MULTIPLEXERS = ['STY', 'ZELLIJ', 'KITTY_LISTEN_ON', 'WEZTERM_PANE']
/** A person presses Enter and the command runs: the attached terminal was active just now. */
const KEYSTROKE_AGE_SECONDS = 3

export interface Terminal {
  readonly pid: number
  readonly nowMs: number
  readonly read: ReadProcess
  readonly listTmuxClients: (socket: string, session: string) => string
}

/**
 * Is a person at this terminal, outside any agent? Evidence comes from the kernel and from tmux, never from arguments
 * (ADR 0009). `heldAtMs` is when the hold was opened: a terminal attached after it may be the agent's own.
 */
export function provePerson(heldAtMs: number, terminal: Terminal = thisTerminal()): Proof {
  const chain = lineage(terminal.pid, terminal.read)
  const [self] = chain
  if (!self) return unproven('this system does not tell who started the command')
  if (!self.hasTty) return unproven('there is no terminal')
  const leader = terminal.read(self.leader)
  const related = leader ? [...chain, ...lineage(leader.pid, terminal.read)] : chain
  const agent = related.find(isAgent)
  if (agent) return unproven(`it was started by an agent (\`${agent.name}\`, process ${agent.pid})`)
  return proveKeystroke(self, heldAtMs, terminal)
}

function proveKeystroke(self: ProcessFacts, heldAtMs: number, terminal: Terminal): Proof {
  const env = self.env ?? {}
  if (UNPROVEN_MULTIPLEXERS.some((name) => env[name]))
    return unproven('this multiplexer cannot show who pressed the key')
  const [socket = '', , session = ''] = (env['TMUX'] ?? '').split(',')
  if (!socket) return { kind: 'human', door: 'cli' }
  const clients = terminal.listTmuxClients(socket, `$${session}`).split('\n').filter(Boolean)
  const pressed = clients.some((line) => {
    const [created = 0, active = 0, pid = 0] = line.split(' ').map(Number)
    const recent = terminal.nowMs / 1_000 - active <= KEYSTROKE_AGE_SECONDS + 1
    const earlier = created * 1_000 <= heldAtMs
    return recent && earlier && !lineage(pid, terminal.read).some(isAgent)
  })
  return pressed
    ? { kind: 'human', door: 'cli' }
    : unproven('no key was pressed in a tmux client attached before the hold')
}

function isAgent(process: ProcessFacts): boolean {
  const program = process.executable?.slice(process.executable.lastIndexOf('/') + 1) ?? ''
  if (AGENT_PROGRAMS.test(process.name) || AGENT_PROGRAMS.test(program)) return true
  return AGENT_VARIABLES.some((name) => process.env?.[name] !== undefined)
}

function unproven(why: string): Proof {
  return { kind: 'unproven', why, instead: 'run `fairlead edge approve` in a plain terminal of your own' }
}

function thisTerminal(): Terminal {
  return { pid: process.pid, nowMs: Date.now(), read: readProcess, listTmuxClients }
}

function listTmuxClients(socket: string, session: string): string {
  const format = '#{client_created} #{client_activity} #{client_pid}'
  try {
    return execFileSync('tmux', ['-S', socket, 'list-clients', '-t', session, '-F', format], {
      encoding: 'utf8',
      timeout: 1_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}
