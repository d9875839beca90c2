import { type SessionId, sessionId } from './ids.ts'
import { own } from './own.ts'
import type { SessionState, State } from './state.ts'

/** The session that did something last; the state file shows its values. A probe that never began is none. */
export function lastSession({ sessions }: State): readonly [id: string, session: SessionState] | undefined {
  const all: readonly (readonly [string, SessionState])[] = Object.entries(sessions)
  const known = all.filter(([, session]) => session.began || session.observed.lastActivityMs !== null)
  return known.reduce<(typeof known)[number] | undefined>(
    (last, one) => (last !== undefined && last[1].lastAtMs >= one[1].lastAtMs ? last : one),
    undefined,
  )
}

/** Whose work a person's word is about: that of the session it came through, else of the last one. */
export function sessionMeant(state: State, event: { readonly session: SessionId }): SessionId {
  if (own(state.sessions, event.session) !== undefined) return event.session
  const last = lastSession(state)
  return last === undefined ? event.session : sessionId(last[0])
}
