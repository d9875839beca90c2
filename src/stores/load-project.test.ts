import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import {
  approved,
  benchOnDisk,
  type DiskBench,
  opened,
  reserved,
  routine,
  STARTED,
  tell,
  temporaryFolder,
} from '../../test/contracts/samples.ts'
import { evolve } from '../core/evolve.ts'
import type { Fact } from '../core/model/fact.ts'
import { INITIAL_STATE } from '../core/model/state.ts'
import type { Store } from './store.ts'

const KEY = Buffer.alloc(32, 'k')

/** With a client, two holds, and an approval that was used; `key` is what the store finds when it looks. */
async function bench(key: () => Buffer | undefined = () => KEY): Promise<DiskBench> {
  const one = await benchOnDisk({ heads: { path: join(temporaryFolder(), 'audit-head'), key } })
  const client: Fact = { kind: 'client.registered', client: { pid: 7, started: 1, tty: true } }
  await tell(one.store, one.project, STARTED, client, opened(1), opened(2, 'git reset --hard'))
  await tell(one.store, one.project, approved(1), reserved(1))
  return one
}

function onDatabase({ database }: DiskBench, sql: string): void {
  const db = new DatabaseSync(database)
  db.exec(sql)
  db.close()
}

function column({ database }: DiskBench, name: string): unknown {
  const db = new DatabaseSync(database, { readOnly: true })
  const row = db.prepare(`SELECT ${name} AS it FROM snapshots`).get()
  db.close()
  return row?.it
}

const forge = (state: string) => `UPDATE snapshots SET state = ${state}; UPDATE snapshots SET size = length(state)`

const folded = async (store: Store, { project }: DiskBench) =>
  (await store.facts(project, {})).reduce(evolve, INITIAL_STATE)

const doubts = async (store: Store, { project }: DiskBench) =>
  (await store.facts(project, {})).map(({ fact }) => fact).filter(({ kind }) => kind === 'audit.unvouched')

describe('[PLANE-R11] a stored state', () => {
  it.each([
    ['whose client is another', forge(`json_set(state, '$.clients', json('{}'))`)],
    ['with one hold in the clothes of another', forge(`json_set(state, '$.edge.holds[0].fingerprint', 'other')`)],
    [
      'in which a used approval is open again',
      `${forge(`json_set(state, '$.edge.allowances[0].use', json('{"kind":"open"}'))`)}; DELETE FROM spent`,
    ],
    ['that is no JSON', "UPDATE snapshots SET state = '{'"],
    ['of another place in the chain', 'UPDATE snapshots SET seq = seq - 1'],
    ['that claims to be ahead', 'UPDATE snapshots SET seq = 9999'],
    ['with another hash', "UPDATE snapshots SET hash = 'x'"],
    ['with a mac of its own', "UPDATE snapshots SET mac = 'x'"],
    ['of another shape', "UPDATE snapshots SET shape = 'x'"],
  ])('%s does not count, and is on record once', async (_, sql) => {
    const one = await bench()
    const before = await one.store.read(one.project)
    onDatabase(one, sql)
    const store = await one.again()
    expect(await store.read(one.project)).toEqual(before)
    const other = await one.again()
    await other.read(one.project)
    await tell(store, one.project, routine('call-1'))
    for (const each of [store, other, await one.again()]) {
      await tell(each, one.project, routine('call-2'))
      expect(await each.read(one.project)).toEqual(await folded(each, one))
    }
    expect(await doubts(store, one)).toMatchObject([{ finding: 'snapshot', found: { seq: 6 } }])
    expect(await store.verify(one.project)).toMatchObject({ ok: true, facts: 11 })
  })

  it('that was removed, so that changed facts are folded, is told: they are on record once', async () => {
    const one = await bench()
    onDatabase(
      one,
      `DROP TRIGGER facts_are_not_changed; UPDATE facts SET body = replace(body, '"pid":7', '"pid":9'); DELETE FROM snapshots`,
    )
    for (const store of [await one.again(), await one.again()]) {
      await store.read(one.project)
      await tell(store, one.project, routine('call-1'))
    }
    expect(await doubts(one.store, one)).toMatchObject([{ finding: 'changed', found: { seq: 6 } }])
    expect(await one.store.verify(one.project)).toMatchObject({ ok: false, seq: 2 })
  })

  it.each([
    ['that another process stored is as good as its facts', ''],
    [
      'that is forged is not, also for a process that has an older one in memory',
      forge(`json_set(state, '$.clients', json('{}'))`),
    ],
  ])('%s', async (_, sql) => {
    const one = await bench()
    await one.store.read(one.project)
    const other = await one.again()
    for (let call = 1; call <= 12; call += 1) await tell(other, one.project, routine(`call-${call}`))
    onDatabase(one, sql)
    expect(await one.store.read(one.project)).toEqual(await folded(other, one))
  })

  it('of another project does not count', async () => {
    const one = await bench()
    onDatabase(one, "UPDATE snapshots SET project = '/other'")
    const other = { ...one, project: '/other' as DiskBench['project'] }
    expect(await (await one.again()).read(other.project)).toEqual(INITIAL_STATE)
  })

  it('of an older version is made again, and accuses nobody', async () => {
    const one = await bench()
    const before = await one.store.read(one.project)
    onDatabase(one, `${forge(`json_set(state, '$.clients', json('{}'))`)}; UPDATE snapshots SET mac = ''`)
    const store = await one.again()
    expect(await store.read(one.project)).toEqual(before)
    await tell(store, one.project, routine('call-1'))
    expect(await doubts(store, one)).toEqual([])
    expect(column(one, 'mac')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is neither written nor believed without a key', async () => {
    let key: Buffer | undefined
    const one = await bench(() => key)
    expect(column(one, 'count(*)')).toBe(0)
    key = KEY
    await tell(one.store, one.project, routine('call-1'))
    expect(column(one, 'count(*)')).toBe(1)
    onDatabase(one, forge(`json_set(state, '$.clients', json('{}'))`))
    key = undefined
    const store = await one.again()
    expect(await store.read(one.project)).toEqual(await folded(store, one))
  })

  it('[EDGE-40] what the facts say is spent stays spent, whatever the table says', async () => {
    const one = await bench()
    onDatabase(one, 'DELETE FROM spent')
    expect((await (await one.again()).read(one.project)).edge.allowances).toMatchObject([{ use: { kind: 'reserved' } }])
  })
})
