import type { Fact, StoredFact } from '../../core/model/fact.ts'
import type { Hold } from '../../core/model/state.ts'
import { textOf } from './row-text.ts'
import type { ViewsDb } from './schema.ts'

/** Of the highest bits of a row in the index of words: which project it belongs to. */
export const PROJECT_STEP = 2 ** 40
const DAY_MS = 86_400_000
const MAX_TEXT = 400

export interface Folding {
  readonly db: ViewsDb
  readonly project: number
  /** Other facts of the same event, which may lie outside the page. */
  readonly near: (seq: number) => readonly StoredFact[]
}

/** Puts a page of facts into the views. Each is folded exactly once, in any order; what adds up is added once a page. */
export function foldPage(folding: Folding, page: readonly StoredFact[]): void {
  const { db, project } = folding
  const sessions = new Map<string, SessionSum>()
  const days = new Map<string, number>()
  const insert = db.sql(
    'INSERT OR REPLACE INTO rows (project, seq, at, session, kind, outcome, agent) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const index = db.sql('INSERT INTO words (rowid, text) VALUES (?, ?)')
  for (const row of page) {
    const { fact, seq, atMs, agent } = row
    const own = sumOf(folding, sessions, row)
    const names = [nameId(db, fact.kind), nameId(db, outcomeOf(fact)), agent === undefined ? 0 : nameId(db, agent)]
    insert.run(project, seq, atMs, own.id, ...names)
    addTo(own, row)
    const words = wordsOf(fact)
    if (words !== '') index.run(project * PROJECT_STEP + seq, words)
    for (const what of sumsOf(fact)) {
      const day = `${Math.floor(atMs / DAY_MS)} ${nameId(db, what)}`
      days.set(day, (days.get(day) ?? 0) + 1)
    }
    if (fact.kind === 'junction.opened') openHold(folding, row, fact.junction)
    foldGrant(folding, row)
  }
  for (const sum of sessions.values()) saveSum(db, sum)
  const add = db.sql(
    'INSERT INTO days (project, day, what, n) VALUES (?, ?, ?, ?) ON CONFLICT (day, project, what) DO UPDATE SET n = n + excluded.n',
  )
  for (const [day, n] of days) add.run(project, ...day.split(' ').map(Number), n)
}

/** A result that went well says nothing that its call did not say. */
function wordsOf(fact: Fact): string {
  return fact.kind === 'call.observed' && fact.ok ? '' : textOf(fact).slice(0, MAX_TEXT)
}

/** What stands beside the kind: how a call was judged, how a result was, at which door. */
export function outcomeOf(fact: Fact): string {
  switch (fact.kind) {
    case 'call.judged':
      return fact.outcome
    case 'call.observed':
      return fact.ok ? 'ok' : 'failed'
    case 'junction.approved':
    case 'junction.dismissed':
      return fact.grant.door
    case 'junction.skipped':
      return fact.door
    default:
      return ''
  }
}

function sumsOf(fact: Fact): readonly string[] {
  switch (fact.kind) {
    case 'call.judged':
      return [`call ${fact.outcome}`]
    case 'call.observed':
      return fact.ok ? [] : ['failed', `fails ${fact.inputPreview.slice(0, 80)}`]
    case 'loop.detected':
      return ['loop']
    case 'approval.refused':
      return [`refused ${fact.means?.split(/[:,(]/, 1)[0]?.slice(0, 60) ?? ''}`]
    default:
      return []
  }
}

/** What a page adds to a session. */
interface SessionSum {
  readonly id: number
  first: number
  last: number
  ended: number
  title: string
  titleSeq: number
  readonly counts: Record<(typeof COUNTS)[number], number>
}

const COUNTS = ['calls', 'holds', 'refused', 'steers', 'failed', 'loops'] as const

const COUNTED: Readonly<Partial<Record<Fact['kind'], (typeof COUNTS)[number]>>> = {
  'call.judged': 'calls',
  'junction.opened': 'holds',
  'steer.issued': 'steers',
  'loop.detected': 'loops',
  'call.refused': 'refused',
}

function sumOf(
  { db, project }: Folding,
  known: Map<string, SessionSum>,
  { session, runtime, atMs }: StoredFact,
): SessionSum {
  const found = known.get(session)
  if (found) return found
  const row = db
    .sql(
      `INSERT INTO sessions (project, session, runtime, started, last) VALUES (?, ?, ?, ?, ?) ON CONFLICT (project, session)
       DO UPDATE SET session = session RETURNING id, title_seq`,
    )
    .get(project, session, runtime, atMs, atMs)
  const made: SessionSum = {
    ...{ id: Number(row?.['id']), first: atMs, last: atMs, ended: 0, title: '', titleSeq: Number(row?.['title_seq']) },
    counts: { calls: 0, holds: 0, refused: 0, steers: 0, failed: 0, loops: 0 },
  }
  known.set(session, made)
  return made
}

function addTo(sum: SessionSum, { fact, seq, atMs }: StoredFact): void {
  sum.first = Math.min(sum.first, atMs)
  sum.last = Math.max(sum.last, atMs)
  const counted = COUNTED[fact.kind]
  if (counted) sum.counts[counted] += 1
  if (fact.kind === 'call.observed' && !fact.ok) sum.counts.failed += 1
  if (fact.kind === 'session.ended') sum.ended = Math.max(sum.ended, atMs)
  const title = fact.kind === 'objective.set' ? fact.objective : fact.kind === 'prompt.received' ? fact.preview : ''
  // What was stated counts more than what was asked first.
  const rank = fact.kind === 'objective.set' ? seq : -seq
  if (title === '' || (sum.titleSeq !== 0 && sum.titleSeq >= rank)) return
  sum.title = title.split('\n', 1)[0]?.slice(0, 200) ?? ''
  sum.titleSeq = rank
}

function saveSum(db: ViewsDb, { id, first, last, ended, title, titleSeq, counts }: SessionSum): void {
  const adds = COUNTS.map((name) => `${name} = ${name} + ?`).join(', ')
  db.sql(
    `UPDATE sessions SET started = min(started, ?), last = max(last, ?), ended = max(ended, ?), ${adds},
     title = CASE WHEN ? <> '' THEN ? ELSE title END, title_seq = ? WHERE id = ?`,
  ).run(first, last, ended, ...COUNTS.map((name) => counts[name]), title, title, titleSeq, id)
}

function openHold({ db, project, near }: Folding, { seq, atMs, runtime, eventId }: StoredFact, hold: Hold): void {
  const judged = near(seq).find((one) => one.eventId === eventId && one.fact.kind === 'call.judged')?.fact
  const [rules, folder] = judged?.kind === 'call.judged' ? [judged.rules, judged.cwd ?? ''] : [[], '']
  const rule = rules.find((one) => /^[a-z]/.test(one)) ?? rules[0] ?? hold.type
  db.sql(
    `INSERT INTO holds (project, number, seq, at, session, runtime, agent_type, type, rule, reason, command, folder)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project, number) DO UPDATE SET seq = excluded.seq, at = excluded.at,
     session = excluded.session, runtime = excluded.runtime, agent_type = excluded.agent_type, type = excluded.type,
     rule = excluded.rule, reason = excluded.reason, command = excluded.command, folder = excluded.folder`,
  ).run(
    ...[project, hold.number, seq, atMs, hold.session, runtime, hold.agentType ?? '', hold.type],
    ...[rule, hold.reason, hold.command ?? '', folder],
  )
}

interface Ended {
  readonly number: number
  readonly outcome: string
  readonly door?: string
  readonly why?: string
}

function endOf(fact: Fact): Ended | undefined {
  switch (fact.kind) {
    case 'junction.approved':
    case 'quality.overridden':
      return { number: fact.grant.number, outcome: 'approved', door: fact.grant.door }
    case 'junction.dismissed':
      return { number: fact.grant.number, outcome: 'dismissed', door: fact.grant.door }
    case 'junction.skipped':
      return { number: fact.junction.number, outcome: 'skipped', door: fact.door }
    case 'junction.answered':
      return { number: fact.number, outcome: 'answered', door: fact.door }
    case 'junction.lapsed':
      return { number: fact.number, outcome: 'lapsed', why: fact.why }
    default:
      return undefined
  }
}

function foldGrant({ db, project, near }: Folding, { session, seq, atMs, fact }: StoredFact): void {
  const end = endOf(fact)
  if (end) {
    db.sql(
      `INSERT INTO holds (project, number, outcome, outcome_seq, ended, door, why) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (project, number) DO UPDATE SET outcome = excluded.outcome, outcome_seq = excluded.outcome_seq,
       ended = excluded.ended, door = excluded.door, why = excluded.why WHERE excluded.outcome_seq > outcome_seq`,
    ).run(project, end.number, end.outcome, seq, atMs, end.door ?? '', end.why ?? '')
  }
  if ('grant' in fact && typeof fact.grant === 'object') {
    db.sql('INSERT OR REPLACE INTO grants (project, id, number) VALUES (?, ?, ?)').run(
      project,
      fact.grant.id,
      fact.grant.number,
    )
  }
  const used = useOf(fact)
  if (!used) return
  const result =
    fact.kind === 'allowance.committed'
      ? near(seq).find((one) => one.fact.kind === 'call.observed' && one.fact.call === fact.call)?.fact
      : undefined
  const ok = result?.kind === 'call.observed' ? Number(result.ok) : null
  db.sql('INSERT OR REPLACE INTO uses (project, id, seq, at, how, session, ok) VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    ...[project, used.id, seq, atMs, used.how, session, ok],
  )
}

function useOf(fact: Fact): { readonly id: string; readonly how: string } | undefined {
  switch (fact.kind) {
    case 'allowance.reserved':
      return { id: fact.allowance, how: 'reserved' }
    case 'allowance.committed':
      return { id: fact.allowance, how: 'committed' }
    case 'allowance.released':
      return { id: fact.allowance, how: 'released' }
    case 'grant.revoked':
      return { id: fact.grant, how: 'revoked' }
    case 'grant.rejected':
      return { id: fact.grant, how: 'rejected' }
    default:
      return undefined
  }
}

const ids = new WeakMap<ViewsDb, Map<string, number>>()

/** Kinds, outcomes and agents as small numbers. */
function nameId(db: ViewsDb, text: string): number {
  const known = ids.get(db) ?? new Map<string, number>()
  ids.set(db, known)
  const found = known.get(text)
  if (found !== undefined) return found
  db.sql('INSERT OR IGNORE INTO names (text) VALUES (?)').run(text)
  const id = Number(db.sql('SELECT id FROM names WHERE text = ?').get(text)?.['id'])
  known.set(text, id)
  return id
}
