import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedMonth } from '../../../test/browser/support/seed.ts'
import { typed } from '../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../test/support/fresh-home.ts'
import { pathsOf } from '../../config/paths.ts'
import { type FactReader, openFactReader } from '../../stores/sqlite/fact-reader.ts'
import { ANSWERS } from './answers.ts'
import { fillPage } from './filler.ts'
import { openViews, type ViewsDb } from './schema.ts'

let folder: string
let root: string
let reader: FactReader
let db: ViewsDb
let home: ReturnType<typeof freshHome>
const NOW = Date.UTC(2026, 10, 17, 12)

beforeAll(async () => {
  home = freshHome()
  await typed(home.seat, ['init', '--yes'])
  root = home.seat.cwd
  const env = { HOME: home.seat.env['HOME'] ?? '', PATH: process.env['PATH'] ?? '' }
  await seedMonth(root, env, NOW, 3)
  const opened = openFactReader(pathsOf(env).database)
  if (!opened) throw new Error('no database')
  reader = opened
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-views-'))
  db = openViews(join(folder, 'views.db'))
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => {
  reader.close()
  rmSync(home.root, { recursive: true, force: true })
})

function fillAll(): void {
  while (fillPage(db, reader).missing > 0);
}

const asked = () => ({ db, reader })

describe('views', () => {
  it('hold every fact once, whether they were there from the beginning or filled in from the newest on', () => {
    fillAll()
    const head = reader.heads().find((one) => one.root === root)?.head ?? 0
    expect(
      db.sql('SELECT count(*) AS n FROM rows WHERE project = (SELECT id FROM projects WHERE root = ?)').get(root),
    ).toEqual({ n: head })
    const first = JSON.stringify(ANSWERS.holds(asked(), { root, settledOnly: false, q: '', limit: 200 }))
    // From an empty file with everything in front: the same answers.
    const other = openViews(join(folder, 'other.db'))
    other.sql('INSERT INTO projects (root, low, high) VALUES (?, 0, 0)').run(root)
    while (fillPage(other, reader).missing > 0);
    expect(JSON.stringify(ANSWERS.holds({ db: other, reader }, { root, settledOnly: false, q: '', limit: 200 }))).toBe(
      first,
    )
    other.close()
  })

  it('tell of each hold what became of it', () => {
    fillAll()
    const { rows } = ANSWERS.holds(asked(), { root, settledOnly: false, q: '', limit: 200 })
    const states = Object.groupBy(rows, ({ state }) => state)
    expect(states.waiting?.map(({ command }) => command)).toEqual(['git push origin main', 'sh deploy.sh production'])
    expect(rows.filter(({ state }) => state === 'ran' || state === 'failed').length).toBeGreaterThan(2)
    expect(ANSWERS.hold(asked(), { root, number: rows[0]?.number ?? 0 })).toMatchObject({
      row: { rule: 'git.push' },
      counts: { rule: 'git.push', days: 30 },
      before: [{ kind: 'call.observed', outcome: 'ok' }, {}, {}],
    })
  })

  it('find words as they are typed, in a session or everywhere', () => {
    fillAll()
    const query = { root, kinds: [], limit: 50 }
    const found = ANSWERS.rows(asked(), { ...query, q: 'deploy prod' })
    expect(found.rows.length).toBeGreaterThan(0)
    expect(found.rows.every(({ text }) => text.includes('deploy'))).toBe(true)
    // What looks like an operator is a word.
    expect(ANSWERS.rows(asked(), { ...query, q: '"deploy* NOT (' }).rows).toEqual([])
    expect(
      ANSWERS.rows(asked(), { ...query, q: '', agent: 'reviewer-1', session: SESSION }).rows.every(
        ({ agent }) => agent === 'reviewer-1',
      ),
    ).toBe(true)
  })

  it('page through rows without skipping or repeating one, while more arrive', () => {
    fillAll()
    const all = ANSWERS.rows(asked(), { root, kinds: [], q: '', limit: 100_000 }).rows.map(({ seq }) => seq)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('', 'call.judged', 'call.observed'),
        (limit, kind) => {
          const seen: number[] = []
          for (let cursor: string | undefined; ; ) {
            const page = ANSWERS.rows(asked(), { root, kinds: kind === '' ? [] : [kind], q: '', limit, cursor })
            seen.push(...page.rows.map(({ seq }) => seq))
            // A fact that arrives in between is newer than every place to go on from.
            db.sql('UPDATE projects SET high = high WHERE root = ?').run(root)
            if (page.cursor === undefined) break
            cursor = page.cursor
          }
          const wanted = ANSWERS.rows(asked(), {
            root,
            kinds: kind === '' ? [] : [kind],
            q: '',
            limit: 100_000,
          }).rows.map(({ seq }) => seq)
          expect(seen).toEqual(wanted)
          expect(new Set(seen).size).toBe(seen.length)
          expect(all).toEqual(expect.arrayContaining(seen))
        },
      ),
      { numRuns: 20 },
    )
  })

  it('sum what insights show, and a session with its agents and kinds of work', () => {
    fillAll()
    const insights = ANSWERS.insights(asked(), { root, days: 30, nowMs: NOW })
    const holds = ANSWERS.holds(asked(), { root, settledOnly: false, q: '', limit: 200 }).rows
    expect(insights.rules.reduce((sum, { held }) => sum + held, 0)).toBe(holds.length)
    expect(insights.byDay.reduce((sum, { n }) => sum + n, 0)).toBe(holds.length)
    expect(insights.decideMs?.median).toBeGreaterThan(0)
    const session = ANSWERS.session(asked(), { root, session: SESSION })
    expect(session).toMatchObject({
      title: 'fix rounding in totals, then push',
      agents: [{ id: 'reviewer-1', type: 'reviewer' }],
      holds: 2,
    })
    expect(session?.ribbon.map(({ work }) => work)).toEqual(['explore', 'edit'])
    expect(ANSWERS.sessions(asked(), { root, q: '', limit: 2 }).rows).toHaveLength(2)
  })

  it('are made anew when the file is of another version', () => {
    fillAll()
    db.sql('PRAGMA user_version = 7').run()
    db.close()
    db = openViews(join(folder, 'views.db'))
    expect(db.sql('SELECT count(*) AS n FROM rows').get()).toEqual({ n: 0 })
    fillAll()
    expect(Number(db.sql('SELECT count(*) AS n FROM rows').get()?.['n'])).toBeGreaterThan(50)
  })
})

const SESSION = '19cbfdce-42aa-4b0e-9e53-6d7dd34a7a10'
