import type { SQLOutputValue } from 'node:sqlite'
import type { StoredFact } from '../../core/model/fact.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { ClaimRow, RibbonPart, SessionDetail, SessionRow, SessionsAnswer } from '../contract/shapes.ts'
import type { ViewsAsked } from './schema.ts'

export interface SessionsQuery {
  readonly root?: string | undefined
  readonly q: string
  readonly cursor?: string | undefined
  readonly limit: number
}

type Row = Readonly<Record<string, SQLOutputValue>>

/** Sessions, those that did something last first. What a person did at our own doors is none. */
export function askSessions({ db }: ViewsAsked, { root, q, cursor, limit }: SessionsQuery): SessionsAnswer {
  const [last, id] = (cursor ?? '').split('.').map(Number)
  const parts = ["s.runtime <> 'fairlead'", "s.session <> 'fairlead-doctor'", 's.calls + s.holds > 0']
  const given: (number | string)[] = []
  if (root !== undefined) {
    parts.push('p.root = ?')
    given.push(root)
  }
  if (q !== '') {
    parts.push("instr(lower(s.title || ' ' || s.session || ' ' || s.runtime), lower(?)) > 0")
    given.push(q)
  }
  if (cursor !== undefined) {
    parts.push('(s.last, s.id) < (?, ?)')
    given.push(last ?? 0, id ?? 0)
  }
  const found = db
    .sql(
      `SELECT s.*, p.root FROM sessions s JOIN projects p ON p.id = s.project WHERE ${parts.join(' AND ')}
       ORDER BY s.last DESC, s.id DESC LIMIT ?`,
    )
    .all(...given, limit + 1)
  const shown = found.slice(0, limit)
  const end = shown.at(-1)
  return {
    rows: shown.map(sessionRow),
    ...(end && found.length > limit && { cursor: `${end['last']}.${end['id']}` }),
  }
}

function sessionRow(row: Row): SessionRow {
  const count = (name: string) => Number(row[name])
  return {
    project: String(row['root']),
    session: String(row['session']),
    runtime: String(row['runtime']),
    startedMs: count('started'),
    lastMs: count('last'),
    ended: count('ended') >= count('last'),
    title: String(row['title']),
    calls: count('calls'),
    holds: count('holds'),
    steers: count('steers'),
    failed: count('failed'),
    loops: count('loops'),
  }
}

const MAX_WINDOWS = 400

/** One session with its windows over time, its agents and what it claimed. */
export function askSession(
  { db, reader }: ViewsAsked,
  { root, session }: { root: string; session: string },
): SessionDetail | undefined {
  const row = db
    .sql('SELECT s.*, p.root FROM sessions s JOIN projects p ON p.id = s.project WHERE p.root = ? AND s.session = ?')
    .get(root, session)
  if (!row) return undefined
  const shown = sessionRow(row)
  const facts = (...kinds: readonly string[]): readonly StoredFact[] =>
    db
      .sql(
        `SELECT seq FROM rows WHERE session = ? AND kind IN (SELECT id FROM names WHERE text IN (${kinds.map(() => '?').join(', ')}))
         ORDER BY seq DESC LIMIT ${MAX_WINDOWS}`,
      )
      .all(Number(row['id']), ...kinds)
      .flatMap((one) => reader.one(root as ProjectRoot, Number(one['seq'])) ?? [])
      .reverse()
  const agents = facts('agent.started').flatMap(({ fact }) =>
    fact.kind === 'agent.started' ? [{ id: String(fact.agent), type: fact.type }] : [],
  )
  return {
    ...shown,
    agents: [...new Map(agents.map((one) => [one.id, one])).values()],
    ribbon: ribbonOf(facts('window.opened'), shown.lastMs),
    boundaries: facts('boundary.detected').map(({ atMs }) => atMs),
    claims: facts('ledger.recorded', 'junction.opened').flatMap(claimOf),
  }
}

function ribbonOf(opened: readonly StoredFact[], untilMs: number): readonly RibbonPart[] {
  // A subagent's windows lie beside the session's own.
  const own = opened.filter(({ agent }) => agent === undefined)
  return own.flatMap(({ fact, atMs }, index) =>
    fact.kind === 'window.opened' ? [{ work: fact.work, fromMs: atMs, toMs: own[index + 1]?.atMs ?? untilMs }] : [],
  )
}

/** What an agent claimed and what the check of it said. */
function claimOf({ fact, seq, atMs }: StoredFact): readonly ClaimRow[] {
  if (fact.kind === 'junction.opened') {
    const { checks = [], reason } = fact.junction
    return checks.length === 0 ? [] : [{ seq, atMs, text: reason, standing: 'false' }]
  }
  if (fact.kind !== 'ledger.recorded') return []
  const { entry } = fact
  if (entry.phase === 'cite') {
    const standing = entry.grounding === 'citation' || entry.grounding === 'code_reference' ? 'verified' : 'unverified'
    return [
      { seq, atMs, text: entry.title || entry.claim, standing: entry.grounding === 'ungrounded' ? 'false' : standing },
    ]
  }
  if (entry.phase === 'result' && entry.what === 'tests') {
    return [{ seq, atMs, text: entry.title, standing: entry.ok ? 'verified' : 'false' }]
  }
  return []
}
