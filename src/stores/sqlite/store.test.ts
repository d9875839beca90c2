import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import {
  approved,
  benchOnDisk,
  context,
  type DiskBench,
  opened,
  reserved,
  routine,
  STARTED,
  tell,
  temporaryFolder,
} from '../../../test/contracts/samples.ts'
import { evolve } from '../../core/evolve.ts'
import { INITIAL_STATE, type State } from '../../core/model/state.ts'

const mode = (path: string): number => statSync(path).mode & 0o777

/** Somebody with the same user id and a SQL shell. */
function tamper({ database }: DiskBench, sql: string): void {
  const db = new DatabaseSync(database)
  db.exec(`DROP TRIGGER facts_are_not_changed; DROP TRIGGER facts_are_not_deleted; ${sql}`)
  db.close()
}

/** SQLite itself refuses to store a body that is no JSON; damage on the disk does not ask it. */
const LOOSEN = `CREATE TABLE loose AS SELECT project, seq, body, prev_hash, hash FROM facts;
  DROP TABLE facts; ALTER TABLE loose RENAME TO facts;`

describe('the database', () => {
  it('[PLANE-L12a] is made where it is told to be, for its user alone', async () => {
    const bench = await benchOnDisk()
    await tell(bench.store, bench.project, STARTED)
    expect(mode(join(bench.database, '..'))).toBe(0o700)
    for (const suffix of ['', '-wal', '-shm']) expect(mode(bench.database + suffix)).toBe(0o600)
  })

  it('[PLANE-L12a] needs nothing but Node', async () => {
    const bench = await benchOnDisk()
    await tell(bench.store, bench.project, STARTED)
    const db = new DatabaseSync(bench.database, { readOnly: true })
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    db.close()
  })

  it('can be searched by event, time, session, kind and tool-use id', async () => {
    const bench = await benchOnDisk()
    const about = context()
    await bench.store.update(bench.project, about, () => ({ facts: [routine('toolu_01')], result: null }))
    const db = new DatabaseSync(bench.database, { readOnly: true })
    expect({ ...db.prepare('SELECT event_id, at_ms, session, kind, call_id FROM facts').get() }).toEqual({
      event_id: about.eventId,
      at_ms: about.atMs,
      session: about.session,
      kind: 'call.observed',
      call_id: 'toolu_01',
    })
    db.close()
  })

  it('does not change or delete facts', async () => {
    const bench = await benchOnDisk()
    await tell(bench.store, bench.project, STARTED)
    const db = new DatabaseSync(bench.database)
    expect(() => db.exec("UPDATE facts SET body = '{}'")).toThrow('facts are append-only')
    expect(() => db.exec('DELETE FROM facts')).toThrow('facts are append-only')
    db.close()
  })

  it.each([
    [
      'a changed body',
      "UPDATE facts SET body = replace(body, 'call-2', 'call-x') WHERE seq = 2",
      1,
      /fact 2 was changed/,
    ],
    ['an unreadable body', `${LOOSEN} UPDATE facts SET body = '{' WHERE seq = 3`, 2, /fact 3 was changed/],
    ['a body that is no fact', "UPDATE facts SET body = '[]' WHERE seq = 3", 2, /fact 3 was changed/],
    ['a changed hash', "UPDATE facts SET hash = 'x' WHERE seq = 1", 0, /fact 1 was changed/],
    ['a row taken out', 'DELETE FROM facts WHERE seq = 2', 1, /expected fact 2, found fact 3/],
    ['rows cut off at the end', 'DELETE FROM facts WHERE seq > 2', 2, /facts 3 to 4 are missing/],
    ['all rows gone', 'DELETE FROM facts', 0, /facts 1 to 4 are missing/],
    ['another head', "UPDATE projects SET head_hash = 'x'", 3, /fact 4 isn't the recorded last fact/],
  ])('shows %s', async (_, sql, facts, problem) => {
    const bench = await benchOnDisk()
    for (let call = 1; call <= 4; call += 1) await tell(bench.store, bench.project, routine(`call-${call}`))
    tamper(bench, sql)
    expect(await (await bench.again()).verify(bench.project)).toEqual({
      ok: false,
      facts,
      seq: facts + 1,
      problem: expect.stringMatching(problem),
    })
  })

  it('makes what is derived again when it is lost, wrong, or of another shape', async () => {
    const bench = await benchOnDisk()
    await tell(bench.store, bench.project, STARTED, opened(1))
    await tell(bench.store, bench.project, approved(1), reserved(1))
    for (const sql of [
      'DELETE FROM projects; DELETE FROM snapshots; DELETE FROM spent; DELETE FROM sessions',
      "UPDATE snapshots SET state = '{'",
      "UPDATE snapshots SET shape = 'older'",
    ]) {
      const before = await bench.store.read(bench.project)
      const db = new DatabaseSync(bench.database)
      db.exec(sql)
      db.close()
      const store = await bench.again()
      expect(await store.read(bench.project)).toEqual(before)
      await tell(store, bench.project, routine(`call-${sql.length}`))
      expect(await store.verify(bench.project)).toMatchObject({ ok: true })
    }
    await bench.store.rebuild(bench.project)
    await expect(tell(bench.store, bench.project, reserved(1, 'again'))).rejects.toMatchObject({
      problem: { kind: 'already-spent' },
    })
    expect(await bench.store.knownHome('claude-code', context().session)).toBe(bench.project)
  })

  it('writes a large state once in a while, and folds the facts since', async () => {
    const heads = { path: join(temporaryFolder(), 'audit-head'), key: () => Buffer.alloc(32, 'k') }
    const bench = await benchOnDisk({ heads })
    const small = routine('call-1')
    await tell(bench.store, bench.project, { ...small, wrote: [{ path: 'a', text: 'x'.repeat(200_000) }] })
    const snapshots = async () => {
      const db = new DatabaseSync(bench.database, { readOnly: true })
      const row = db.prepare('SELECT seq FROM snapshots').get()
      db.close()
      return row?.seq
    }
    for (let call = 2; call <= 30; call += 1)
      await tell(bench.store, bench.project, routine(`call-${call}`, `src/${call}.ts`))
    expect(await snapshots()).toBe(27)
    const facts = await bench.store.facts(bench.project, {})
    expect(await bench.store.read(bench.project)).toEqual(facts.reduce(evolve, INITIAL_STATE))
    expect(await (await bench.again()).read(bench.project)).toEqual(facts.reduce(evolve, INITIAL_STATE))
  })

  it('gives a program with a new slice of state that slice, from the facts', async () => {
    const bench = await benchOnDisk()
    await tell(bench.store, bench.project, opened(1))
    type Wider = State & { readonly count: number }
    const wider = await benchOnDisk({
      database: bench.database,
      initial: { ...INITIAL_STATE, count: 0 } as Wider,
      evolve: (state, recorded) => ({ ...evolve(state, recorded), count: (state as Wider).count + 1 }) as Wider,
    })
    expect(await wider.store.read(bench.project)).toMatchObject({ count: 1, edge: { holds: [{ number: 1 }] } })
  })

  it('[EDGE-15] gives the state from the facts where an earlier version stored it in another shape', async () => {
    const { holds: _holds, ...edge } = INITIAL_STATE.edge
    const { clients, ...rest } = INITIAL_STATE
    const older = { ...rest, doors: { clients }, edge: { ...edge, junction: null, queue: [] } } as unknown as State
    const bench = await benchOnDisk({ initial: older, evolve: () => older })
    await tell(bench.store, bench.project, opened(1))
    await tell(bench.store, bench.project, opened(2))
    const { store } = await benchOnDisk({ database: bench.database })
    const facts = await store.facts(bench.project, {})
    expect(await store.read(bench.project)).toEqual(facts.reduce(evolve, INITIAL_STATE))
    expect((await store.read(bench.project)).edge.holds.map(({ number }) => number)).toEqual([1, 2])
  })

  it('that was deleted under a running process is made again, and the state file shows what was lost', async () => {
    const bench = await benchOnDisk()
    await tell(bench.store, bench.project, STARTED)
    for (const suffix of ['', '-wal', '-shm']) rmSync(bench.database + suffix)
    await tell(bench.store, bench.project, routine('call-1'))
    const kinds = (await (await bench.again()).facts(bench.project, {})).map((row) => row.fact.kind)
    expect(kinds).toEqual(['state.rolled-back', 'state.edit-ignored', 'call.observed'])
  })

  it('that was replaced by rubbish under a running process is told, and used again when it is gone', async () => {
    const bench = await benchOnDisk()
    await tell(bench.store, bench.project, STARTED)
    for (const suffix of ['', '-wal', '-shm']) rmSync(bench.database + suffix)
    writeFileSync(bench.database, 'rubbish '.repeat(1_000))
    for (let call = 1; call <= 2; call += 1) {
      await expect(tell(bench.store, bench.project, routine('call-1'))).rejects.toMatchObject({
        problem: { kind: 'database-unreadable' },
      })
    }
    rmSync(bench.database)
    await tell(bench.store, bench.project, routine('call-1'))
    expect(await bench.store.verify(bench.project)).toMatchObject({ ok: true, facts: 3 })
  })

  it('is opened by many at once, also for the first time', async () => {
    const bench = await benchOnDisk()
    mkdirSync(join(bench.project, 'new'))
    const database = join(bench.project, 'new', 'hooks.db')
    const benches = await Promise.all(Array.from({ length: 8 }, () => benchOnDisk({ database })))
    await Promise.all(benches.map(({ store }) => tell(store, bench.project, routine('call'))))
    expect(await benches[0]?.store.verify(bench.project)).toMatchObject({ ok: true, facts: 8 })
    expect(existsSync(bench.file)).toBe(false)
  })
})
