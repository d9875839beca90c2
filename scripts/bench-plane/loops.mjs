import { replayed, row } from './measure.mjs'

const REPEATS = 3

/** How many real sessions are called loops, and whether planted ones are all found. */
export function benchLoops(sessions) {
  const flagged = sessions.filter(({ log }) => replayed(log).loops.length > 0).length
  const share = flagged / sessions.length
  const quiet = sessions.filter(({ log }) => log.events.length >= 40 && replayed(log).loops.length === 0)
  const plants = LOOPS.flatMap((loop) => [0.1, 0.5, 0.9].map((part) => ({ loop, part })))
  const found = plants.filter(({ loop, part }, index) => {
    const { log } = quiet[index % quiet.length]
    return replayed(planted(log, loop, part)).loops.length > 0
  }).length
  return [
    row(`sessions flagged as loops (${sessions.length})`, `${(100 * share).toFixed(2)} %`, '≤ 1 %', share <= 0.01),
    row(
      `planted loops found (${plants.length})`,
      `${found} of ${plants.length}`,
      '100 %',
      found === plants.length && plants.length >= 30,
    ),
  ]
}

const shell = (command, { input = command, result = 'same', failed = false } = {}) => ({
  tool: { kind: 'shell', name: 'Bash', command },
  print: { input, result },
  failed,
})
const edit = (path, input) => ({
  tool: { kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path }] },
  print: { input, result: input },
  failed: false,
})
const repeat = (make) => Array.from({ length: REPEATS }, (_, round) => make(round)).flat()
const cycle = (period, options) =>
  repeat(() => Array.from({ length: period }, (_, step) => shell(`step ${step}`, { result: `r${step}`, ...options })))

/** Circles an agent may run in: of one to four calls, failing or not, alone or with other calls in between. */
const LOOPS = [
  ...[1, 2, 3, 4].flatMap((period) => [cycle(period, {}), cycle(period, { failed: true })]),
  ...[1, 2, 3].map((period) =>
    repeat((round) => [
      ...Array.from({ length: period }, (_, step) => shell(`step ${step}`, { result: `r${step}` })),
      shell(`look ${round}`, { result: `news ${round}` }),
    ]),
  ),
  // The same call fails again, each time with another message.
  repeat((round) => [shell('npm test', { result: `failed at ${round}`, failed: true })]),
  // Another edit, the same failure.
  repeat((round) => [edit('/p/src/a.ts', `edit ${round}`), shell('npm test', { result: 'the same', failed: true })]),
  // The same edit, again and again.
  repeat(() => [edit('/p/src/a.ts', 'edit'), shell('npm test', { result: 'ok' })]),
]

function planted(log, loop, part) {
  const befores = log.events.flatMap((event, index) => (event.kind === 'tool.before' ? [index] : []))
  const at = befores[Math.floor(part * befores.length)]
  const like = log.events[at]
  const events = loop.flatMap(({ tool, print, failed }, index) => {
    const call = `planted-${index}`
    const common = { ...like, tool, call, atMs: like.atMs }
    return [
      { ...common, id: `before-${call}`, kind: 'tool.before' },
      { ...common, id: `after-${call}`, kind: 'tool.after', outcome: { ok: !failed, output: '' }, print },
    ]
  })
  return { ...log, events: [...log.events.slice(0, at), ...events, ...log.events.slice(at)] }
}
