import type { Fact, Recorded } from '../../model/fact.ts'
import { own } from '../../model/own.ts'
import { NO_MEMORY, type SessionMemory } from '../../model/session-memory.ts'
import type { SessionState, State } from '../../model/state.ts'

type Sessions = State['sessions']

const MAX_SESSIONS = 64
const MAX_WRITTEN = 64
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
    const paths = new Set(fact.wrote.map((file) => file.path))
    const kept = memory.written.filter((file) => !paths.has(file.path))
    return { ...memory, written: [...kept, ...fact.wrote].slice(-MAX_WRITTEN) }
  }
  if (fact.kind === 'call.judged' && fact.refused.length > 0) {
    return { ...memory, blocked: [...memory.blocked, ...fact.refused].slice(-MAX_BLOCKED) }
  }
  return memory
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
