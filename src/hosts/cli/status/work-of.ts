import type { Boundary, Scope, SignalId } from '../../../core/model/plane.ts'
import type { State } from '../../../core/model/state.ts'
import type { WorkKind } from '../../../core/model/tool.ts'
import { scopeKey } from '../../../core/protocols/plane/scope.ts'
import { STATUS_TEXTS } from '../../../core/words/cli-status.ts'

/** What `status --json` says of the work of one session. */
export interface WorkStatus {
  /** The window that is open, and how many actions it has had. */
  readonly window: {
    readonly number: number
    readonly kind: WorkKind
    readonly actions: number
    readonly evidence: string
  } | null
  readonly actions: number
  readonly boundaries: readonly Pick<Boundary, 'number' | 'at' | 'from' | 'to' | 'signals' | 'why'>[]
  readonly loops: number
  /** Signals without their input. */
  readonly off: readonly SignalId[]
}

type Session = Parameters<typeof scopeKey>[0]

/** The main agent's scope of a session; null when no call of it was seen. */
export function workStatusOf({ plane }: State, session: Session): WorkStatus | null {
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
