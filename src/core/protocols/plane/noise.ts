import type { Harm } from '../../model/assessment.ts'
import type { StoredFact } from '../../model/fact.ts'

/** A kind of hold that a person waved through again and again, with nothing to lose by it. */
export interface Noise {
  /** The newest hold of the kind, which `rules allow` takes. */
  readonly number: number
  readonly preview: string
  readonly approvals: number
}

/** What is known of holds so far, folded row by row. */
export interface NoiseWatch {
  readonly call?: { readonly eventId: string; readonly preview: string; readonly atStake: boolean }
  readonly open: Readonly<Record<number, Noise & { readonly kind: string; readonly atMs: number }>>
  /** Quick approvals in a row, by the class of the hold. */
  readonly kinds: Readonly<Record<string, Noise>>
}

export const NO_NOISE: NoiseWatch = { open: {}, kinds: {} }

/** Nobody reads a reason, looks at a target and decides in less. */
const QUICK_MS = 10_000
const LEAST_APPROVALS = 5

/** What cannot be had again, or is not ours alone any more, is at stake whether or not its target has a name. */
const LOSSES: ReadonlySet<string> = new Set<Harm>([
  ...(['delete', 'overwrite', 'discard-uncommitted', 'rewrite-history', 'publish', 'deploy'] as const),
  ...(['drop-data', 'send', 'tamper'] as const),
])

/** PLANE-O2: an approval is the normal end of a hold; only the same kind, waved through in seconds each time, is noise. */
export function watchNoise(before: NoiseWatch, { fact, eventId, atMs }: StoredFact): NoiseWatch {
  switch (fact.kind) {
    case 'call.judged': {
      const atStake = fact.refused.some(({ harm, targets }) => targets.length > 0 || LOSSES.has(harm))
      return { ...before, call: { eventId, preview: fact.preview, atStake } }
    }
    case 'junction.opened': {
      const { number, kindPrint: kind } = fact.junction
      if (before.call?.eventId !== eventId || before.call.atStake) return before
      const { preview } = before.call
      return { ...before, open: { ...before.open, [number]: { number, preview, approvals: 0, kind, atMs } } }
    }
    case 'junction.approved':
      return ended(before, fact.grant.number, atMs)
    case 'junction.skipped':
      return ended(before, fact.junction.number)
    case 'junction.dismissed':
      return ended(before, fact.grant.number)
    default:
      return before
  }
}

/** Anything but a quick approval breaks the row: somebody thought about it. */
function ended(before: NoiseWatch, number: number, approvedAtMs?: number): NoiseWatch {
  const { [number]: hold, ...open } = before.open
  if (hold === undefined) return before
  const { kind, preview, atMs } = hold
  const isQuick = approvedAtMs !== undefined && approvedAtMs - atMs < QUICK_MS
  const approvals = isQuick ? (before.kinds[kind]?.approvals ?? 0) + 1 : 0
  return { ...before, open, kinds: { ...before.kinds, [kind]: { number, preview, approvals } } }
}

export function noiseIn({ kinds }: NoiseWatch): readonly Noise[] {
  return Object.values(kinds).filter(({ approvals }) => approvals >= LEAST_APPROVALS)
}
