import type { Tier } from '../../../core/model/assessment.ts'
import type { Evidence, LoopKind, Need, SignalId } from '../../../core/model/plane.ts'
import type { WorkKind } from '../../../core/model/tool.ts'
import { runtimeOf } from '../../../runtimes/registry.ts'
import type { Played } from './play.ts'
import type { Log } from './rows.ts'

/** What `replay --json` prints for one session. `at` is the index of a tool call, from 0. */
export interface ReplayReport {
  readonly session: string
  readonly run?: string
  readonly actions: readonly { readonly kind: WorkKind }[]
  readonly boundaries: readonly {
    readonly at: number
    readonly from: WorkKind
    readonly to: WorkKind
    readonly signals: readonly SignalId[]
    readonly why: string
  }[]
  readonly loops: readonly { readonly at: number; readonly how: LoopKind; readonly times: number }[]
  readonly windows: readonly {
    readonly number: number
    readonly at: number
    readonly kind: WorkKind
    readonly evidence: Evidence['provider'] | 'none'
  }[]
  readonly steers: readonly {
    readonly at: number
    readonly signal: SignalId
    readonly text: string
    readonly delivered: boolean
  }[]
  readonly holds: readonly {
    readonly at: number
    readonly decision: 'hold' | 'ask' | 'block'
    readonly tier: Tier
    readonly rules: readonly string[]
    readonly call: string
  }[]
  readonly gaps: readonly {
    readonly signal: SignalId | 'detector'
    readonly missing?: Need
    readonly problem?: string
  }[]
}

type Draft = { readonly [List in Exclude<keyof ReplayReport, 'session' | 'run'>]: ReplayReport[List][number][] }

/** The facts of one replayed session, sorted by what a person asks for. */
export function reportOf({ name, runtime }: Log, played: readonly Played[]): ReplayReport {
  const draft: Draft = { actions: [], boundaries: [], loops: [], windows: [], steers: [], holds: [], gaps: [] }
  // Calls that ran side by side answer one after the other: what a result shows belongs to its own call.
  const places = new Map<string, number>()
  for (const step of played) {
    const { event } = step
    if (event.kind === 'tool.before') places.set(event.call, draft.actions.length)
    const own = event.kind === 'tool.after' ? places.get(event.call) : undefined
    const delivered = runtimeOf(runtime)?.render(step.decision, step.event).lost.includes('steer') !== true
    for (const fact of step.facts) note(draft, fact, { decision: step.decision, delivered, own })
  }
  return { ...name, ...draft }
}

type Beside = Pick<Played, 'decision'> & { readonly delivered: boolean; readonly own: number | undefined }

function note(draft: Draft, fact: Played['facts'][number], { decision, delivered, own }: Beside): void {
  const at = own ?? Math.max(draft.actions.length - 1, 0)
  switch (fact.kind) {
    case 'call.judged':
      draft.actions.push({ kind: fact.work })
      if (decision.kind === 'hold' || decision.kind === 'ask' || decision.kind === 'block') {
        const { tier, rules, preview } = fact
        draft.holds.push({ at: draft.actions.length - 1, decision: decision.kind, tier, rules, call: preview })
      }
      break
    case 'boundary.detected': {
      const { from, to, signals, why } = fact.boundary
      draft.boundaries.push({ at, from, to, signals, why })
      break
    }
    case 'window.opened':
      draft.windows.push({ number: fact.number, at, kind: fact.work, evidence: fact.evidence?.provider ?? 'none' })
      break
    case 'checkpoint.observed': {
      const index = draft.windows.findLastIndex(({ number }) => number === fact.number)
      const window = draft.windows[index]
      if (window) draft.windows[index] = { ...window, evidence: fact.evidence.provider }
      break
    }
    case 'loop.detected':
      draft.loops.push({ at, how: fact.how, times: fact.times })
      break
    case 'steer.issued':
      draft.steers.push({ at, signal: fact.signal, text: fact.text, delivered })
      break
    case 'signal.disabled':
      draft.gaps.push({ signal: fact.signal, missing: fact.missing })
      break
    case 'signal.failed':
      draft.gaps.push({ signal: fact.signal, problem: fact.problem })
      break
    default:
      break
  }
}

/** What another policy would have done differently in one session. */
export interface Difference {
  readonly at: number
  readonly what: 'decision' | 'boundary' | 'steer' | 'loop'
  readonly before: string
  readonly after: string
}

const NOTHING = 'none'

/** Place by place, in order. */
export function differencesOf(before: ReplayReport, after: ReplayReport): readonly Difference[] {
  const found = WHATS.flatMap((what) => between(what, PLACES[what](before), PLACES[what](after)))
  return found.toSorted((left, right) => left.at - right.at)
}

const WHATS = ['decision', 'boundary', 'steer', 'loop'] as const

const PLACES: Readonly<Record<Difference['what'], (report: ReplayReport) => Places>> = {
  decision: ({ holds }) => places(holds, ({ decision }) => decision),
  boundary: ({ boundaries }) =>
    places(boundaries, ({ from, to, signals }) => `${from} to ${to} (${signals.join(', ')})`),
  steer: ({ steers }) => places(steers, ({ signal }) => signal),
  loop: ({ loops }) => places(loops, ({ how }) => how),
}

type Places = ReadonlyMap<number, string>

function places<Item extends { readonly at: number }>(items: readonly Item[], say: (item: Item) => string): Places {
  return new Map(items.map((item) => [item.at, say(item)]))
}

function between(what: Difference['what'], before: Places, after: Places): readonly Difference[] {
  const quiet = what === 'decision' ? 'allow' : NOTHING
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((at) => {
    const [was, is] = [before.get(at) ?? quiet, after.get(at) ?? quiet]
    return was === is ? [] : [{ at, what, before: was, after: is }]
  })
}
