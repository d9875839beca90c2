import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { replayLog } from '../../src/hosts/cli/replay/play.ts'
import { reportOf } from '../../src/hosts/cli/replay/report.ts'

export const replayed = (log) => reportOf(log, replayLog(log, DEFAULT_POLICY))

export const row = (...[measure, value, target, holds]) => ({ measure, value, target, holds: holds ? 'yes' : 'NO' })

export function percentile(values, part) {
  const sorted = [...values].toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
}

/** The same numbers in every run of the bench. */
export function seeded(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const DRAWS = 2_000

/** The middle 95 % of what a measure would be with other runs of the same kind. */
export function bootstrap(items, measure) {
  const random = seeded(7)
  const values = Array.from({ length: DRAWS }, () =>
    measure(items.map(() => items[Math.floor(random() * items.length)])),
  )
  return `[${percentile(values, 0.025).toFixed(2)}, ${percentile(values, 0.975).toFixed(2)}]`
}
