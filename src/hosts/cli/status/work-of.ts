import type { Boundary, Scope, SignalId } from '../../../core/model/plane.ts'
import type { State } from '../../../core/model/state.ts'
import type { WorkKind } from '../../../core/model/work.ts'
import { scopeKey } from '../../../core/protocols/plane/scope.ts'
import { count } from '../../../core/words/count.ts'

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
export function workOf({ plane }: State, session: Session): WorkStatus | null {
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

/** Boundaries that a person wants to see at a glance. */
const SHOWN_BOUNDARIES = 4

/** Lines for `status`: what it is at, and the last places where it changed. */
export function workLines({ window, actions, boundaries, loops, off }: WorkStatus): readonly string[] {
  const now = window
    ? `${window.kind}, window ${window.number}, ${count(window.actions, 'action')}`
    : `${count(actions, 'action')}, no window open`
  return [
    `${now}${loops > 0 ? `; ${count(loops, 'loop')}` : ''}`,
    ...boundaries
      .slice(-SHOWN_BOUNDARIES)
      .map(({ number, at, why }) => `boundary ${number} at action ${at + 1} of ${actions}: ${why}`),
    ...(off.length > 0 ? [`off for want of input: ${off.join(', ')}`] : []),
  ]
}
