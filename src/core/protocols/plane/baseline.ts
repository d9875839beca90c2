import type { Tier } from '../../model/assessment.ts'
import type { Fact, Recorded } from '../../model/fact.ts'
import { lookUp } from '../../model/language.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Backstop, BaselineState, Learned, Running, ToolMix } from '../../model/plane.ts'
import type { PlanePolicy } from '../../model/policy.ts'
import type { Deciding } from '../contract.ts'
import type { JudgedCall } from './moments.ts'
import { isBelow, scopeKey } from './scope.ts'
import { CALL_STEPS, counted, lengthAt, MS_STEPS, NO_LENGTHS, sizeOf, stepOf, survival } from './survival.ts'

const MAX_RUNNING = 48
/** Kinds of work times mixes of tools. */
const MAX_LEARNED = 21

/** Windows folded into what is learned. The project is the repository: facts never leave it. */
export function evolveBaseline(baseline: BaselineState, recorded: Recorded): BaselineState {
  const { fact, atMs } = recorded
  const key = scopeKey(recorded)
  const running = lookUp(baseline.running, key)
  switch (fact.kind) {
    case 'window.opened':
      return opened(running ? finished(baseline, key, { running, isCut: false }) : baseline, key, {
        work: fact.work,
        atMs,
      })
    case 'call.judged':
      return running ? withRunning(baseline, key, worked(running, fact, atMs)) : baseline
    case 'steer.issued':
      return running ? withRunning(baseline, key, cutNow(running, atMs)) : baseline
    case 'window.expired':
      // The boundary of our own budget: nobody knows how long it would have been.
      return running ? finished(baseline, key, { running: cutNow(running, atMs), isCut: true }) : baseline
    case 'session.ended':
      // Subagents end with their session.
      return Object.entries<Running>(baseline.running)
        .filter(([other]) => other === key || isBelow(other, key))
        .reduce((next, [other, one]) => finished(next, other, { running: one, isCut: true }), baseline)
    case 'window.closed':
    case 'agent.stopped':
      return running ? finished(baseline, key, { running, isCut: true }) : baseline
    default:
      return baseline
  }
}

function opened(
  baseline: BaselineState,
  key: string,
  { work, atMs }: { readonly work: Running['work']; readonly atMs: number },
): BaselineState {
  return withRunning(baseline, key, { work, openedAtMs: atMs, lastAtMs: atMs, calls: 0, shell: 0 })
}

const REFUSED: ReadonlySet<string> = new Set(['hold', 'ask', 'block'])

/** Where a call was refused, the rest of the window is our doing. */
function worked(running: Running, { toolKind, outcome }: JudgedCall, atMs: number): Running {
  const shell = running.shell + (toolKind === 'shell' ? 1 : 0)
  const next = { ...running, calls: running.calls + 1, shell, lastAtMs: atMs }
  return REFUSED.has(outcome) ? cutNow(next, atMs) : next
}

function cutNow(running: Running, atMs: number): Running {
  return running.cut ? running : { ...running, cut: { calls: running.calls, ms: atMs - running.openedAtMs } }
}

function finished(
  baseline: BaselineState,
  key: string,
  { running, isCut }: { readonly running: Running; readonly isCut: boolean },
): BaselineState {
  const { [key]: _, ...others } = baseline.running
  const rest = { ...baseline, running: others }
  // A window without an action says nothing.
  if (running.calls === 0) return rest
  const { calls, ms } = running.cut ?? { calls: running.calls, ms: running.lastAtMs - running.openedAtMs }
  const group = groupOf(running.work, mixOf(running))
  const known = lookUp(baseline.learned, group) ?? { calls: NO_LENGTHS, ms: NO_LENGTHS }
  const wasCut = isCut || running.cut !== undefined
  const next: Learned = {
    calls: counted(known.calls, stepOf(calls, CALL_STEPS), wasCut),
    ms: counted(known.ms, stepOf(ms, MS_STEPS), wasCut),
  }
  const learned = { ...baseline.learned, [group]: next }
  return Object.keys(learned).length > MAX_LEARNED ? rest : { ...rest, learned }
}

function withRunning(baseline: BaselineState, key: string, running: Running): BaselineState {
  const all = Object.entries<Running>({ ...baseline.running, [key]: running })
  const newest =
    all.length > MAX_RUNNING
      ? all.toSorted(([, left], [, right]) => right.lastAtMs - left.lastAtMs).slice(0, MAX_RUNNING)
      : all
  return { ...baseline, running: Object.fromEntries(newest) }
}

function groupOf(work: string, mix: ToolMix): string {
  return `${work} ${mix}`
}

const MOSTLY = 0.7

function mixOf({ calls, shell }: Running): ToolMix {
  const share = shell / calls
  return share >= MOSTLY ? 'shell' : share <= 1 - MOSTLY ? 'tools' : 'mixed'
}

/** PLANE-R8b: fewer say nothing; without ends there is only what we cut. */
export const LEAST_WINDOWS = 30
export const LEAST_ENDED = 10
/** A window longer than four in five of its kind is worth a look. */
const SHARE = 0.2
/** Learning bends the fixed figure, it does not break it. */
const [LEAST_PART, MOST_PART] = [0.5, 3]

export interface Baseline {
  readonly group: string
  readonly windows: number
  readonly ended: number
  /** Undefined where there is not enough to learn from. */
  readonly calls?: number
  readonly ms?: number
}

/** What is known of every group, in a fixed order. */
export function baselinesOf({ learned }: BaselineState): readonly Baseline[] {
  const groups = Object.entries<Learned>(learned).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return groups.map(([group, lengths]) => baselineOf(group, lengths))
}

function baselineOf(group: string, { calls, ms }: Learned): Baseline {
  const size = sizeOf(calls)
  const windows = size.ended + size.cut
  const base = { group, windows, ended: size.ended }
  if (windows < LEAST_WINDOWS || size.ended < LEAST_ENDED) return base
  const byCalls = lengthAt(survival(calls, CALL_STEPS), SHARE)
  const byMs = lengthAt(survival(ms, MS_STEPS), SHARE)
  return { ...base, ...(byCalls !== undefined && { calls: byCalls }), ...(byMs !== undefined && { ms: byMs }) }
}

/** PLANE-R8b: a window that opens is measured against what was learned here, where the policy says so. */
export function measureWindows(outcome: Outcome, { state, policy: { plane } }: Deciding): Outcome {
  if (plane.baselines !== 'learned') return outcome
  const facts = outcome.facts.map((fact): Fact => {
    if (fact.kind !== 'window.opened') return fact
    const { calls, ms } = backstopFigures(state.baseline, fact.work, plane)
    return { ...fact, backstop: backstopOf({ ...plane, windowCalls: calls, windowMs: ms }, fact.tier) }
  })
  return { ...outcome, facts }
}

/** The figures a new window is measured against. Its mix of tools is not known yet: the longest of its kind counts. @internal */
export function backstopFigures({ learned }: BaselineState, work: string, plane: PlanePolicy): Backstop {
  const fixed: Backstop = { calls: plane.windowCalls, ms: plane.windowMs }
  if (plane.baselines !== 'learned') return fixed
  const known = MIXES.flatMap((mix) => {
    const lengths = lookUp(learned, groupOf(work, mix))
    return lengths ? [baselineOf('', lengths)] : []
  })
  const calls = known.flatMap((one) => one.calls ?? [])
  const ms = known.flatMap((one) => one.ms ?? [])
  return {
    calls: calls.length === 0 ? fixed.calls : within(Math.max(...calls), fixed.calls),
    ms: ms.length === 0 ? fixed.ms : within(Math.max(...ms), fixed.ms),
  }
}

const MIXES: readonly ToolMix[] = ['shell', 'mixed', 'tools']

function within(value: number, fixed: number): number {
  return Math.round(Math.max(fixed * LEAST_PART, Math.min(fixed * MOST_PART, value)))
}

/** How long a window may be at most (PLANE-R8a); where something protected was touched, half of it (PLANE-R7b). */
export function backstopOf({ windowCalls, windowMs }: PlanePolicy, tier: Tier): Backstop {
  const part = tier === 'routine' ? 1 : 2
  return { calls: Math.max(1, Math.round(windowCalls / part)), ms: Math.round(windowMs / part) }
}
