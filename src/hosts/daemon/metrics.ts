import { readGaps } from '../../gate/gaps.ts'
import type { Caller, HookAnswer } from '../../gate/gate.ts'
import type { Store } from '../../stores/store.ts'
import { makeAnswerTimes } from './answer-times.ts'
import { makeFactCount, runtimeLabel } from './count-facts.ts'
import { exposition, type Family } from './exposition.ts'
import { makeCount } from './labelled-count.ts'

export interface MetricsParts {
  readonly store: () => Promise<Store>
  readonly gapsFile: string
  readonly version: string
  readonly now: () => number
  readonly memoryBytes: () => number
}

/** Figures for Prometheus: numbers and words of our own, never a text, a path, a session or a name. */
export function makeMetrics({ store, gapsFile, version, now, memoryBytes }: MetricsParts) {
  const startMs = now()
  const [facts, times] = [makeFactCount(store), makeAnswerTimes()]
  const requests = makeCount('fairlead_hook_requests_total', 'Hook calls that reached the daemon, by way and runtime.')
  const held = makeCount('fairlead_hook_waited_total', 'Hook calls that were kept open for a person to decide.')
  // One after the other: two readers at once would count the same facts twice.
  let turn: Promise<unknown> = Promise.resolve()

  async function collect(): Promise<string> {
    const isReadable = await facts.follow().then(
      () => true,
      () => false,
    )
    const standing = isReadable ? await standingOf(await store(), now()) : []
    return exposition([
      ...aboutDaemon({ version, startMs, memoryBytes: memoryBytes(), isReadable }),
      ...standing,
      gauge(
        'fairlead_gaps',
        'Calls answered without state, as `fairlead doctor` lists them.',
        readGaps(gapsFile).length,
      ),
      requests.family(),
      held.family(),
      times.family('fairlead_hook_seconds', 'From a hook call to its answer, without those kept open for a person.'),
      ...facts.families(),
    ])
  }

  return {
    /** What stands in the audit by now is not counted. */
    begin(): void {
      turn = turn.then(facts.begin).catch(() => undefined)
    },
    /** Answers, and takes the time. */
    async timed(
      { way, runtime, caller }: { readonly way: string; readonly runtime: string; readonly caller?: Caller },
      answer: (caller?: Caller) => Promise<HookAnswer>,
    ): Promise<HookAnswer> {
      requests.add({ way, runtime: runtimeLabel(runtime) })
      let isWaiting = false
      const keepWaiting = () => {
        isWaiting = true
        caller?.keepWaiting()
      }
      const began = performance.now()
      const answered = await answer(caller && { ...caller, keepWaiting })
      if (isWaiting) held.add({ runtime: runtimeLabel(runtime) })
      else times.took((performance.now() - began) / 1_000)
      return answered
    },
    text(): Promise<string> {
      const next = turn.then(collect)
      turn = next.catch(() => undefined)
      return next
    },
  }
}

interface DaemonFigures {
  readonly version: string
  readonly startMs: number
  readonly memoryBytes: number
  readonly isReadable: boolean
}

function aboutDaemon({ version, startMs, memoryBytes, isReadable }: DaemonFigures): readonly Family[] {
  const build = { labels: { version, node: process.versions.node }, value: 1 }
  return [
    { name: 'fairlead_build_info', help: 'Which version answers.', type: 'gauge', samples: [build] },
    gauge('fairlead_start_time_seconds', 'When this daemon came up, in seconds since 1970.', startMs / 1_000),
    gauge('fairlead_resident_memory_bytes', 'Memory of this daemon.', memoryBytes),
    gauge('fairlead_database_readable', 'Whether state and facts can be read.', isReadable ? 1 : 0),
  ]
}

/** What waits and what is open now, over all projects. */
async function standingOf(store: Store, nowMs: number): Promise<readonly Family[]> {
  const states = await Promise.all((await store.projects()).map((project) => store.read(project)))
  const sum = (of: (state: (typeof states)[number]) => number) => states.reduce((all, state) => all + of(state), 0)
  const holds = sum(({ edge }) => (edge.junction ? 1 : 0) + edge.queue.length)
  const allowances = sum(({ edge }) => edge.allowances.filter(({ consumed }) => !consumed).length)
  const dismissals = sum(({ edge }) => edge.dismissals.filter(({ expiresAtMs }) => expiresAtMs > nowMs).length)
  return [
    gauge('fairlead_projects', 'Projects that have facts.', states.length),
    gauge('fairlead_holds_pending', 'Calls that wait for a person.', holds),
    gauge('fairlead_allowances_open', 'Approvals that nothing has used yet.', allowances),
    gauge('fairlead_dismissals_open', 'Classes of calls that pass until a time.', dismissals),
  ]
}

function gauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', samples: [{ value }] }
}
