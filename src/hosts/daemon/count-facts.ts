import type { Fact, StoredFact } from '../../core/model/fact.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { runtimeOf } from '../../runtimes/registry.ts'
import type { Store } from '../../stores/store.ts'
import type { Family } from './exposition.ts'
import { makeCount } from './labelled-count.ts'

const PAGE_FACTS = 500

const GRANTS: readonly Fact['kind'][] = [
  'junction.approved',
  'junction.dismissed',
  'quality.overridden',
  'pause.started',
]
const REFUSALS: readonly Fact['kind'][] = ['approval.refused', 'grant.rejected']

/**
 * Counts what was appended since this daemon came up, whoever appended it: hooks that decided by themselves are in the
 * audit as well. Nothing is read until somebody asks.
 */
export function makeFactCount(store: () => Promise<Store>) {
  const reached = new Map<ProjectRoot, number>()
  const decisions = makeCount('fairlead_decisions_total', 'Tool calls judged, by outcome, tier and runtime.')
  const grants = makeCount('fairlead_grants_total', 'What people let pass, by the fact that records it.')
  const refusals = makeCount('fairlead_refused_approvals_total', 'Approvals and grants that were not believed.')
  const facts = makeCount('fairlead_facts_total', 'Facts appended to the audit, by area.')

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
export function runtimeLabel(name: string): string {
  return runtimeOf(name) || name === 'fairlead' ? name : 'other'
}
