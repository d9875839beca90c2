import type { StoredFact } from '../../core/model/fact.ts'
import type { TimelineAnswer, TimelineRow } from '../contract/shapes.ts'
import { outcomeOf, PROJECT_STEP } from './fold.ts'
import { textOf } from './row-text.ts'
import type { ViewsAsked } from './schema.ts'

export interface RowsQuery {
  readonly root: string
  readonly session?: string | undefined
  readonly kinds: readonly string[]
  readonly agent?: string | undefined
  readonly q: string
  readonly cursor?: string | undefined
  readonly limit: number
}

const MAX_TEXT = 300
/** So many matches of words are looked at for one page. */
const MAX_MATCHES = 20_000

/** A page of rows, newest first. No totals, and bodies only of what is shown. */
export function askRows({ db, reader }: ViewsAsked, query: RowsQuery): TimelineAnswer {
  const project = db.sql('SELECT id FROM projects WHERE root = ?').get(query.root)
  if (!project) return { rows: [], isWhole: true }
  const id = Number(project['id'])
  const { where, given } = conditions(id, query)
  const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(query.cursor)
  const words = matchOf(query.q)
  const limit = query.limit
  const rows =
    words === undefined
      ? db.sql(`SELECT seq FROM rows ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`).all(...given, before, limit + 1)
      : matching({ db }, { words, id, before, limit, where, given })
  const shown = rows
    .slice(0, limit)
    .flatMap((row) => reader.one(query.root as StoredFact['project'], Number(row['seq'])) ?? [])
  const last = shown.at(-1)
  const isWhole = rows.length <= limit
  return { rows: shown.map(timelineRow), isWhole, ...(last && !isWhole && { cursor: String(last.seq) }) }
}

interface Matching {
  readonly words: string
  readonly id: number
  readonly before: number
  readonly limit: number
  readonly where: string
  readonly given: readonly (number | string)[]
}

/** Without another condition the index itself stops at the end of the page. */
function matching({ db }: Pick<ViewsAsked, 'db'>, { words, id, before, limit, where, given }: Matching) {
  const [from, to] = [id * PROJECT_STEP, Math.min((id + 1) * PROJECT_STEP, id * PROJECT_STEP + before)]
  const match = 'FROM words WHERE words MATCH ? AND rowid > ? AND rowid < ? ORDER BY rowid DESC LIMIT'
  if (given.length === 1) return db.sql(`SELECT rowid - ? AS seq ${match} ?`).all(from, words, from, to, limit + 1)
  return db
    .sql(
      `SELECT seq FROM rows ${where} AND seq IN (SELECT rowid - ? ${match} ${MAX_MATCHES}) ORDER BY seq DESC LIMIT ?`,
    )
    .all(...given, from, words, from, to, limit + 1)
}

function conditions(id: number, { session, kinds, agent }: RowsQuery) {
  const parts = ['project = ?']
  const given: (number | string)[] = [id]
  if (session !== undefined) {
    parts.push('session = (SELECT id FROM sessions WHERE project = ? AND session = ?)')
    given.push(id, session)
  }
  if (kinds.length > 0) {
    parts.push(`kind IN (SELECT id FROM names WHERE text IN (${kinds.map(() => '?').join(', ')}))`)
    given.push(...kinds)
  }
  if (agent !== undefined) {
    parts.push(agent === '' ? 'agent = 0' : 'agent = (SELECT id FROM names WHERE text = ?)')
    if (agent !== '') given.push(agent)
  }
  return { where: `WHERE ${parts.join(' AND ')}`, given }
}

/** Words as they are typed, each a beginning: nothing in them is taken for an operator. */
function matchOf(q: string): string | undefined {
  const words = q.match(/[\p{L}\p{N}_]{1,40}/gu)?.slice(0, 6) ?? []
  return words.length === 0 ? undefined : words.map((word) => `"${word}"*`).join(' ')
}

/** A fact as one line. */
export function timelineRow({ seq, atMs, fact, agent }: StoredFact): TimelineRow {
  const text = textOf(fact)
  const number = numberOf(fact)
  const rule = fact.kind === 'call.judged' ? fact.rules.find((one) => /^[a-z]/.test(one)) : undefined
  return {
    seq,
    atMs,
    kind: fact.kind,
    outcome: outcomeOf(fact),
    text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text,
    agent: agent ?? '',
    ...(rule !== undefined && { rule }),
    ...(number !== undefined && { number }),
  }
}

function numberOf(fact: StoredFact['fact']): number | undefined {
  switch (fact.kind) {
    case 'junction.opened':
    case 'junction.skipped':
      return fact.junction.number
    case 'junction.approved':
    case 'junction.dismissed':
      return fact.grant.number
    case 'junction.lapsed':
    case 'junction.answered':
      return fact.number
    default:
      return undefined
  }
}
