import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { ClientSight, ProcessRef, Registration } from '../core/model/door.ts'
import { type SessionId, sessionId } from '../core/model/ids.ts'
import { lookUp } from '../core/model/language.ts'
import type { State } from '../core/model/state.ts'
import { RUNTIMES } from '../runtimes/registry.ts'
import { connectionsTo, seen } from './open-files.ts'

/** What the kernel says of one process. Nothing here comes from a payload. */
export interface ProcessFacts {
  readonly pid: number
  readonly parent: number
  /** Ticks since the machine started. */
  readonly started: number
  readonly name: string
  /** Session leader's pid and whether the process has a controlling terminal. */
  readonly leader: number
  readonly hasTty: boolean
  /** Undefined when it belongs to another user and cannot be read. */
  readonly env: Readonly<Record<string, string>> | undefined
  readonly executable: string | undefined
  /** What it was started with, in one line. */
  readonly command: string
  /** Undefined when it can't be read. */
  readonly namespaces: string | undefined
}

/** Set by agent clients for everything they start, and by the gate for what it starts. */
const AGENT_VARIABLES = [...RUNTIMES.flatMap(({ client }) => client.variables), 'FAIRLEAD_GATE']

type Signs = readonly (readonly [variable: string, value: RegExp])[]

/** What any program can tell to type, and that cannot tell us whether a key was pressed. */
const TOLD_TO_TYPE: Signs = [
  ...['STY', 'ZELLIJ', 'KITTY_LISTEN_ON', 'WEZTERM_PANE', 'NVIM', 'INSIDE_EMACS'].map((name) => [name, /./] as const),
  ['TERM_PROGRAM', /^(?:WezTerm|WarpTerminal)$/],
]

/** The same, and editors, of which nothing shows who typed into their terminals. */
const UNPROVEN: Signs = [
  ...TOLD_TO_TYPE,
  ['VSCODE_INJECTION', /./],
  ['ZED_TERM', /./],
  ['TERM_PROGRAM', /^(?:vscode|zed)$/],
  ['TERMINAL_EMULATOR', /./],
]

export type ReadProcess = (pid: number) => ProcessFacts | undefined

/** From `/proc`; undefined where there is none or the process is gone. */
export const readProcess: ReadProcess = (pid) => {
  const stat = seen(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The name is in parentheses and may itself hold parentheses and blanks.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  // A zombie has ended; its parent only has not waited for it yet.
  if (stat === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return {
    pid,
    parent: Number(fields[1]),
    started: Number(fields[19]),
    name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    leader: Number(fields[3]),
    hasTty: Number(fields[4]) !== 0,
    env: readEnv(pid),
    executable: seen(() => readlinkSync(`/proc/${pid}/exe`)),
    command: seen(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')) ?? '',
    namespaces: seen(() => NAMESPACES.map((name) => readlinkSync(`/proc/${pid}/ns/${name}`)).join(' ')),
  }
}

/** What keeps a process apart from others: whom it is, what it sees of processes, and of files. */
const NAMESPACES = ['user', 'pid', 'mnt']

/**
 * Whether a process lives in other namespaces than this one, or may: any program can make some in which it is the first process
 * and nothing of an agent is to be seen. Undefined namespaces are of one that registered before they were noted.
 */
export function isApart(process: Pick<ProcessFacts, 'namespaces'>, from: Pick<ClientSight, 'namespaces'>): boolean {
  return from.namespaces !== undefined && process.namespaces !== from.namespaces
}

const MAX_ANCESTORS = 64

/** The process and everything above it, nearest first, up to init. */
export function lineage(pid: number, read: ReadProcess): readonly ProcessFacts[] {
  const found: ProcessFacts[] = []
  for (let next = pid; next > 0 && found.length < MAX_ANCESTORS; ) {
    const facts = read(next)
    if (!facts) break
    found.push(facts)
    next = facts.parent
  }
  return found
}

function readEnv(pid: number): Readonly<Record<string, string>> | undefined {
  const pairs = seen(() => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'))
  return (
    pairs &&
    Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
  )
}

/** A client of an agent, or anything that one has started. */
export function isAgent(process: ProcessFacts): boolean {
  return isClientProgram(process) || carriesAgentVariable(process)
}

function isClientProgram({ name, executable }: ProcessFacts): boolean {
  const program = executable?.slice(executable.lastIndexOf('/') + 1) ?? ''
  return RUNTIMES.some(({ client }) => client.program.test(name) || client.program.test(program))
}

type Variables = Readonly<Record<string, string | undefined>>

export function carriesAgentVariable({ env }: { readonly env: Variables | undefined }): boolean {
  return AGENT_VARIABLES.some((name) => env?.[name] !== undefined)
}

/** What stands between the keyboard and the process, by the variable that names it; tmux only where nothing else does. */
export function multiplexerOf({ env }: ProcessFacts): string | undefined {
  const found = UNPROVEN.find(([name, value]) => value.test(env?.[name] ?? ''))
  return found ? found[0] : env?.['TMUX'] ? 'TMUX' : undefined
}

/** Multiplexers and editors, whose terminals any program can type into. */
export function typesForOthers(process: ProcessFacts): boolean {
  return isMultiplexer(process) || /^(?:zed|code$|code-)/i.test(process.name)
}

function isMultiplexer({ name }: ProcessFacts): boolean {
  return /^(?:tmux|screen|zellij|wezterm|n?vim|emacs)/i.test(name)
}

/** A multiplexer, or a process in one. */
export function typesWhatItIsTold(process: ProcessFacts): boolean {
  const { env } = process
  return (
    isMultiplexer(process) ||
    env?.['TMUX'] !== undefined ||
    TOLD_TO_TYPE.some(([name, value]) => value.test(env?.[name] ?? ''))
  )
}

/** Init adopts orphans and schedulers start jobs for others: being below one of them says nothing about who started it. */
export function adoptsOrphans({ pid, name }: ProcessFacts): boolean {
  return pid === 1 || /^(?:init|systemd|launchd|atd|crond?|anacron|tini|dumb-init|catatonit|docker-init)$/.test(name)
}

/** The client that owns a connection; undefined when the owner is some other program. */
export function sightOf(pid: number, read: ReadProcess = readProcess): ClientSight | undefined {
  const facts = read(pid)
  return facts && isClientProgram(facts) ? clientSight(facts, read) : undefined
}

/**
 * The client that started a hook, by itself or through shells that run nothing but our command. One that any other
 * program has run is run by hand, whatever is above that.
 */
export function clientAbove(pid: number, read: ReadProcess = readProcess): ClientSight | undefined {
  const above = lineage(pid, read).slice(0, MAX_SHELLS)
  const client = above.find((one) => isClientProgram(one) || !/\bfairlead\b/.test(one.command))
  return client && isClientProgram(client) ? clientSight(client, read) : undefined
}

type Clients = Pick<State, 'clients' | 'sessions'>

/** Sessions whose client has ended; its number may belong to another process by now. */
export function goneSessions(state: Clients, nowMs: number, read: ReadProcess = readProcess): readonly SessionId[] {
  const living = new Set(livingClients(state, nowMs, read))
  return Object.entries<Registration>(state.clients)
    .filter(([, client]) => !living.has(client))
    .map(([session]) => sessionId(session))
}

/** A client that can't be seen from here is taken to live for so long after its session was heard of. */
const UNSEEN_MS = 24 * 60 * 60_000

/**
 * Clients that live. From a user namespace of its own a program sees none of those outside, so what it doesn't see is not gone;
 * a container that was started anew has the same users as before.
 */
export function livingClients(
  { clients, sessions }: Clients,
  nowMs: number,
  read: ReadProcess = readProcess,
): readonly Registration[] {
  const ours = usersOf(read(process.pid))
  return Object.entries<Registration>(clients).flatMap(([session, client]) => {
    if (isSame(read(client.pid), client)) return hasLeft(client, read) ? [] : [client]
    const heardMs = lookUp(sessions, sessionId(session))?.lastAtMs ?? client.atMs
    return client.namespaces !== undefined && usersOf(client) !== ours && nowMs - heardMs < UNSEEN_MS ? [client] : []
  })
}

/** The server that runs the agents stays behind when the person has closed every terminal that the session had. */
function hasLeft({ screens = [] }: Registration, read: ReadProcess): boolean {
  return screens.length > 0 && !screens.some((one) => isSame(read(one.pid), one))
}

function usersOf(process: { readonly namespaces?: string | undefined } | undefined): string | undefined {
  return process?.namespaces?.split(' ')[0]
}

/** Every process of this user that looks like a client, registered or not; one with another home has another gate. */
export function runningClients(home: string, read: ReadProcess = readProcess): readonly ProcessFacts[] {
  const pids = (seen(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name)).map(Number)
  return pids.flatMap((pid) => {
    const facts = read(pid)
    if (!facts || !isClientProgram(facts) || isHelper(facts) || userOf(pid) !== process.getuid?.()) return []
    return facts.env === undefined || facts.env['HOME'] === home ? [facts] : []
  })
}

function isHelper(facts: ProcessFacts): boolean {
  const isLeftBehind = isServer(facts) && connectionsTo(facts.pid) === 0
  return isLeftBehind || RUNTIMES.some(({ client }) => client.helper?.test(facts.command))
}

function isServer({ command }: ProcessFacts): boolean {
  return RUNTIMES.some(({ client }) => client.server?.test(command))
}

/** It only says that words reach a person: whoever starts a client can set the variable, and what the panel answers proves nothing. */
function isInPanel({ hasTty, env }: ProcessFacts): boolean {
  return !hasTty && RUNTIMES.some(({ client: { panel } }) => panel !== undefined && env?.[panel[0]] === panel[1])
}

/** The clients with a terminal that may be connected to this server: of the same user, with the same home. */
export function screensOf({ pid }: ProcessRef, read: ReadProcess = readProcess): readonly ProcessFacts[] {
  const home = read(pid)?.env?.['HOME']
  const others = home === undefined ? [] : runningClients(home, read)
  return others.filter((one) => one.hasTty && !isServer(one))
}

/** The owner of its folder would be root for a program that can't be looked into. */
function userOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(seen(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '')?.[1])
}

export function isSame(facts: ProcessRef | undefined, client: ProcessRef | undefined): boolean {
  return facts !== undefined && facts.pid === client?.pid && facts.started === client.started
}

const MAX_SHELLS = 4

function clientSight(facts: ProcessFacts, read: ReadProcess): ClientSight {
  const multiplexer = multiplexerOf(facts)
  const { pid, started, hasTty, namespaces } = facts
  const screens = isServer(facts) ? screensOf(facts, read).map((one) => ({ pid: one.pid, started: one.started })) : []
  return {
    ...{ pid, started, tty: hasTty || screens.length > 0 },
    ...(isServer(facts) && { screens }),
    ...(isInPanel(facts) && { panel: true }),
    ...(multiplexer !== undefined && { multiplexer }),
    ...(namespaces !== undefined && { namespaces }),
  }
}
