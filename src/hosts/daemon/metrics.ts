import type { Fact, StoredFact } from '../../core/model/fact.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Caller, HookAnswer } from '../../gate/gate.ts'
import { runtimeOf } from '../../runtimes/registry.ts'
import { readGaps } from '../../stores/gaps.ts'
import type { StoreReader } from '../../stores/store.ts'
import { exposition, type Family, gauge, makeAnswerTimes, makeCount } from './exposition.ts'

export interface MetricsParts {
  readonly store: () => Promise<StoreReader>
  readonly gapsFile: string
  readonly version: string
  readonly now: () => number
  readonly memoryBytes: () => number
}

/** Figures for Prometheus: numbers and words of our own, never a text, a path, a session or a name. */
export function makeMetrics({ store, gapsFile, version, now, memoryBytes }: MetricsParts) {
  const startMs = now()
  const [facts, times] = [makeFactCount(store), makeAnswerTimes()]
  const requests = makeCount('fairlead_hook_requests_total')
  const held = makeCount('fairlead_hook_waited_total')
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
      gauge('fairlead_gaps', readGaps(gapsFile).length),
      requests.family(),
      held.family(),
      times.family('fairlead_hook_seconds'),
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
  return [
    gauge('fairlead_build_info', 1, { version, node: process.versions.node }),
    gauge('fairlead_start_time_seconds', startMs / 1_000),
    gauge('fairlead_resident_memory_bytes', memoryBytes),
    gauge('fairlead_database_readable', isReadable ? 1 : 0),
  ]
}

/** What waits and what is open now, over all projects. */
async function standingOf(store: StoreReader, nowMs: number): Promise<readonly Family[]> {
  const states = await Promise.all((await store.projects()).map((project) => store.read(project)))
  const sum = (of: (state: (typeof states)[number]) => number) => states.reduce((all, state) => all + of(state), 0)
  const holds = sum(({ edge }) => edge.holds.length)
  const allowances = sum(({ edge }) => edge.allowances.filter(({ use }) => use.kind === 'open').length)
  const dismissals = sum(({ edge }) => edge.dismissals.filter(({ expiresAtMs }) => expiresAtMs > nowMs).length)
  return [
    gauge('fairlead_projects', states.length),
    gauge('fairlead_holds_pending', holds),
    gauge('fairlead_allowances_open', allowances),
    gauge('fairlead_dismissals_open', dismissals),
  ]
}

const PAGE_FACTS = 500

const GRANTS: readonly Fact['kind'][] = [
  'junction.approved',
  'junction.dismissed',
  'quality.overridden',
  'pause.started',
]
const REFUSALS: readonly Fact['kind'][] = ['approval.refused', 'grant.rejected']

/**
 * Counts what was appended since this daemon came up, by the daemon or by hooks that decided by themselves.
 * Nothing is read until the figures are asked for.
 */
function makeFactCount(store: () => Promise<StoreReader>) {
  const reached = new Map<ProjectRoot, number>()
  const decisions = makeCount('fairlead_decisions_total')
  const grants = makeCount('fairlead_grants_total')
  const refusals = makeCount('fairlead_refused_approvals_total')
  const facts = makeCount('fairlead_facts_total')

  function count({ fact, runtime }: StoredFact): void {
    facts.add({ area: fact.kind.split('.', 1)[0] ?? '' })
    if (GRANTS.includes(fact.kind)) grants.add({ fact: fact.kind })
    if (REFUSALS.includes(fact.kind)) refusals.add({ fact: fact.kind })
    if (fact.kind !== 'call.judged') return
    decisions.add({ outcome: fact.outcome, tier: fact.tier, runtime: runtimeLabel(runtime) })
  }

  return {
    /** Facts of before are not counted. */
    async begin(): Promise<void> {
      const open = await store()
      for (const project of await open.projects())
        reached.set(project, (await open.facts(project, { newest: 1 })).at(-1)?.seq ?? 0)
    },
    async follow(): Promise<void> {
      const open = await store()
      for (const project of await open.projects()) {
        let rows: readonly StoredFact[] = []
        do {
          rows = await open.facts(project, { after: reached.get(project) ?? 0, limit: PAGE_FACTS })
          rows.forEach(count)
          reached.set(project, rows.at(-1)?.seq ?? reached.get(project) ?? 0)
        } while (rows.length === PAGE_FACTS)
      }
    },
    families: (): readonly Family[] => [decisions, grants, refusals, facts].map((one) => one.family()),
  }
}

/** A payload cannot make new series by naming runtimes. */
function runtimeLabel(name: string): string {
  return runtimeOf(name) || name === 'fairlead' ? name : 'other'
}
