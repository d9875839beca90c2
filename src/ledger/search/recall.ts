import { findCk } from './ck-program.ts'
import { searchWithCk } from './ck-search.ts'
import type { Found } from './found.ts'
import { type Query, search } from './search.ts'
import { openIndex } from './search-index.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where to search: a project by its real path, our folder for indexes, and the environment with its PATH. */
export interface Ground {
  readonly root: string
  readonly folder: string
  readonly env: Environment
}

export interface Recalled {
  readonly engine: 'ck' | 'embedded'
  /** LEDGER-84: why the better engine did not answer; null when it did. */
  readonly degraded: string | null
  /** False: not everything could be searched. */
  readonly complete: boolean
  readonly results: readonly (readonly Found[])[]
}

/** LEDGER-82, LEDGER-84: several queries with one engine: ck where it may be used, otherwise our own. */
export async function recall({ root, folder, env }: Ground, queries: readonly Query[]): Promise<Recalled> {
  const ck = await findCk(root, env)
  if (ck.kind === 'usable') {
    const results = await Promise.all(queries.map((query) => searchWithCk({ path: ck.path, root, env }, query)))
    const answered = results.flatMap((found) => (found === undefined ? [] : [found]))
    if (answered.length === results.length) return { engine: 'ck', degraded: null, complete: true, results: answered }
  }
  const degraded = ck.kind === 'absent' ? 'ck is not installed' : ck.kind === 'refused' ? ck.why : 'ck failed'
  const index = await openIndex(folder, root)
  try {
    const results = queries.map((query) => search(index, query))
    return { engine: 'embedded', degraded, complete: index.complete, results }
  } finally {
    index.close()
  }
}

/** LEDGER-116: what the ledgers of another project say. Its code is not read, and nothing is made or started there. */
export async function recallLedgers({ root, folder }: Omit<Ground, 'env'>, query: Query): Promise<readonly Found[]> {
  const index = await openIndex(folder, root, true)
  try {
    return search(index, { ...query, kinds: ['ledger'] })
  } finally {
    index.close()
  }
}
