import { seeing, surround } from '../../src/core/model/event.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { evolvePlane } from '../../src/core/protocols/plane/evolve.ts'
import { listenPlane } from '../../src/core/protocols/plane/listen.ts'
import { watchCall } from '../../src/core/protocols/plane/watch.ts'
import { percentile, row, seeded } from './measure.mjs'

const EVENTS = 100_000
const PART = 10_000
const WARM_UP = 20_000
const KINDS = ['explore', 'explore', 'explore', 'edit', 'edit', 'verify', 'ship', 'plan', 'other']

/** What the plane adds to one event: watching and folding, in one long session. */
export function benchCost() {
  run(WARM_UP)
  const { times, state } = run(EVENTS)
  const [first, last] = [times.slice(0, PART), times.slice(-PART)].map((part) => percentile(part, 0.5))
  const p99 = percentile(times, 0.99)
  const size = JSON.stringify(state.plane).length
  return [
    row(
      `cost of one event in a session of ${EVENTS.toLocaleString('en')}, p99`,
      `${p99.toFixed(4)} ms`,
      '< 0.3 ms',
      p99 < 0.3,
    ),
    row('the last 10,000 against the first, p50', `${(last / first).toFixed(2)} times`, '≤ 1.5', last / first <= 1.5),
    row('what is kept of it', `${size} characters`, '≤ 8,000', size <= 8_000),
  ]
}

function run(events) {
  const random = seeded(11)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const times = []
  let state = INITIAL_STATE
  let kind = 'explore'
  for (let index = 0; index < events; index += 1) {
    if (random() < 0.1) kind = pick(KINDS)
    const event = eventOf(index, random)
    const call = {
      kind: 'call.judged',
      work: kind,
      tier: random() < 0.01 ? 'junction' : 'routine',
      place: `src/part-${Math.floor(random() * 30)}`,
    }
    const started = performance.now()
    const facts =
      index % 2 === 0
        ? watchedCall({ state, event, policy: DEFAULT_POLICY }, call)
        : [observed(event), ...(listenPlane(state, event, DEFAULT_POLICY)?.facts ?? [])]
    const context = { eventId: event.id, atMs: event.atMs, runtime: event.runtime, session: event.session }
    for (const fact of facts) state = { ...state, plane: evolvePlane(state.plane, { ...context, fact }) }
    times.push(performance.now() - started)
  }
  return { times, state }
}

function watchedCall(question, call) {
  const { facts, streaks } = watchCall(question, call, { kind: 'allow' })
  return [{ ...call, streaks }, ...facts]
}

const around = { project: '/p', cwd: '/p', home: '/home/dev', cli: 'fairlead', tempDirs: ['/tmp'], ownPaths: [] }

function eventOf(index, random) {
  const common = {
    id: `event-${index}`,
    atMs: 1_800_000_000_000 + index * 4_000,
    runtime: 'claude-code',
    session: 'session',
    cwd: '/p',
    call: `call-${index >> 1}`,
  }
  const tool = { kind: 'shell', name: 'Bash', command: 'npm test && git diff --stat' }
  if (index % 2 === 0) return surround({ ...common, kind: 'tool.before', tool }, around)
  const print = { input: `i${Math.floor(random() * 400)}`, result: `r${Math.floor(random() * 400)}` }
  const after = { ...common, kind: 'tool.after', tool, outcome: { ok: random() > 0.1, output: '' } }
  return seeing(surround(after, around), { print })
}

const observed = ({ outcome, around: { print } }) => ({ kind: 'call.observed', ok: outcome.ok, files: [], print })
