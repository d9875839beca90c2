import type { Lengths } from '../../model/plane.ts'

/** Upper ends of the steps in which lengths are counted; longer ones fall into the last. */
export const CALL_STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512] as const
const MINUTE_MS = 60_000
export const MS_STEPS = [0.25, 0.5, 1, 2, 3, 5, 8, 12, 20, 30, 45, 60, 90, 120, 180, 240, 480].map(
  (minutes) => minutes * MINUTE_MS,
)

export const NO_LENGTHS: Lengths = { ended: [], cut: [] }

/** Step of a length: the first that holds it. */
export function stepOf(length: number, steps: readonly number[]): number {
  const found = steps.findIndex((end) => length <= end)
  return found < 0 ? steps.length - 1 : found
}

export function counted({ ended, cut }: Lengths, step: number, isCut: boolean): Lengths {
  return isCut ? { ended, cut: plusOne(cut, step) } : { ended: plusOne(ended, step), cut }
}

function plusOne(counts: readonly number[], step: number): readonly number[] {
  const length = Math.max(counts.length, step + 1)
  return Array.from({ length }, (_, index) => (counts[index] ?? 0) + (index === step ? 1 : 0))
}

export function sizeOf({ ended, cut }: Lengths): { readonly ended: number; readonly cut: number } {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  return { ended: sum(ended), cut: sum(cut) }
}

export interface Point {
  /** Upper end of the step. */
  readonly length: number
  readonly atRisk: number
  readonly ended: number
  readonly cut: number
  /** Share of windows that go on beyond it. */
  readonly surviving: number
}

/**
 * The product-limit estimate of Kaplan and Meier over counted steps. A window that was cut off counts as still running up to where
 * it was cut, and as unknown from there on; it is never taken for one that ended (PLANE-R8c).
 */
export function survival({ ended, cut }: Lengths, steps: readonly number[]): readonly Point[] {
  const total = sizeOf({ ended, cut })
  let atRisk = total.ended + total.cut
  let surviving = 1
  return steps.flatMap((length, step) => {
    const [gone, lost] = [ended[step] ?? 0, cut[step] ?? 0]
    if (atRisk === 0 || gone + lost === 0) return []
    surviving *= 1 - gone / atRisk
    const point: Point = { length, atRisk, ended: gone, cut: lost, surviving }
    atRisk -= gone + lost
    return [point]
  })
}

/** The length that all but this share of windows stay below. Undefined when too much was cut off to know. */
export function lengthAt(points: readonly Point[], share: number): number | undefined {
  return points.find(({ surviving }) => surviving <= share)?.length
}
