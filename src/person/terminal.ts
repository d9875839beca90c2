import type { ProcessRef } from '../core/model/door.ts'
import {
  adoptsOrphans,
  carriesAgentVariable,
  isAgent,
  lineage,
  multiplexerOf,
  type ProcessFacts,
  type ReadProcess,
  readProcess,
} from './processes.ts'
import { foreignInput, type TmuxSight, tmuxSight } from './tmux.ts'

/** A person presses Enter and the command runs: the attached terminal was active just now. */
const KEYSTROKE_AGE_SECONDS = 3
/** The kernel notes to eight seconds when a terminal was read, so that nobody learns passwords from it. */
const READ_GRAIN_SECONDS = 8

/**
 * What the kernel and tmux say about who pressed the key. `refuted` is final. `unknown` means that a rule cannot be
 * evaluated in this terminal; a passphrase makes up for it, because no agent has seen one. `detached`: the agent may have
 * made this terminal itself, so only a passphrase from before the agent counts (ADR 0014).
 */
export type Evidence =
  | { readonly kind: 'person' }
  | { readonly kind: 'refuted'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string; readonly detached?: true }

export interface Sources extends TmuxSight {
  readonly nowMs: number
  readonly read: ReadProcess
}

/** Since when an agent may have acted: its client, and when that was first seen. */
export interface Since {
  readonly atMs: number
  readonly client: ProcessRef | undefined
}

/**
 * Is a person at the terminal of this process, outside any agent? Nothing is taken from arguments or payloads
 * (ADR 0009). A tmux client attached since then may be the agent's own.
 */
export function weighTerminal(pid: number, since: Since, sources: Sources = realSources()): Evidence {
  const [self, ...above] = lineage(pid, sources.read)
  if (self?.env === undefined) return unknown('this system does not tell who started it')
  if (!self.hasTty) return refuted('there is no terminal')
  const leaders = self.leader === self.pid ? [] : lineage(self.leader, sources.read)
  // The process itself may be an agent's client, which a person uses; then only what it was given counts.
  const agent = carriesAgentVariable(self)
    ? self
    : [...above, ...leaders].find((one) => one.pid !== pid && isAgent(one))
  if (agent) return refuted(`it was started by an agent (\`${agent.name}\`, process ${agent.pid})`)
  return weighKeystroke(self, since, sources)
}

/**
 * The same for a command of ours, which an agent could start by itself. A terminal that an agent has made and let go of
 * has nothing above it but init; above a person's there is something that is older than the agent's client.
 */
export function weighCommand(pid: number, since: Since, sources: Sources = realSources()): Evidence {
  const evidence = weighTerminal(pid, since, sources)
  if (evidence.kind === 'refuted' || isRooted(pid, since, sources)) return evidence
  const why = evidence.kind === 'unknown' ? evidence.why : 'nothing above this terminal is older than the agent'
  return { kind: 'unknown', why, detached: true }
}

function isRooted(pid: number, { client }: Since, { read }: Sources): boolean {
  const above = lineage(pid, read).slice(1)
  return !client || above.length === 0 || above.some((one) => one.started < client.started && !adoptsOrphans(one))
}

function weighKeystroke(self: ProcessFacts, since: Since, sources: Sources): Evidence {
  const around = multiplexerOf(self)
  // A variable can be taken away; the server that made the terminal stays above.
  const hidden = around === undefined && lineage(self.pid, sources.read).some(({ name }) => name.startsWith('tmux'))
  if (hidden) return unknown('this terminal belongs to tmux, which it does not say')
  if (around === undefined) return { kind: 'person' }
  if (around !== 'TMUX') return unknown(`inside \`${around}\` nothing shows who pressed the key`)
  const [socket = '', server = '', session = ''] = (self.env?.['TMUX'] ?? '').split(',')
  const isAbove = lineage(self.pid, sources.read).some(({ pid }) => pid === Number(server))
  if (!isAbove || !sources.listensAlone(Number(server), socket))
    return unknown('nothing shows that this tmux is the one that made the terminal')
  const listed = sources.listTmuxClients(socket, `$${session}`)
  if (listed === undefined) return unknown('tmux does not say who is attached')
  const clients = listed.split('\n').filter(Boolean).map(clientIn)
  const evidence = weighClients(clients, since, sources)
  return evidence.kind === 'person' ? weighLog(socket, clients, { since, sources }) : evidence
}

/** Somebody may have typed in the very moment in which the person pressed a key; tmux remembers who told it to. */
function weighLog(
  socket: string,
  clients: readonly TmuxClient[],
  { since, sources }: { readonly since: Since; readonly sources: Sources },
): Evidence {
  const terminals = clients.filter((one) => isEarlier(one, since)).map(({ terminal }) => terminal)
  const log = sources.tmuxLog(socket, terminals[0] ?? '')
  const asked = { nowMs: sources.nowMs, sinceMs: since.atMs, terminals }
  const why = log ? foreignInput(log, asked) : 'tmux does not say what it was told to do'
  return why === undefined ? { kind: 'person' } : { ...unknown(why), detached: true }
}

function isEarlier({ createdAt }: TmuxClient, { atMs }: Since): boolean {
  return createdAt * 1_000 <= atMs
}

function weighClients(clients: readonly TmuxClient[], since: Since, sources: Sources): Evidence {
  if (clients.length === 0) return refuted('nobody is attached to this tmux session')
  const active = clients.filter((client) => pressedKey(client, sources))
  if (active.length === 0) return refuted('no key was pressed in a terminal attached to this tmux session')
  // Whoever is active might have typed it: all of them must be people who were there before.
  if (active.some(({ pid }) => lineage(pid, sources.read).some(isAgent)))
    return refuted('the key came from a tmux client that an agent attached')
  const later = active.filter((client) => !isEarlier(client, since))
  if (later.length > 0) {
    const detached = !later.every(({ pid }) => isRooted(pid, since, sources))
    const evidence = unknown('this tmux session was attached again after the agent began')
    return detached ? { ...evidence, detached } : evidence
  }
  // The kernel's own times of a terminal can be set by hand, and then the kernel notes that.
  const isShown = active.every(
    ({ terminal }) => (sources.terminalTimes(terminal)?.changedMs ?? since.atMs + 1) <= since.atMs,
  )
  return isShown ? { kind: 'person' } : unknown('nothing shows whether a key was pressed in the attached terminal')
}

/**
 * tmux says so, and the kernel has seen that the terminal was read: newer versions of tmux can be told to count what they
 * are sent (`send-keys -K`) as a key of an attached client, and nothing is read from its terminal then.
 */
function pressedKey({ activeAt, terminal }: TmuxClient, { nowMs, terminalTimes }: Sources): boolean {
  const sinceS = nowMs / 1_000 - (KEYSTROKE_AGE_SECONDS + 1)
  const readMs = terminalTimes(terminal)?.readMs ?? nowMs
  return activeAt >= sinceS && readMs / 1_000 >= sinceS - READ_GRAIN_SECONDS
}

type TmuxClient = ReturnType<typeof clientIn>

function clientIn(line: string) {
  const [createdAt, activeAt, pid, terminal = ''] = line.split(' ')
  return { createdAt: Number(createdAt), activeAt: Number(activeAt), pid: Number(pid), terminal }
}

function refuted(why: string) {
  return { kind: 'refuted', why } as const
}

function unknown(why: string) {
  return { kind: 'unknown', why } as const
}

function realSources(): Sources {
  return { nowMs: Date.now(), read: readProcess, ...tmuxSight() }
}
