import type { ClientSight, ProcessRef } from '../core/model/door.ts'
import { TERMINAL } from '../core/words/person.ts'
import {
  adoptsOrphans,
  carriesAgentVariable,
  isAgent,
  isApart,
  lineage,
  multiplexerOf,
  type ProcessFacts,
  type ReadProcess,
  readProcess,
  typesForOthers,
  typesWhatItIsTold,
} from './processes.ts'
import { foreignInput, type TmuxSight, tmuxSight } from './tmux.ts'

/** A person presses Enter and the command runs: the attached terminal was active just now. */
const KEYSTROKE_AGE_SECONDS = 3
/** The kernel notes to eight seconds when a terminal was read, so that its times don't give passwords away. */
const READ_GRAIN_SECONDS = 8

/**
 * What the kernel and tmux say about who pressed the key. `refuted` is final. `unknown` means that a rule cannot be
 * evaluated in this terminal; a passphrase makes up for it, because no agent has seen one. `detached`: the agent may have
 * made this terminal itself, so only a passphrase from before the agent counts (ADR 0014).
 */
export type KeyboardEvidence =
  | { readonly kind: 'person' }
  | { readonly kind: 'refuted'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string; readonly detached?: true }

/** Why it isn't clear that a person acted; empty when it is. */
export function whyOf(evidence: KeyboardEvidence): string {
  return evidence.kind === 'person' ? '' : evidence.why
}

export interface TerminalSources extends TmuxSight {
  readonly nowMs: number
  readonly read: ReadProcess
}

/** Since when an agent may have acted: its client, and when that was first seen. `none`: no agent is here at all. */
export interface AgentStart {
  readonly atMs: number
  readonly client: AgentClient | 'unknown' | 'none'
}

type AgentClient = ProcessRef & Pick<ClientSight, 'namespaces'>

/**
 * Is a person at the terminal of this process, outside any agent? Nothing is taken from arguments or payloads
 * (ADR 0009). A tmux client attached since then may be the agent's own.
 */
export function weighTerminal(
  pid: number,
  since: AgentStart,
  sources: TerminalSources = realSources(),
): KeyboardEvidence {
  const self = personsOwn(pid, since, sources)
  return 'kind' in self ? self : weighKeystroke(self, since, sources)
}

/** The process, where it is no agent's: one with a terminal, and nothing of an agent in it or above it. */
function personsOwn(pid: number, since: AgentStart, { read }: TerminalSources): ProcessFacts | KeyboardEvidence {
  const [self, ...above] = lineage(pid, read)
  if (self === undefined) return unknown(TERMINAL.noProcessTable)
  if (typeof since.client === 'object' && isApart(self, since.client)) return refuted(TERMINAL.apart)
  if (!self.hasTty) return refuted(TERMINAL.noTerminal)
  const leaders = self.leader === self.pid ? [] : lineage(self.leader, read)
  // The process itself may be an agent's client, which a person uses; then only what it was given counts.
  const agent = carriesAgentVariable(self)
    ? self
    : [...above, ...leaders].find((one) => one.pid !== pid && isAgent(one))
  if (agent) return refuted(TERMINAL.startedByAgent(agent))
  // A program that its own user cannot look into was made so on purpose: nothing that it says of itself counts.
  return self.env === undefined ? refuted(TERMINAL.unreadable) : self
}

/**
 * Whether a prompt in this terminal is answered by keys alone (ADR 0032). What was pressed shows only when the call has run, so
 * no program may be able to press it: a multiplexer types whatever it is told. An editor's own terminal takes keys from its person.
 */
export function isAnsweredByHand(pid: number, since: AgentStart, sources: TerminalSources = realSources()): boolean {
  const self = personsOwn(pid, since, sources)
  return !('kind' in self) && !lineage(pid, sources.read).some(typesWhatItIsTold)
}

/**
 * The same for a command of ours, which an agent could start by itself. A terminal that an agent has made and let go of
 * has nothing above it but init; above a person's there is something that is older than the agent's client.
 */
export function weighCommand(
  pid: number,
  since: AgentStart,
  sources: TerminalSources = realSources(),
): KeyboardEvidence {
  const evidence = weighTerminal(pid, since, sources)
  // The first process of a namespace, or one put into it: there is nothing above by which an agent would show.
  if (sources.read(pid)?.parent === 0 && !isBeside(pid, since, sources)) return refuted(TERMINAL.apart)
  if (evidence.kind === 'refuted' || isRooted(pid, since, sources)) return evidence
  const why = evidence.kind === 'unknown' ? evidence.why : TERMINAL.newerThanAgent
  return { kind: 'unknown', why, detached: true }
}

function isBeside(pid: number, { client }: AgentStart, { read }: TerminalSources): boolean {
  return typeof client === 'object' && client.namespaces !== undefined && read(pid)?.namespaces === client.namespaces
}

/** Nothing of an agent is above it, and something that is older than the agent's client is. */
export function isOutside(pid: number, since: AgentStart, sources: TerminalSources): boolean {
  const [self, ...above] = lineage(pid, sources.read)
  return self !== undefined && !carriesAgentVariable(self) && !above.some(isAgent) && isRooted(pid, since, sources)
}

function isRooted(pid: number, { client }: AgentStart, { read }: TerminalSources): boolean {
  const [self, ...above] = lineage(pid, read)
  if (self === undefined || client === 'none') return true
  return client !== 'unknown' && above.some((one) => one.started < client.started && !adoptsOrphans(one))
}

function weighKeystroke(self: ProcessFacts, since: AgentStart, sources: TerminalSources): KeyboardEvidence {
  const around = multiplexerOf(self)
  // A variable can be taken away; what made the terminal stays above.
  const [, ...above] = lineage(self.pid, sources.read)
  const hidden = around === undefined ? above.find(typesForOthers) : undefined
  if (hidden) return unknown(TERMINAL.hidden(hidden.name))
  if (around === undefined) return { kind: 'person' }
  if (around !== 'TMUX') return unknown(TERMINAL.multiplexer(around))
  const [socket = '', server = ''] = (self.env?.['TMUX'] ?? '').split(',')
  const isAbove = lineage(self.pid, sources.read).some(({ pid }) => pid === Number(server))
  if (!isAbove || !sources.listensAlone(Number(server), socket)) return unknown(TERMINAL.otherTmux)
  // A server also runs programs beside its panes, which may make a terminal of their own and say that it is a pane.
  const panes = (sources.listTmuxPanes(socket) ?? '').split('\n').map((line) => line.split(' '))
  const [, session] = panes.find(([leader]) => leader === String(self.leader)) ?? []
  if (session === undefined) return unknown(TERMINAL.otherTmux)
  const listed = sources.listTmuxClients(socket, session)
  if (listed === undefined) return unknown(TERMINAL.noTmuxClients)
  const clients = listed.split('\n').filter(Boolean).map(clientIn)
  const evidence = weighClients(clients, since, sources)
  return evidence.kind === 'person' ? weighLog(socket, clients, { since, sources }) : evidence
}

/** A program may have typed just when the person pressed a key; tmux remembers which commands it was given. */
function weighLog(
  socket: string,
  clients: readonly TmuxClient[],
  { since, sources }: { readonly since: AgentStart; readonly sources: TerminalSources },
): KeyboardEvidence {
  const terminals = clients.filter((one) => isEarlier(one, since)).map(({ terminal }) => terminal)
  const log = sources.tmuxLog(socket, terminals[0] ?? '')
  const asked = { nowMs: sources.nowMs, sinceMs: since.atMs, terminals }
  const why = log ? foreignInput(log, asked) : TERMINAL.noTmuxLog
  return why === undefined ? { kind: 'person' } : { ...unknown(why), detached: true }
}

function isEarlier({ createdAt }: TmuxClient, { atMs }: AgentStart): boolean {
  return createdAt * 1_000 <= atMs
}

function weighClients(clients: readonly TmuxClient[], since: AgentStart, sources: TerminalSources): KeyboardEvidence {
  if (clients.length === 0) return refuted(TERMINAL.detached)
  const active = clients.filter((client) => pressedKey(client, sources))
  if (active.length === 0) return refuted(TERMINAL.noKey)
  // Any active client might have typed it, so all of them must be people's, and older than the agent.
  if (active.some(({ pid }) => lineage(pid, sources.read).some(isAgent))) return refuted(TERMINAL.agentAttached)
  const later = active.filter((client) => !isEarlier(client, since))
  if (later.length > 0) {
    const detached = !later.every(({ pid }) => isRooted(pid, since, sources))
    const evidence = unknown(TERMINAL.attachedLater)
    return detached ? { ...evidence, detached } : evidence
  }
  // The kernel's own times of a terminal can be set by hand, and then the kernel notes that.
  const isShown = active.every(
    ({ terminal }) => (sources.terminalTimes(terminal)?.changedMs ?? since.atMs + 1) <= since.atMs,
  )
  return isShown ? { kind: 'person' } : unknown(TERMINAL.keyUnknown)
}

/**
 * tmux says so, and the kernel has seen that the terminal was read: newer versions of tmux can be told to count what they
 * are sent (`send-keys -K`) as a key of an attached client, and nothing is read from its terminal then.
 */
function pressedKey({ activeAt, terminal }: TmuxClient, { nowMs, terminalTimes }: TerminalSources): boolean {
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

export function realSources(): TerminalSources {
  return { nowMs: Date.now(), read: readProcess, ...tmuxSight() }
}
