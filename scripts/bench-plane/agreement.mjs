import { bootstrap, replayed, row } from './measure.mjs'

/** What the people who labelled the runs called it, in our kinds. */
const KIND_OF = {
  ...{
    explore: 'explore',
    search: 'explore',
    locate: 'explore',
    'generate fix': 'edit',
    refactor: 'edit',
    edit: 'edit',
  },
  ...{ 'run tests': 'verify', reproduce: 'verify', verify: 'verify', explain: 'plan', plan: 'plan' },
}
/** A call of each kind, so that labels pass the same detector as actions. */
const SAMPLE = {
  explore: { kind: 'read', name: 'Read', paths: [] },
  edit: { kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path: '/p/src/a.ts' }] },
  verify: { kind: 'shell', name: 'Bash', command: 'npm test' },
  plan: { kind: 'other', name: 'TodoWrite', input: null },
}
const SLACK_STEPS = 1

export function benchAgreement(runs) {
  const compared = runs.map(({ log, labels }) => {
    const kinds = labels.map((label) => KIND_OF[label] ?? 'other')
    const report = replayed(log)
    const ours = report.actions.map(({ kind }) => kind)
    return {
      pairs: ours.map((kind, index) => [kind, kinds[index]]),
      // The reference of the corpus: a shift counts after 3 actions, 5 actions between boundaries.
      plain: matched(plainBoundaries(ours), plainBoundaries(kinds)),
      own: matched(report.boundaries, replayed(relabelled(log, kinds)).boundaries),
    }
  })
  const steps = compared.flatMap(({ pairs }) => pairs).length
  const kappa = kappaOf(compared)
  return [
    row(
      `step agreement (${steps} steps, ${runs.length} runs)`,
      `${(100 * agreementOf(compared)).toFixed(1)} %`,
      '',
      true,
    ),
    row(
      'kappa, 95 % by run',
      `${kappa.toFixed(3)} ${bootstrap(compared, kappaOf)}, ${leaveOneOut(compared, kappaOf)}`,
      '≥ 0.86',
      kappa >= 0.86,
    ),
    ...['own', 'plain'].map((which) => {
      const value = f1Of(which)(compared)
      const name = which === 'own' ? 'hysteresis of the default policy on both' : 'N = 3, K = 5 on both'
      return row(
        `boundary F1, ±1 step, ${name}`,
        `${value.toFixed(3)} ${bootstrap(compared, f1Of(which))}, ${leaveOneOut(compared, f1Of(which))}`,
        '≥ 0.78',
        value >= 0.78,
      )
    }),
  ]
}

function relabelled(log, kinds) {
  const calls = log.events.filter((event) => event.kind === 'tool.before')
  return {
    ...log,
    project: '/p',
    events: calls.map((event, index) => ({ ...event, cwd: '/p', tool: SAMPLE[kinds[index]] })),
  }
}

/** The worst that happens when any one run is left out. */
function leaveOneOut(items, measure) {
  const values = items.map((_, index) => measure(items.filter((__, other) => other !== index)))
  return `without any one run ≥ ${Math.min(...values).toFixed(3)}`
}

const agreementOf = (compared) => {
  const pairs = compared.flatMap((one) => one.pairs)
  return pairs.filter(([left, right]) => left === right).length / pairs.length
}

function kappaOf(compared) {
  const pairs = compared.flatMap((one) => one.pairs)
  const share = (side, kind) => pairs.filter((pair) => pair[side] === kind).length / pairs.length
  const chance = [...new Set(pairs.flat())].reduce((sum, kind) => sum + share(0, kind) * share(1, kind), 0)
  return (agreementOf(compared) - chance) / (1 - chance)
}

const f1Of = (which) => (compared) => {
  const sum = (key) => compared.reduce((total, one) => total + one[which][key], 0)
  const all = sum('ours') + sum('theirs')
  return all === 0 ? 1 : (2 * sum('both')) / all
}

function matched(ours, theirs) {
  const free = theirs.map(({ at }) => at)
  let both = 0
  for (const { at } of ours) {
    const near = free
      .filter((other) => Math.abs(other - at) <= SLACK_STEPS)
      .toSorted((left, right) => Math.abs(left - at) - Math.abs(right - at))
    if (near.length === 0) continue
    both += 1
    free.splice(free.indexOf(near[0]), 1)
  }
  return { both, ours: ours.length, theirs: theirs.length }
}

function plainBoundaries(kinds, { persist = 3, floor = 5 } = {}) {
  const found = []
  let [current, candidate, held, last] = [undefined, undefined, 0, Number.NEGATIVE_INFINITY]
  for (const [at, kind] of kinds.entries()) {
    current ??= kind
    held = kind === current ? 0 : kind === candidate ? held + 1 : 1
    candidate = kind
    if (held < persist || at - last < floor) continue
    found.push({ at, from: current, to: kind })
    ;[current, held, last] = [kind, 0, at]
  }
  return found
}
