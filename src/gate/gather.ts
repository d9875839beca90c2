import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lookAtAnchor } from '../anchor/look.ts'
import { decide, exhibitNeedsOf, mayNeedBackup, meetsSeal } from '../core/index.ts'
import type { Registration } from '../core/model/door.ts'
import { type Event, type EventKind, type EventOf, type ParsedEvent, seeing, surround } from '../core/model/event.ts'
import type { ProjectHome, ProjectRoot } from '../core/model/ids.ts'
import { lookUp } from '../core/model/language.ts'
import type { Policy } from '../core/model/policy.ts'
import { STATE_FILE } from '../core/model/state.ts'
import type { Surroundings } from '../core/model/surroundings.ts'
import { linkFollower } from '../disk/real-path.ts'
import { lookAtExhibit } from '../exhibit/gather-exhibit.ts'
import { outgoingOf } from '../git/outgoing.ts'
import { throughDoor } from '../person/arrival.ts'
import { passphraseKeyId } from '../person/passphrase.ts'
import { goneSessions, readProcess } from '../person/processes.ts'
import { isAnsweredByHand } from '../person/terminal.ts'
import type { Store } from '../stores/store.ts'
import type { GateRooms, Submission, SurroundingsSource } from './gate.ts'
import { lookAtPaths, stateEditOf } from './gather-paths.ts'
import { readLog } from './proof-log.ts'

/** What a step may ask. Reading the store takes no lock. */
export interface Asked {
  readonly rooms: GateRooms
  readonly submission: Submission
  readonly store: Store
  readonly policy: Policy
}

interface GatherStep {
  readonly what: string
  /** Puts on an event of its kinds what it finds outside; other events pass as they are. */
  readonly run: (event: Event, asked: Asked) => Event | Promise<Event>
}

/** Rare enough that it is worth looking which clients still live. */
const CLIENT_KINDS = ['session.start', 'prompt', 'command', 'edge', 'tool.refused', 'anchor.settle', 'report'] as const

const LEDGER_KINDS = [
  'tool.after',
  'session.start',
  'compact.before',
  'session.end',
  'prompt',
  'command',
  'ledger',
] as const

/** Everything the core needs from outside, in the order in which it is looked up. A step runs for its kinds only. */
const GATHER_STEPS: readonly GatherStep[] = [
  step('clients', CLIENT_KINDS, seeClients),
  step('session log', ['session.start'], readSessionLog),
  step('print', ['tool.after'], printCall),
  step('seal', ['tool.after'], seeSeal),
  step('settings', ['tool.after', 'stop'], seeSettings),
  step('call', ['tool.before'], (event, { rooms, submission }) => lookAtCall(event, rooms.machine, submission)),
  step('anchor', ['tool.before', 'anchor.call', 'session.start', 'agent.start', 'anchor.settle'], seeAnchor),
  step('exhibit', ['tool.before'], seeExhibit),
  step('backup', ['tool.before'], copyFirst),
  step('ledger', LEDGER_KINDS, seeLedger),
]

function step<Kind extends EventKind>(
  what: string,
  kinds: readonly Kind[],
  look: (event: EventOf<Kind>, asked: Asked) => Event | Promise<Event>,
): GatherStep {
  const isFor = (event: Event): event is EventOf<Kind> => kinds.some((kind) => kind === event.kind)
  return { what, run: (event, asked) => (isFor(event) ? look(event, asked) : event) }
}

export async function gather(asked: Asked): Promise<Event> {
  const { rooms, submission, policy } = asked
  const parsed = await readTyped(submission.parsed, asked)
  let event: Event = surround(parsed, surroundingsOf(parsed.cwd, submission.project, rooms.machine, policy))
  for (const { run } of GATHER_STEPS) event = await run(event, asked)
  return event
}

/** The same as far as it needs no database: for a call that is judged by the rules alone. */
export async function gatherWithoutState(
  parsed: ParsedEvent,
  project: ProjectRoot,
  machine: SurroundingsSource,
  how: HowToLook = {},
): Promise<Event> {
  const event: Event = surround(parsed, surroundingsOf(parsed.cwd, project, machine))
  return event.kind === 'tool.before' ? lookAtCall(event, machine, how) : event
}

export function surroundingsOf(
  cwd: string,
  project: ProjectRoot,
  { home, cli, homes, ownPaths }: SurroundingsSource,
  policy?: Policy,
): Surroundings {
  const { layout, own } = homes(project)
  const stateFile = layout === 'in-repo' ? { stateFile: `${own}/${STATE_FILE}` } : {}
  return { project, cwd, home, cli, ...stateFile, tempDirs: tempDirs(), ownPaths: ownPaths(project, policy) }
}

/** `/edge …` that was typed becomes a person's act, proven or not; other events get the client that the kernel shows. */
async function readTyped(parsed: ParsedEvent, { rooms, submission, store }: Asked): Promise<ParsedEvent> {
  const { arrival, project } = submission
  if (!arrival || !CLIENT_KINDS.some((kind) => kind === parsed.kind)) return parsed
  const state = await store.read(project)
  return throughDoor({ cli: rooms.machine.cli, ...rooms.person }, parsed, { arrival, state })
}

async function seeClients(
  event: EventOf<(typeof CLIENT_KINDS)[number]>,
  { rooms, submission, store }: Asked,
): Promise<Event> {
  const state = await store.read(submission.project)
  const key = rooms.person.passphraseKey?.()
  return seeing(event, { gone: goneSessions(state, event.atMs), passphraseKey: key ? passphraseKeyId(key) : null })
}

function readSessionLog(event: EventOf<'session.start'>, { rooms, submission: { arrival } }: Asked): Event {
  const { project, gone } = event.around
  const { own } = rooms.machine.homes(project)
  const closed = arrival?.way === 'program' ? arrival.closed : undefined
  return seeing(event, {
    doorClosed: closed ? `${closed.why}; ${closed.next}` : null,
    stateHash: stateHash(own),
    logged: readLog(own, gone),
  })
}

const PRINT_CHARS = 16

/** ADR 0007: equal prints mean the same call and the same result; nothing else is read from them. */
function printCall(event: EventOf<'tool.after'>): Event {
  const print = (text: string) => sha256(text).slice(0, PRINT_CHARS)
  return seeing(event, { print: { input: print(JSON.stringify(event.tool)), result: print(event.outcome.output) } })
}

/** EDGE-135. Nobody reads the plan for a result that was refused nothing. */
function seeSeal(event: EventOf<'tool.after'>, { rooms, submission }: Asked): Event {
  const isMet = event.tool.kind === 'shell' && meetsSeal(event.outcome.output)
  const covers = isMet ? (rooms.machine.coversOf?.() ?? []) : []
  return submission.ran || covers.length > 0 ? seeing(event, { ran: submission.ran ?? null, covers }) : event
}

/** EDGE-145: before another session reads them. */
function seeSettings(event: EventOf<'tool.after' | 'stop'>, { rooms, submission }: Asked): Event {
  const freed = rooms.machine.settings?.freed(submission.project, event.runtime) ?? []
  return freed.length > 0 ? seeing(event, { freed }) : event
}

interface HowToLook {
  readonly asksGit?: boolean
  readonly prefix?: string | undefined
}

/** What a call about to run names: the state file, files that git may hold, an agent that it starts. */
export async function lookAtCall(
  event: EventOf<'tool.before'>,
  { stateFile, ungated, port, sealOf }: SurroundingsSource,
  { asksGit = true, prefix }: HowToLook = {},
): Promise<EventOf<'tool.before'>> {
  const { tool, around, runtime } = event
  return seeing(event, {
    stateEdit: stateEditOf(tool, around, stateFile),
    ungated: (tool.kind === 'delegate' && ungated?.(runtime)) || null,
    unsealed: tool.kind === 'shell' && prefix !== undefined && prefix !== (sealOf?.(runtime) ?? prefix) ? prefix : null,
    ...(await lookAtPaths(tool, around, { asksGit, port })),
  })
}

/** EDGE-57: what a call that may be held runs and feeds; an approval is bound to it. */
async function seeExhibit(event: EventOf<'tool.before'>, { rooms, store, policy }: Asked): Promise<Event> {
  const { project } = event.around
  const state = await store.read(project)
  const { assessed, needs } = exhibitNeedsOf(state, event, policy)
  if (!needs) return seeing(event, { assessed })
  const client = lookUp(state.clients, event.session)
  const promptIsTheirs = policy.edge.surface === 'native' && isTheirs(client, rooms.machine, project)
  const exhibit = await lookAtExhibit(needs, event.around)
  const outgoing = exhibit.some(({ kind }) => kind === 'commit') ? await outgoingOf(needs) : null
  return seeing(event, { assessed, promptIsTheirs, exhibit, outgoing })
}

/** Flags that bring other settings, plugins or another answerer along. */
const ANSWERING_FLAGS = /\s--(?:settings|plugin-dir|permission-prompt-tool|setting-sources)\b/

/** Whether only the person answers the prompt of this client, as far as its terminal, flags and settings tell. */
function isTheirs(client: Registration | undefined, machine: SurroundingsSource, project: ProjectRoot): boolean {
  const command = client && readProcess(client.pid)?.command
  if (!client || command === undefined || ANSWERING_FLAGS.test(command)) return false
  return isAnsweredByHand(client.pid, { atMs: client.atMs, client }) && machine.othersMayAnswer?.(project) === false
}

function seeAnchor(event: Event, { rooms, policy }: Asked): Promise<Event> {
  return lookAtAnchor(event, { files: rooms.anchor, store: rooms.store, policy })
}

/**
 * The one event that is judged twice: the core is asked what it would answer, and where it wants a copy of files first, the
 * copy is made here and travels on the event. So the call is answered after a copy, by the daemon and by a hook alone.
 */
async function copyFirst(event: EventOf<'tool.before'>, { rooms, store, policy }: Asked): Promise<Event> {
  const state = await store.read(event.around.project)
  const need = mayNeedBackup(state, policy, event) ? decide(state, event, policy).needs : undefined
  return need ? seeing(event, { backups: await rooms.backups.beforeCall(need, event, policy.backup) }) : event
}

async function seeLedger(
  event: EventOf<(typeof LEDGER_KINDS)[number]>,
  { rooms, submission, store, policy }: Asked,
): Promise<Event> {
  const ledger = await rooms.ledger.gather(event, submission.project, { store, policy: policy.ledger })
  return ledger === undefined ? event : seeing(event, { ledger })
}

let temporary: readonly string[] | undefined

function tempDirs(): readonly string[] {
  if (temporary !== undefined) return temporary
  // As Node's own `tmpdir`, without loading its module for every call.
  const { TMPDIR, TMP, TEMP } = process.env
  const named = (TMPDIR || TMP || TEMP || '/tmp').replace(/(?<=.)\/$/, '')
  temporary = [...new Set([named, linkFollower()(named), '/tmp', '/var/tmp'])]
  return temporary
}

const sha256 = (data: string | Uint8Array): string => process.getBuiltinModule('node:crypto').hash('sha256', data)

/** A larger file is no state file to anybody. */
const MAX_HASHED_BYTES = 1_024 * 1_024

/** EDGE-92: the hash of the state file as the session found it. */
function stateHash(home: ProjectHome): string {
  try {
    // A fifo or a device in its place is neither waited for nor read.
    const file = openSync(join(home, STATE_FILE), constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stat = fstatSync(file)
      return stat.isFile() && stat.size <= MAX_HASHED_BYTES ? sha256(readFileSync(file)) : ''
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
