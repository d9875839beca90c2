import type { StoredFact } from '../../core/model/fact.ts'
import type { OpenProject } from './open-project.ts'

const PAGE_FACTS = 1_000

/** The whole audit of a project, oldest first, a page at a time. */
export async function* everyFact({
  store,
  project,
}: Pick<OpenProject, 'store' | 'project'>): AsyncGenerator<StoredFact> {
  for (let after = 0; ; ) {
    const page = await store.facts(project, { after, limit: PAGE_FACTS })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_FACTS) return
    after = last.seq
  }
}
