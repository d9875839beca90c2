import type { Boundary, SignalId, Window } from '../../model/plane.ts'
import type { PlanePolicy } from '../../model/policy.ts'
import type { WorkKind } from '../../model/tool.ts'
import type { Pointed } from './detect.ts'

export interface Steer {
  readonly signal: SignalId
  readonly text: string
}

/** Graver reasons speak first: there is one steer in a window. */
const ORDER: readonly SignalId[] = [
  'failure-loop',
  'first-protected',
  'task-lifecycle',
  'work-shift',
  'scope-change',
  'call-budget',
  'time-budget',
]

/** Fixed words, filled from a closed set of our own words: nothing an agent, a file or a tool wrote gets in. */
const STEERS: Readonly<Record<SignalId, (kinds: { from: WorkKind; to: WorkKind }) => string>> = {
  'failure-loop': () =>
    'Fairlead: the last calls repeat with the same outcome. Stop and reassess before the next call: reread the error and the file as it is now, name the assumption that must be wrong, and take a different step instead of repeating this one.',
  'first-protected': () =>
    'Fairlead: this is the first action here that could not be undone. Reassess before you go on: is it needed for the objective, is the target exactly the one you mean, and is the work verified and saved so that it can be recovered?',
  'task-lifecycle': () =>
    'Fairlead: the context was just made shorter. Reread the objective and the files you are changing before the next edit; do not go on from memory.',
  'work-shift': ({ from, to }) =>
    `Fairlead: the work moved from ${WORDS[from]} to ${WORDS[to]}. Reassess in a line: does what you found so far support this step, and how will you know that it worked?`,
  'scope-change': () =>
    'Fairlead: the work moved to another part of the project. Reassess in a line: is this part of the objective, and is the part you left in a working state?',
  'call-budget': () =>
    'Fairlead: many actions without a change of direction. Reassess in a line: what is done, what is left, and is this still the shortest way?',
  'time-budget': () =>
    'Fairlead: a long time without a change of direction. Reassess in a line: what is done, what is left, and is this still the shortest way?',
}

const WORDS: Readonly<Record<WorkKind, string>> = {
  explore: 'exploring',
  edit: 'editing',
  verify: 'verifying',
  ship: 'shipping',
  plan: 'planning',
  delegate: 'delegating',
  other: 'other work',
}

/**
 * What to say to the agent, if anything: at most one steer in a window. A signal the operator listed speaks when it points,
 * even where the floor holds the boundary back; the others speak at a boundary, where ordinary boundaries steer.
 */
export function steerOf(
  window: Window,
  { pointed, boundary }: { readonly pointed: readonly Pointed[]; readonly boundary: Boundary | undefined },
  policy: PlanePolicy,
): Steer | undefined {
  // A boundary starts a window, which may have a steer of its own.
  if (window.steered && boundary === undefined) return undefined
  const listed = pointed
    .filter((one) => one.lasts === 1 && policy.steerOn.includes(one.signal))
    .map((one) => one.signal)
  const crossed = boundary?.signals.filter((id) => policy.routine === 'steer' || policy.steerOn.includes(id)) ?? []
  const signal = ORDER.find((id) => listed.includes(id) || crossed.includes(id))
  if (signal === undefined) return undefined
  const { from, to } = boundary ?? { from: window.kind, to: window.kind }
  return { signal, text: STEERS[signal]({ from, to }) }
}
