import { CK_TEXTS } from '../../core/words/ledger-cli.ts'
import type { LedgerPlace } from '../files/place.ts'
import { type CkProgram, findCk, hasIndex, searchWithCk } from './ck.ts'
import { type Query, type SearchResult, search } from './search.ts'
import { openIndex, type Searched } from './search-index.ts'

export interface Recalled {
  readonly engine: 'ck' | 'embedded'
  /** LEDGER-84: why the better engine did not answer; null when it did. */
  readonly degraded: string | null
  /** False: not everything could be searched. */
  readonly complete: boolean
  readonly results: readonly (readonly SearchResult[])[]
}

/** LEDGER-82, LEDGER-84: several queries with one engine: ck where it may be used, otherwise our own. */
export async function recall(place: LedgerPlace, queries: readonly Query[]): Promise<Recalled> {
  const found = await findCk(place.root, place.env)
  const isApart = found.kind === 'usable' && !mayAsk(place, queries)
  const ck: CkProgram = isApart ? { kind: 'refused', why: CK_TEXTS.apart } : found
  if (ck.kind === 'usable') {
    const results = await Promise.all(
      queries.map((query) => searchWithCk({ path: ck.path, root: place.root, env: place.env }, query)),
    )
    const answered = results.flatMap((found) => (found === undefined ? [] : [found]))
    if (answered.length === results.length) return { engine: 'ck', degraded: null, complete: true, results: answered }
  }
  const degraded = ck.kind === 'absent' ? CK_TEXTS.absent : ck.kind === 'refused' ? ck.why : CK_TEXTS.failed
  const index = await openIndex(place)
  try {
    const results = queries.map((query) => search(index, query))
    return { engine: 'embedded', degraded, complete: index.complete, results }
  } finally {
    index.close()
  }
}

/** ck keeps its index in the work tree, and sees nothing else: neither is made there for us, nor does it know our ledgers. */
function mayAsk({ root, homes }: LedgerPlace, queries: readonly Query[]): boolean {
  if (homes.notes === root) return true
  return hasIndex(root) && queries.every(({ kinds }) => !kinds.includes('ledger'))
}

/** LEDGER-116: what the ledgers of another project say. Its code is not read, and nothing is made or started there. */
export async function recallLedgers(place: Searched, query: Query): Promise<readonly SearchResult[]> {
  const index = await openIndex(place, true)
  try {
    return search(index, { ...query, kinds: ['ledger'] })
  } finally {
    index.close()
  }
}
