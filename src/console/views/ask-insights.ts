import type { DayCount, InsightsAnswer, Named } from '../contract/shapes.ts'
import type { ViewsAsked } from './schema.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const TOP = 10

export interface InsightsQuery {
  readonly root?: string | undefined
  readonly days: number
  readonly nowMs: number
}

/** Summed in the database: as many rows come back as a chart has bars. */
export function askInsights({ db }: ViewsAsked, { root, days, nowMs }: InsightsQuery): InsightsAnswer {
  const since = nowMs - days * DAY_MS
  const id =
    root === undefined ? undefined : Number(db.sql('SELECT id FROM projects WHERE root = ?').get(root)?.['id'] ?? 0)
  const here = id === undefined ? '' : `AND project = ${id}`
  const all = (sql: string, ...given: (number | string)[]) => db.sql(sql).all(...given)
  const top = (column: string): readonly Named[] =>
    all(
      `SELECT ${column} AS name, count(*) AS n FROM holds WHERE at > ? ${here} AND ${column} <> '' GROUP BY name ORDER BY n DESC LIMIT ${TOP}`,
      since,
    ).map(named)
  const summed = (prefix: string): readonly Named[] =>
    all(
      `SELECT substr(t.text, ?) AS name, sum(d.n) AS n FROM days d JOIN names t ON t.id = d.what
       WHERE d.day >= ? ${id === undefined ? '' : `AND d.project = ${id}`} AND t.text LIKE ? GROUP BY name ORDER BY n DESC LIMIT ${TOP}`,
      prefix.length + 1,
      Math.floor(since / DAY_MS),
      `${prefix}%`,
    ).map(named)
  const rules = all(
    `SELECT rule, count(*) AS held, sum(outcome IN ('approved', 'dismissed', 'skipped', 'answered')) AS decided,
     sum(outcome IN ('approved', 'dismissed')) AS passed, sum(outcome = 'skipped') AS skipped, sum(outcome = 'lapsed') AS lapsed
     FROM holds WHERE at > ? ${here} GROUP BY rule ORDER BY held DESC LIMIT 40`,
    since,
  ).map((row) => ({
    rule: String(row['rule']),
    held: Number(row['held']),
    decided: Number(row['decided']),
    passed: Number(row['passed']),
    skipped: Number(row['skipped']),
    lapsed: Number(row['lapsed']),
  }))
  const byDay = all(
    `SELECT at / ${DAY_MS} AS day, CASE outcome WHEN '' THEN 'waiting' ELSE outcome END AS outcome, count(*) AS n
     FROM holds WHERE at > ? ${here} GROUP BY day, outcome ORDER BY day`,
    since,
  ).map((row): DayCount => ({ day: Number(row['day']), outcome: String(row['outcome']), n: Number(row['n']) }))
  const waited = all(
    `SELECT at / ${WEEK_MS} AS week, outcome, sum(min(ended - at, ${DAY_MS})) / 60000.0 AS minutes FROM holds
     WHERE at > ? ${here} AND ended > 0 GROUP BY week, outcome ORDER BY week`,
    since,
  ).map((row) => ({
    week: Number(row['week']),
    outcome: String(row['outcome']),
    minutes: Math.round(Number(row['minutes'])),
  }))
  return {
    days,
    decisions: rules.reduce((sum, { decided }) => sum + decided, 0),
    byDay,
    rules,
    waited,
    decideMs: quantiles({ db }, since, here),
    commands: top('command'),
    folders: top('folder'),
    refusals: summed('refused '),
    failing: summed('fails '),
    loops: summed('loop').reduce((sum, { n }) => sum + n, 0),
  }
}

function named(row: Readonly<Record<string, unknown>>): Named {
  return { name: String(row['name']), n: Number(row['n']) }
}

function quantiles({ db }: Pick<ViewsAsked, 'db'>, since: number, here: string): InsightsAnswer['decideMs'] {
  const decided = `FROM holds WHERE at > ? ${here} AND ended > 0 AND outcome IN ('approved', 'dismissed', 'skipped')`
  const n = Number(db.sql(`SELECT count(*) AS n ${decided}`).get(since)?.['n'])
  if (n === 0) return null
  const at = (share: number) =>
    Number(
      db
        .sql(`SELECT ended - at AS ms ${decided} ORDER BY ms LIMIT 1 OFFSET ?`)
        .get(since, Math.floor((n - 1) * share))?.['ms'],
    )
  return { median: at(0.5), p90: at(0.9) }
}
