import type { Fact, Recorded } from '../../model/fact.ts'
import { own } from '../../model/own.ts'
import { NO_MEMORY, type SessionMemory, type WrittenFile } from '../../model/session-memory.ts'
import type { SessionState, State } from '../../model/state.ts'

type Sessions = State['sessions']

const MAX_SESSIONS = 64
const MAX_WRITTEN = 512
/** Characters of text that are kept; the newest files keep theirs. */
const MAX_WRITTEN_CHARS = 1_000_000
const MAX_BLOCKED = 16
const MAX_SKIPPED = 64

/** What is remembered per session. Bounded: the oldest session gives way. */
export function evolveSessions(sessions: Sessions, recorded: Recorded): Sessions {
  const { fact, session, atMs, runtime } = recorded
  // A person's decision reaches the session that was held, whoever told us.
  if (fact.kind === 'junction.skipped') return withSkipped(sessions, fact)
  if (/^(?:junction|pause)\./.test(fact.kind) || fact.kind === 'approval.refused') return sessions
  const before: SessionState = own(sessions, session) ?? {
    runtime,
    startedAtMs: atMs,
    lastAtMs: atMs,
    ended: false,
    calls: 0,
    memory: NO_MEMORY,
    skipped: [],
  }
  const after: SessionState = {
    ...before,
    lastAtMs: Math.max(before.lastAtMs, atMs),
    ended: fact.kind === 'session.ended',
    calls: before.calls + (fact.kind === 'call.judged' ? 1 : 0),
    memory: remember(before.memory, fact),
  }
  return bounded({ ...sessions, [session]: after })
}

function remember(memory: SessionMemory, fact: Fact): SessionMemory {
  if (fact.kind === 'call.observed' && fact.wrote.length > 0) {
    return { ...memory, written: boundedFiles(withWrites(memory.written, fact.wrote)) }
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

function withSkipped(sessions: Sessions, fact: Extract<Fact, { kind: 'junction.skipped' }>): Sessions {
  const held = own(sessions, fact.session)
  if (!held) return sessions
  return { ...sessions, [fact.session]: { ...held, skipped: [...held.skipped, fact.fingerprint].slice(-MAX_SKIPPED) } }
}

function bounded(sessions: Sessions): Sessions {
  const known = Object.entries<SessionState>(sessions)
  if (known.length <= MAX_SESSIONS) return sessions
  const newest = known.toSorted(([, left], [, right]) => right.lastAtMs - left.lastAtMs)
  return Object.fromEntries(newest.slice(0, MAX_SESSIONS))
}
