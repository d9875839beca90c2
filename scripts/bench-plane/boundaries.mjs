import { percentile, replayed, row } from './measure.mjs'

const LONG_CALLS = 30
const FLAP_ACTIONS = 12

/** How often a boundary is drawn, and how often it is taken back. */
export function benchBoundaries(sessions) {
  const all = sessions.map(({ log, source }) => ({ source, report: replayed(log) }))
  const sources = [...new Set(all.map(({ source }) => source))]
  return [
    ...rates('all sessions', all),
    ...(sources.length > 1
      ? sources.flatMap((source) =>
          rates(
            source,
            all.filter((one) => one.source === source),
          ),
        )
      : []),
  ]
}

function rates(name, some) {
  const long = some.filter(({ report }) => report.actions.length >= LONG_CALLS)
  const per100 = long.map(({ report }) => (100 * report.boundaries.length) / report.actions.length)
  const [p50, p95] = [percentile(per100, 0.5), percentile(per100, 0.95)]
  const boundaries = some.flatMap(({ report }) => report.boundaries)
  const flaps = some.reduce((sum, { report }) => sum + flapsIn(report.boundaries), 0)
  const share = boundaries.length === 0 ? 0 : flaps / boundaries.length
  return [
    row(
      `boundaries per 100 actions, p50 (${name}, ${long.length} of at least ${LONG_CALLS} calls)`,
      p50.toFixed(2),
      '≤ 3',
      p50 <= 3,
    ),
    row(`boundaries per 100 actions, p95 (${name})`, p95.toFixed(2), '≤ 7', p95 <= 7),
    row(`flap (${name}, ${boundaries.length} boundaries)`, `${(100 * share).toFixed(1)} %`, '≤ 10 %', share <= 0.1),
  ]
}

const flapsIn = (boundaries) =>
  boundaries.filter(({ at, to }, index) => {
    const before = boundaries[index - 1]
    return before !== undefined && before.from === to && at - before.at <= FLAP_ACTIONS
  }).length
