import type { StoredFact } from '../../core/model/fact.ts'
import type { FactReader } from '../../stores/sqlite/fact-reader.ts'
import { foldPage } from './fold.ts'
import type { ViewsDb } from './schema.ts'

/** Small pages: other questions are answered between them, and little memory is needed. */
const PAGE_FACTS = 1_000
const NEAR = 12

interface Frontier {
  readonly id: number
  readonly root: StoredFact['project']
  /** Everything above `low` up to `high` is in the views. */
  readonly low: number
  readonly high: number
  readonly head: number
}

export interface Filled {
  /** How many facts were put in. */
  readonly facts: number
  /** How many older ones are still missing. */
  readonly missing: number
  readonly heads: readonly (readonly [root: string, seq: number])[]
}

/** One page more: what is new first, then what is older, the newest of it first. */
export function fillPage(db: ViewsDb, reader: FactReader): Filled {
  const frontiers = reader.heads().map(({ root, head }) => frontierOf(db, root, head))
  const fresh = frontiers.find(({ high, head }) => high < head)
  const older = frontiers.filter(({ low }) => low > 0).toSorted((left, right) => right.low - left.low)[0]
  const missing = frontiers.reduce((sum, { low, high, head }) => sum + low + head - high, 0)
  const heads = frontiers.map(({ root, high }) => [root, high] as const)
  const next = fresh ?? older
  if (!next) return { facts: 0, missing, heads }
  const range =
    next === fresh
      ? { after: next.high, upTo: next.head, limit: PAGE_FACTS }
      : { after: 0, upTo: next.low, limit: PAGE_FACTS, newestFirst: true }
  const page = reader.page(next.root, range)
  const near = nearIn(reader, next.root, page)
  db.inTransaction(() => {
    foldPage({ db, project: next.id, near }, page)
    const last = page.at(-1)?.seq ?? 0
    // Facts are numbered without a gap; where there is one, what is behind it is not waited for.
    const to =
      next === fresh
        ? { low: next.low, high: page.length === 0 ? next.head : last }
        : { low: Math.max(0, last - 1), high: next.high }
    db.sql('UPDATE projects SET low = ?, high = ? WHERE id = ?').run(to.low, to.high, next.id)
  })
  return { facts: page.length, missing: Math.max(0, missing - page.length), heads }
}

function frontierOf(db: ViewsDb, root: StoredFact['project'], head: number): Frontier {
  const row = db.sql('SELECT id, low, high FROM projects WHERE root = ?').get(root)
  if (row) return { root, head, id: Number(row['id']), low: Number(row['low']), high: Number(row['high']) }
  const made = db.sql('INSERT INTO projects (root, low, high) VALUES (?, ?, ?) RETURNING id').get(root, head, head)
  return { root, head, id: Number(made?.['id']), low: head, high: head }
}

/** The facts beside one, from the page where they are in it. */
function nearIn(reader: FactReader, root: StoredFact['project'], page: readonly StoredFact[]) {
  const bySeq = new Map(page.map((row) => [row.seq, row]))
  const step = (seq: number) => bySeq.get(seq) ?? reader.one(root, seq)
  return (seq: number): readonly StoredFact[] =>
    Array.from({ length: 2 * NEAR + 1 }, (_, index) => step(seq - NEAR + index)).filter((row) => row !== undefined)
}
