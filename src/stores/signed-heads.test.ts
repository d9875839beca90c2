import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import {
  benchOnDisk,
  type DiskBench,
  opened,
  routine,
  STARTED,
  STOPPED,
  tell,
  temporaryFolder,
} from '../../test/contracts/samples.ts'
import type { Fact } from '../core/model/fact.ts'
import { eventId, sessionId } from '../core/model/ids.ts'
import type { Head } from '../core/model/state.ts'
import { canonicalText, link, record } from './chain.ts'
import type { Store } from './store.ts'

const FORGED: Fact = { kind: 'client.registered', client: { pid: 666, started: 1, tty: true } }

async function bench(): Promise<DiskBench & { readonly heads: { readonly path: string } }> {
  const heads = { path: join(temporaryFolder(), 'audit-head'), key: () => Buffer.alloc(32, 'k') }
  const one = await benchOnDisk({ heads })
  await tell(one.store, one.project, STARTED, opened(1))
  await tell(one.store, one.project, routine('call-1'))
  await one.store.settled()
  return { ...one, heads }
}

/** What a program of the same user can do without the key: facts in their right order, and every row beside them. */
function append({ database, project }: DiskBench, facts: readonly Fact[], more = ''): void {
  const db = new DatabaseSync(database)
  const last = db.prepare('SELECT seq, hash FROM facts WHERE project = ? ORDER BY seq DESC').get(project)
  const head = { seq: Number(last?.['seq']), hash: String(last?.['hash']) } satisfies Head
  const context = { eventId: eventId('forged'), atMs: 5, runtime: 'claude-code', session: sessionId('session-1') }
  const insert = db.prepare('INSERT INTO facts (project, seq, body, prev_hash, hash) VALUES (?, ?, ?, ?, ?)')
  const rows = link(project, head, record(context, facts))
  for (const { seq, prevHash, hash, project: _, ...recorded } of rows)
    insert.run(project, seq, canonicalText(recorded), prevHash, hash)
  const end = rows.at(-1)
  db.prepare('UPDATE projects SET head_seq = ?, head_hash = ?').run(end?.seq ?? 0, end?.hash ?? '')
  db.exec(more)
  db.close()
}

const doubts = async (store: Store, { project }: DiskBench) =>
  (await store.facts(project, {})).map(({ fact }) => fact).filter(({ kind }) => kind === 'audit.unvouched')

describe('[PLANE-R11] facts that were added without the key', () => {
  it.each([
    ['beside a stored state', ''],
    ['where the stored state is gone', 'DELETE FROM snapshots'],
    ['where the row of the project is gone', 'DELETE FROM projects; DELETE FROM snapshots'],
    ['with a signature of their own', `UPDATE projects SET mac = '${'f'.repeat(64)}'`],
  ])('do not count, and are on record once: %s', async (_, more) => {
    const one = await bench()
    const before = await one.store.read(one.project)
    append(one, [FORGED, FORGED], more)
    expect(await one.store.verify(one.project)).toMatchObject({
      ok: false,
      problem: "facts up to fact 5 weren't written by Fairlead; facts 4 to 5 don't count",
    })
    expect(await one.store.doubts()).toMatchObject([{ of: one.project, finding: 'added', counted: 3 }])
    for (const store of [one.store, await one.again()]) {
      expect(await store.read(one.project)).toEqual(before)
    }
    for (const store of [await one.again(), one.store, await one.again()])
      await tell(store, one.project, routine(`later-${(await store.facts(one.project, {})).length}`))
    expect(await doubts(one.store, one)).toEqual([
      { kind: 'audit.unvouched', finding: 'added', found: expect.objectContaining({ seq: 5 }), counted: 3 },
    ])
    expect(await one.store.doubts()).toEqual([])
    expect(await one.store.verify(one.project)).toMatchObject({ ok: false, seq: 6, isRecorded: true })
  })

  it('do not count later either, when everything is folded from the facts again', async () => {
    const one = await bench()
    append(one, [FORGED])
    await tell(one.store, one.project, STOPPED)
    const after = await one.store.read(one.project)
    expect(after.clients).toEqual({})
    const db = new DatabaseSync(one.database)
    db.exec('DELETE FROM snapshots')
    db.close()
    const again = await one.again()
    expect(await again.read(one.project)).toEqual(after)
    expect(await again.rebuild(one.project)).toEqual(after)
  })

  it('cannot say of ours that they do not count', async () => {
    const one = await bench()
    const before = await one.store.read(one.project)
    const found = { seq: 3, hash: 'x' }
    append(one, [{ kind: 'audit.unvouched', finding: 'added', found, counted: 0 }, FORGED], 'DELETE FROM snapshots')
    const store = await one.again()
    expect(await store.read(one.project)).toEqual(before)
    await tell(store, one.project, routine('call-2'))
    const { edge, clients } = await (await one.again()).rebuild(one.project)
    expect([edge.holds.length, clients]).toEqual([1, {}])
  })

  it('are found by the next event, also where a process is at work', async () => {
    const one = await bench()
    await tell(one.store, one.project, routine('call-2'))
    append(one, [FORGED])
    await tell(one.store, one.project, routine('call-3'))
    expect((await one.store.read(one.project)).clients).toEqual({})
    expect(await doubts(one.store, one)).toMatchObject([{ finding: 'added', found: { seq: 5 }, counted: 4 }])
  })

  it('do not count where a fact of ours was replaced and the rest was chained anew', async () => {
    const one = await bench()
    const db = new DatabaseSync(one.database)
    db.exec('DROP TRIGGER facts_are_not_deleted; DELETE FROM facts WHERE seq > 1; DELETE FROM snapshots')
    db.close()
    append(one, [FORGED, FORGED, FORGED])
    const store = await one.again()
    expect((await store.read(one.project)).clients).toEqual({})
    await tell(store, one.project, routine('call-2'))
    expect((await store.read(one.project)).clients).toEqual({})
    expect(await doubts(store, one)).toMatchObject([{ finding: 'replaced', kept: { seq: 3 }, counted: 0 }])
  })
})
