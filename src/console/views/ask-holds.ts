import type { SQLOutputValue } from 'node:sqlite'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { HoldRow, HoldState, RuleCounts, TimelineRow } from '../contract/shapes.ts'
import { timelineRow } from './ask-rows.ts'
import type { ViewsAsked } from './schema.ts'

export interface HoldsQuery {
  readonly root?: string | undefined
  readonly settledOnly: boolean
  readonly rule?: string | undefined
  readonly q: string
  readonly cursor?: string | undefined
  readonly limit: number
}

/** `project` is its folder here; the routes give it its short name. */
type Row = Readonly<Record<string, SQLOutputValue>>

/** Holds, newest first, over all projects or in one. */
export function askHolds({ db }: ViewsAsked, query: HoldsQuery): { rows: readonly HoldRow[]; cursor?: string } {
  const { root, settledOnly, rule, q, cursor, limit } = query
  const [atMs, project, number] = (cursor ?? '').split('.').map(Number)
  const parts = ['h.at > 0']
  const given: (number | string)[] = []
  const add = (sql: string, ...values: (number | string)[]) => {
    parts.push(sql)
    given.push(...values)
  }
  if (settledOnly) add("h.outcome <> ''")
  // By its number, so that the index gives the order and the first page is all that is read.
  if (root !== undefined) add('h.project = (SELECT id FROM projects WHERE root = ?)', root)
  if (rule !== undefined) add('h.rule = ?', rule)
  if (q !== '') add("instr(lower(h.command || ' ' || h.reason || ' ' || h.rule || ' #' || h.number), lower(?)) > 0", q)
  if (cursor !== undefined) add('(h.at, h.project, h.number) < (?, ?, ?)', atMs ?? 0, project ?? 0, number ?? 0)
  const found = db
    .sql(
      `SELECT h.*, p.root FROM holds h JOIN projects p ON p.id = h.project WHERE ${parts.join(' AND ')}
       ORDER BY h.at DESC, h.project DESC, h.number DESC LIMIT ?`,
    )
    .all(...given, limit + 1)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const next = last && found.length > limit ? `${last['at']}.${last['project']}.${last['number']}` : undefined
  return { rows: shown.map((row) => holdRow({ db }, row)), ...(next !== undefined && { cursor: next }) }
}

export interface HoldAsked {
  readonly row: HoldRow
  readonly seq: number
  readonly folder: string
  readonly before: readonly TimelineRow[]
  readonly counts: RuleCounts
  readonly callsSince: number
}

const RULE_DAYS = 30
const BEFORE_ROWS = 3

/** One hold with what stood around it. */
export function askHold(
  { db, reader }: ViewsAsked,
  { root, number }: { root: string; number: number },
): HoldAsked | undefined {
  const found = db
    .sql(
      `SELECT h.*, p.root FROM holds h JOIN projects p ON p.id = h.project WHERE p.root = ? AND h.number = ? AND h.at > 0`,
    )
    .get(root, number)
  if (!found) return undefined
  const row = holdRow({ db }, found)
  const [seq, project] = [Number(found['seq']), Number(found['project'])]
  const seqs = db
    .sql(
      `SELECT seq FROM rows WHERE session = (SELECT id FROM sessions WHERE project = ? AND session = ?) AND seq < ?
       AND kind = (SELECT id FROM names WHERE text = 'call.observed') ORDER BY seq DESC LIMIT ?`,
    )
    .all(project, row.session, seq, BEFORE_ROWS)
  const before = seqs.flatMap((one) => reader.one(root as ProjectRoot, Number(one['seq'])) ?? []).map(timelineRow)
  const since = row.atMs - RULE_DAYS * 86_400_000
  const counts = db
    .sql(
      `SELECT count(*) AS held, coalesce(sum(outcome IN ('approved', 'dismissed')), 0) AS passed FROM holds
       WHERE rule = ? AND at > ? AND project = ?`,
    )
    .get(row.rule, since, project)
  const calls = db
    .sql(
      `SELECT count(*) AS n FROM rows WHERE session = (SELECT id FROM sessions WHERE project = ? AND session = ?) AND seq > ?
       AND kind = (SELECT id FROM names WHERE text = 'call.judged')`,
    )
    .get(project, row.session, seq + 6)
  return {
    row,
    seq,
    folder: String(found['folder']),
    before,
    counts: { rule: row.rule, days: RULE_DAYS, held: Number(counts?.['held']), passed: Number(counts?.['passed']) },
    callsSince: Number(calls?.['n']),
  }
}

function holdRow({ db }: Pick<ViewsAsked, 'db'>, row: Row): HoldRow {
  const text = (name: string) => String(row[name])
  const [ended, door, why] = [Number(row['ended']), text('door'), text('why')]
  const outcome = text('outcome')
  return {
    project: text('root'),
    number: Number(row['number']),
    atMs: Number(row['at']),
    state: stateOf({ db }, row, outcome),
    type: text('type'),
    rule: text('rule'),
    reason: text('reason'),
    command: text('command'),
    session: text('session'),
    runtime: text('runtime'),
    agentType: text('agent_type'),
    ...(ended > 0 && { endedAtMs: ended }),
    ...(door !== '' && { door }),
    ...(why !== '' && { why }),
  }
}

/** Given, used, ran: a decision shows what became of it. */
function stateOf({ db }: Pick<ViewsAsked, 'db'>, row: Row, outcome: string): HoldState {
  if (outcome === '') return 'waiting'
  if (outcome !== 'approved') return outcome as HoldState
  const use = db
    .sql(
      `SELECT u.how, u.ok FROM uses u JOIN grants g ON g.project = u.project AND g.id = u.id
       WHERE g.project = ? AND g.number = ? ORDER BY u.seq DESC LIMIT 1`,
    )
    .get(row['project'] ?? 0, row['number'] ?? 0)
  switch (use?.['how']) {
    case 'reserved':
      return 'used'
    case 'committed':
      return use['ok'] === null ? 'unseen' : Number(use['ok']) === 1 ? 'ran' : 'failed'
    case 'revoked':
      return 'revoked'
    case 'rejected':
      return 'void'
    default:
      return 'given'
  }
}
