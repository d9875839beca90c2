import { isDirector } from '../../model/door.ts'
import { type Fact, isNoSignOfLife, type Recorded } from '../../model/fact.ts'
import type { SessionId } from '../../model/ids.ts'
import { lookUp } from '../../model/language.ts'
import {
  type Hold,
  isForLater,
  NO_OBSERVATIONS,
  type SessionState,
  type SkippedHold,
  type State,
} from '../../model/state.ts'
import { NO_MEMORY, type SessionMemory, type WrittenFile } from '../../model/tool.ts'
import { filesWorkedOn, observed } from './observations.ts'

type Sessions = State['sessions']
type Remembered = Pick<State, 'sessions' | 'clients' | 'edge'>

const MAX_SESSIONS = 64
const MAX_WRITTEN = 512
/** Characters of text that are kept; the newest files keep theirs. */
const MAX_WRITTEN_CHARS = 1_000_000
/** More than anybody makes in a session and wants gone again. */
const MAX_MADE = 200
const MAX_BLOCKED = 16
const MAX_SKIPPED = 16
/** Of the first prompt. */
const MAX_PROMPT_CHARS = 200

/** What is remembered per session. Bounded: of those without a client and without holds, the oldest gives way. */
export function evolveSessions({ sessions, clients, edge }: Remembered, recorded: Recorded): Sessions {
  const { fact, session, runtime } = recorded
  const elsewhere = evolveOther(sessions, fact, edge.holds)
  // What a person did at a door of ours, and what became of holds, is no sign of a session's life.
  if (runtime === OWN_RUNTIME || isNoSignOfLife(fact.kind)) return elsewhere
  const next = { ...elsewhere, [session]: evolved(lookUp(elsewhere, session), recorded) }
  const isKept = (id: string) => Object.hasOwn(clients, id) || edge.holds.some((hold) => hold.session === id)
  return bounded(next, isKept)
}

/** The name under which our own doors speak. */
const OWN_RUNTIME = 'fairlead'

/** A fact can be about another session than the one that brought it. */
function evolveOther(sessions: Sessions, fact: Fact, waiting: readonly Hold[]): Sessions {
  switch (fact.kind) {
    case 'junction.skipped':
      // What outlived its session is refused to every session.
      if (isForLater(fact.junction)) return sessions
      return changed(sessions, fact.junction.session, ({ skipped }) => ({
        skipped: [...without(skipped, fact.junction.number), skippedHold(fact)].slice(-MAX_SKIPPED),
      }))
    case 'junction.approved':
    case 'junction.dismissed':
      return changed(sessions, fact.grant.session, ({ skipped, memory }) => ({
        skipped: without(skipped, fact.grant.number),
        memory: forgiving(
          memory,
          [...waiting, ...skipped].find(({ number }) => number === fact.grant.number),
        ),
      }))
    case 'session.lost':
      return changed(sessions, fact.lost, () => ({ ended: true }))
    case 'session.recaptured':
      return changed(sessions, fact.of, () => ({ observed: fact.observed }))
    default:
      return sessions
  }
}

/** What a person let pass is no end any more that an agent could reach by another way. */
function forgiving(memory: SessionMemory, hold: Hold | undefined): SessionMemory {
  const { targets = [] } = hold ?? {}
  const isOpen = (one: { readonly targets: readonly string[] }) => one.targets.some((path) => !targets.includes(path))
  return { ...memory, blocked: memory.blocked.filter(isOpen) }
}

function skippedHold({ junction, door, note }: Extract<Fact, { kind: 'junction.skipped' }>): SkippedHold {
  return {
    ...junction,
    ...(isDirector(door) && { byDirector: true as const }),
    ...(note !== undefined && { note }),
  }
}

function without(holds: readonly SkippedHold[], number: number): readonly SkippedHold[] {
  return holds.some((hold) => hold.number === number) ? holds.filter((hold) => hold.number !== number) : holds
}

type Change = (session: SessionState) => Partial<SessionState>

function changed(sessions: Sessions, id: SessionId, change: Change): Sessions {
  const session = lookUp(sessions, id)
  return session === undefined ? sessions : { ...sessions, [id]: { ...session, ...change(session) } }
}

function evolved(before: SessionState | undefined, { fact, atMs, runtime }: Recorded): SessionState {
  const known: SessionState = before ?? {
    runtime,
    startedAtMs: atMs,
    lastAtMs: atMs,
    began: false,
    ended: false,
    calls: 0,
    memory: NO_MEMORY,
    skipped: [],
    startHash: '',
    prompt: '',
    observed: NO_OBSERVATIONS,
    editsInRow: 0,
    said: [],
  }
  return {
    ...known,
    ...learnt(known, fact, atMs),
    lastAtMs: Math.max(known.lastAtMs, atMs),
    ended: fact.kind === 'session.ended' || (known.ended && !REVIVING.has(fact.kind)),
    calls: known.calls + (fact.kind === 'call.judged' ? 1 : 0),
    memory: remember(known.memory, fact),
  }
}

/** Only work of its agent shows that a session which ended goes on; what is recorded of its end comes after it, too. */
const REVIVING: ReadonlySet<Fact['kind']> = new Set<Fact['kind']>([
  ...(['session.started', 'client.registered', 'prompt.received', 'agent.started'] as const),
  ...(['call.judged', 'call.observed', 'permission.asked'] as const),
])

function learnt(session: SessionState, fact: Fact, atMs: number): Partial<SessionState> {
  switch (fact.kind) {
    case 'session.started':
      // A compacted conversation is the same session, which began with the file as it was then.
      return fact.source === 'compact' ? { began: true } : { began: true, startHash: fact.startHash }
    case 'prompt.received':
      return session.prompt === '' ? { prompt: objectiveIn(fact.preview) } : {}
    case 'call.observed':
      return {
        observed: observed(session.observed, fact, atMs),
        editsInRow: fact.testRun ? 0 : session.editsInRow + (filesWorkedOn(fact).length > 0 ? 1 : 0),
      }
    case 'session.told':
      return { said: [...session.said, fact.remark] }
    default:
      return {}
  }
}

/** The first line that says something; a command or a tag states no objective. */
function objectiveIn(prompt: string): string {
  const line =
    prompt
      .split('\n')
      .find((one) => one.trim() !== '')
      ?.trim() ?? ''
  return /^[/<!#]/.test(line) ? '' : line.slice(0, MAX_PROMPT_CHARS)
}

function remember(memory: SessionMemory, fact: Fact): SessionMemory {
  if (fact.kind === 'call.observed' && (fact.wrote.length > 0 || fact.made !== undefined)) {
    const made = fact.made === undefined ? {} : { made: [...(memory.made ?? []), ...fact.made].slice(-MAX_MADE) }
    return { ...memory, ...made, written: boundedFiles(withWrites(memory.written, fact.wrote)) }
  }
  if (fact.kind === 'call.judged' && fact.refused.length > 0) {
    return { ...memory, blocked: [...memory.blocked, ...fact.refused].slice(-MAX_BLOCKED) }
  }
  return memory
}

type Files = readonly WrittenFile[]

function withWrites(before: Files, wrote: Files): Files {
  const known = new Map(before.map((file) => [file.path, file]))
  const paths = new Set(wrote.map((file) => file.path))
  const fresh = wrote.map((file) => inheriting(file, known.get(file.path)))
  return [...before.filter((file) => !paths.has(file.path)), ...fresh]
}

/** Risk stays with a file until its whole text is another. */
function inheriting(file: WrittenFile, before: WrittenFile | undefined): WrittenFile {
  if (before?.risk === undefined || file.risk !== undefined) return file
  const isMore = before.text !== undefined && file.text?.startsWith(before.text) === true
  return file.part === true || file.text === undefined || isMore ? { ...file, risk: before.risk } : file
}

/** The oldest files give way, first those that are harmless to run; before that they lose their text. */
function boundedFiles(files: Files): Files {
  const excess = files.length - MAX_WRITTEN
  const harmless = files.filter((file) => file.risk === undefined).slice(0, Math.max(excess, 0))
  const dropped = new Set(harmless)
  const kept = files.filter((file) => !dropped.has(file)).slice(-MAX_WRITTEN)
  let left = MAX_WRITTEN_CHARS
  return kept
    .toReversed()
    .map((file): WrittenFile => {
      left -= file.text?.length ?? 0
      return left >= 0 || file.text === undefined ? file : { ...file, text: undefined, risk: file.risk ?? 'unread' }
    })
    .toReversed()
}

function bounded(sessions: Sessions, isKept: (id: string) => boolean): Sessions {
  const known = Object.entries<SessionState>(sessions)
  if (known.length <= MAX_SESSIONS) return sessions
  const others = known.filter(([id]) => !isKept(id)).toSorted(([, left], [, right]) => right.lastAtMs - left.lastAtMs)
  const dropped = new Set(others.slice(MAX_SESSIONS).map(([id]) => id))
  return Object.fromEntries(known.filter(([id]) => !dropped.has(id)))
}
