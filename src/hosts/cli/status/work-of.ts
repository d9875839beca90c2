import type { Scope } from '../../../core/model/plane.ts'
import type { State } from '../../../core/model/state.ts'
import { scopeKey } from '../../../core/protocols/plane/scope.ts'
import { STATUS_TEXTS } from '../../../core/words/cli-status.ts'

/** What `status --json` says about the work of one session. */
type WorkStatus = NonNullable<ReturnType<typeof workStatusOf>>

type Session = Parameters<typeof scopeKey>[0]

/** The main agent's scope of a session; null when no call of it was seen. */
export function workStatusOf({ plane }: State, session: Session) {
  const scopes = new Map<string, Scope>(Object.entries(plane.scopes))
  const scope = scopes.get(scopeKey(session))
  if (scope === undefined) return null
  const { window, calls, recent, loops, off } = scope
  return {
    window: window && {
      number: window.number,
      kind: window.kind,
      actions: calls - window.openedAt,
      evidence: window.evidence?.provider ?? 'none',
    },
    actions: calls,
    boundaries: recent.map(({ number, at, from, to, signals, why }) => ({ number, at, from, to, signals, why })),
    loops,
    off,
  }
}

const SHOWN_BOUNDARIES = 4

/** Lines for `status`: what kind of work it is, and where it last changed. */
export function workLines({ window, actions, boundaries, loops, off }: WorkStatus): readonly string[] {
  const now = window
    ? STATUS_TEXTS.stretch(window.kind, window.number, window.actions)
    : STATUS_TEXTS.noStretch(actions)
  return [
    `${now}${loops > 0 ? STATUS_TEXTS.loops(loops) : ''}`,
    ...boundaries
      .slice(-SHOWN_BOUNDARIES)
      .map(({ number, at, why }) => STATUS_TEXTS.change(number, at + 1, actions, why)),
    ...(off.length > 0 ? [STATUS_TEXTS.off(off.join(', '))] : []),
  ]
}
