import type { StoredFact } from '../../core/model/fact.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { State } from '../../core/model/state.ts'
import { DATABASE_WORDS } from '../../core/words/gate.ts'
import { EMPTY_HEAD, link, record, verifyRows } from '../chain.ts'
import type { Evolve, Store } from '../store.ts'
import { storeFailure } from '../store.ts'

interface Kept {
  facts: StoredFact[]
  state: State
  readonly results: Map<string, string>
  readonly spent: Set<string>
}

/** The contract without a disk: for tests of the core and for looking at what would happen. */
export function memoryStore({ evolve, initial }: { readonly evolve: Evolve; readonly initial: State }): Store {
  const kept = new Map<ProjectRoot, Kept>()
  const homes = new Map<string, ProjectRoot>()
  const of = (project: ProjectRoot): Kept =>
    kept.get(project) ?? { facts: [], state: initial, results: new Map(), spent: new Set() }
  const homeKey = (runtime: string, session: string) => JSON.stringify([runtime, session])
  return {
    async update(project, context, step) {
      const one = of(project)
      const stored = one.results.get(context.eventId)
      if (stored !== undefined) return { result: JSON.parse(stored), replayed: true }
      const { facts, result } = step(one.state)
      const rows = link(project, one.facts.at(-1) ?? EMPTY_HEAD, record(context, facts))
      spend(one.spent, rows)
      one.facts.push(...rows)
      one.state = rows.reduce(evolve, one.state)
      one.results.set(context.eventId, JSON.stringify(result))
      kept.set(project, one)
      return { result, replayed: false }
    },
    read: async (project) => of(project).state,
    facts: async (project, { after = 0, limit, newest = Number.MAX_SAFE_INTEGER }) =>
      of(project)
        .facts.slice(after, limit && after + limit)
        .slice(-newest),
    alone: async (act) => act(),
    verify: async (project) => verifyRows(of(project).facts),
    doubts: async () => [],
    rebuild: async (project) => {
      const one = of(project)
      one.state = one.facts.reduce(evolve, initial)
      return one.state
    },
    projects: async () => [...kept.keys()].filter((project) => of(project).facts.length > 0).toSorted(),
    knownHome: async (runtime, session) => homes.get(homeKey(runtime, session)),
    homeOf: async ({ runtime, session, project }) => {
      const key = homeKey(runtime, session)
      const home = homes.get(key) ?? project
      homes.set(key, home)
      return home
    },
    settled: async () => {},
    close: async () => {},
  }
}

/** Nothing is kept of an update that spends an allowance a second time. */
function spend(spent: Set<string>, rows: readonly StoredFact[]): void {
  const next = new Set(spent)
  for (const { fact } of rows) {
    if (fact.kind === 'allowance.released') next.delete(fact.allowance)
    if (fact.kind !== 'allowance.reserved') continue
    if (next.has(fact.allowance)) {
      throw storeFailure('already-spent', DATABASE_WORDS.alreadySpent)
    }
    next.add(fact.allowance)
  }
  spent.clear()
  for (const id of next) spent.add(id)
}
