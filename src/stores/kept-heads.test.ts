import { copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  benchOnDisk,
  type DiskBench,
  routine,
  STARTED,
  STOPPED,
  tell,
  temporaryFolder,
} from '../../test/contracts/samples.ts'
import type { Fact } from '../core/model/fact.ts'
import { projectRoot } from '../core/model/ids.ts'
import { type HeadFile, keepFirstHeads } from './kept-heads.ts'
import type { Store } from './store.ts'

interface Kept extends DiskBench {
  readonly heads: HeadFile & { path: string; set: (key: string | undefined) => void }
}

async function bench(): Promise<Kept> {
  let key: Buffer | undefined = Buffer.alloc(32, 'k')
  const set = (text: string | undefined) => {
    key = text === undefined ? undefined : Buffer.alloc(32, text)
  }
  const heads = { path: join(temporaryFolder(), 'audit-head'), key: () => key, set }
  return { ...(await benchOnDisk({ heads })), heads }
}

async function fill({ store, project }: Pick<Kept, 'store' | 'project'>, facts: number): Promise<void> {
  for (let fact = 1; fact <= facts; fact += 1) await tell(store, project, routine(`call-${fact}`))
  await store.settled()
}

function onDatabase({ database }: DiskBench, sql: string): void {
  const db = new DatabaseSync(database)
  db.exec(sql)
  db.close()
}

function asFolder({ heads }: Kept): void {
  rmSync(heads.path)
  mkdirSync(heads.path)
}

const kindsOf = async (store: Store, project: DiskBench['project']) =>
  (await store.facts(project, {})).map(({ fact }) => fact.kind)

const doubts = async (store: Store, project: DiskBench['project']): Promise<readonly Fact[]> =>
  (await store.facts(project, {})).map(({ fact }) => fact).filter(({ kind }) => kind === 'audit.unvouched')

describe('[PLANE-R11] the head that is kept outside the database', () => {
  it('vouches for the chain, and says how far', async () => {
    const { store, project, heads } = await bench()
    await fill({ store, project }, 3)
    const [, , last] = await store.facts(project, {})
    const vouched = { upTo: 3, newer: 0, by: heads.path }
    expect(await store.verify(project)).toEqual({ ok: true, facts: 3, head: last?.hash, vouched })
    expect(await store.doubts()).toEqual([])
  })

  it('shows any cut end, whatever else of the database is set back', async () => {
    const LEFT = [
      'DELETE FROM snapshots',
      'DELETE FROM spent',
      'UPDATE OR IGNORE projects SET head_seq = (SELECT max(seq) FROM facts), head_hash = (SELECT hash FROM facts ORDER BY seq DESC LIMIT 1)',
      'DELETE FROM projects',
      'DROP TRIGGER facts_are_not_changed',
    ]
    const cut = fc.record({ facts: fc.integer({ min: 1, max: 6 }), left: fc.nat({ max: 5 }), more: fc.subarray(LEFT) })
    await fc.assert(
      fc.asyncProperty(cut, async ({ facts, left, more }) => {
        const one = await bench()
        await fill(one, facts)
        const keep = Math.min(left, facts - 1)
        onDatabase(
          one,
          ['DROP TRIGGER facts_are_not_deleted', `DELETE FROM facts WHERE seq > ${keep}`, ...more].join(';'),
        )
        const store = await one.again()
        const problem = `facts ${keep + 1} to ${facts} are missing: the kept head names fact ${facts}`
        expect(await store.verify(one.project)).toEqual({ ok: false, facts: keep, seq: keep + 1, problem })
        const found = await store.facts(one.project, {})
        expect(await store.doubts()).toMatchObject([{ of: one.project, finding: 'cut', found: { seq: keep } }])
        await tell(store, one.project, STOPPED)
        expect(await doubts(store, one.project)).toMatchObject([{ finding: 'cut', kept: { seq: facts } }])
        expect(await store.facts(one.project, { limit: keep })).toEqual(found)
        expect(await store.verify(one.project)).toMatchObject({ ok: false })
      }),
      { numRuns: 20 },
    )
  })

  it('is missed once; from then on it names what is there, and the record stays', async () => {
    const one = await bench()
    await fill(one, 4)
    onDatabase(one, 'DROP TRIGGER facts_are_not_deleted; DELETE FROM facts WHERE seq > 2; DELETE FROM snapshots')
    const { store, project } = one
    await tell(store, project, STARTED)
    await tell(store, project, STOPPED)
    expect(await kindsOf(store, project)).toEqual([
      ...['call.observed', 'call.observed', 'audit.unvouched', 'session.started', 'session.stopped'],
    ])
    expect(await store.verify(project)).toEqual({
      ok: false,
      facts: 2,
      seq: 3,
      problem:
        "facts 3 to 4 are missing: the kept head names fact 4; facts 1 to 2 don't count (found before; on record as fact 3)",
      isRecorded: true,
    })
    expect(await store.doubts()).toEqual([])
  })

  it('shows a longer chain that somebody made in place of ours', async () => {
    const one = await bench()
    await fill(one, 3)
    const other = await benchOnDisk()
    await fill({ store: other.store, project: one.project }, 9)
    await Promise.all([one.store.close(), other.store.close()])
    copyFileSync(other.database, one.database)
    const store = await one.again()
    expect(await store.verify(one.project)).toMatchObject({
      ok: false,
      problem: "fact 3 isn't the one that the kept head names: another log is in its place",
    })
  })

  it('shows an older copy of the database, also to a process that had it open', async () => {
    const one = await bench()
    await fill(one, 2)
    onDatabase(one, 'PRAGMA wal_checkpoint(TRUNCATE)')
    const older = readFileSync(one.database)
    await fill({ ...one, project: one.project }, 2)
    for (const end of ['', '-wal', '-shm']) rmSync(`${one.database}${end}`, { force: true })
    writeFileSync(one.database, older)
    await tell(one.store, one.project, STOPPED)
    expect(await doubts(one.store, one.project)).toMatchObject([
      { finding: 'cut', kept: { seq: 4 }, found: { seq: 2 } },
    ])
  })

  it('shows a project that is gone altogether, and a database that is', async () => {
    const one = await bench()
    await fill(one, 2)
    onDatabase(
      one,
      'DROP TRIGGER facts_are_not_deleted; DELETE FROM facts; DELETE FROM projects; DELETE FROM snapshots',
    )
    expect(await one.store.doubts()).toMatchObject([{ of: one.project, finding: 'cut', found: { seq: 0 } }])
    await one.store.close()
    rmSync(one.database)
    expect(await (await one.again()).doubts()).toMatchObject([{ of: one.project, finding: 'cut' }])
  })

  it.each([
    ['is missing', ({ heads }: Kept) => rmSync(heads.path), 'no-head', /the kept head is missing/],
    ['is empty', ({ heads }: Kept) => writeFileSync(heads.path, ''), 'unsigned', /isn't signed with the present key/],
    ['is a folder', asFolder, 'unsigned', /isn't signed/],
    ['was signed with a key that was replaced', ({ heads }: Kept) => heads.set('other'), 'unsigned', /isn't signed/],
  ])('does not vouch when it %s, which is on record in each project', async (_name, harm, finding, problem) => {
    const one = await bench()
    const second = projectRoot(temporaryFolder())
    await fill(one, 2)
    await fill({ ...one, project: second }, 2)
    harm(one)
    for (const project of [one.project, second]) {
      expect(await one.store.verify(project)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) })
    }
    for (const project of [one.project, second]) {
      await tell(one.store, project, STOPPED)
      expect((await doubts(one.store, project))[0]).toMatchObject({ found: { seq: 2 } })
      expect(await one.store.verify(project)).toMatchObject({ ok: false })
    }
    expect((await doubts(one.store, one.project))[0]).toMatchObject({ finding })
  })

  it('says nothing without a key; what was added meanwhile does not count when it is back', async () => {
    const one = await bench()
    await fill(one, 2)
    one.heads.set(undefined)
    await tell(one.store, one.project, STOPPED)
    expect(await doubts(one.store, one.project)).toEqual([])
    expect(await one.store.verify(one.project)).toMatchObject({
      ok: false,
      problem:
        'the signing key is missing, so nothing shows whether the end was cut off and nothing can be approved; `fairlead init` makes a new one, with which nothing that was approved before counts',
    })
    one.heads.set('k')
    expect(await one.store.verify(one.project)).toMatchObject({
      ok: false,
      problem: "facts up to fact 3 weren't written by Fairlead; fact 3 doesn't count",
    })
  })

  it('is begun for the audit of an older version by whoever sets up, and by nobody else', async () => {
    const heads: HeadFile = { path: join(temporaryFolder(), 'audit-head'), key: () => Buffer.alloc(32, 'k') }
    const older = await benchOnDisk()
    await fill(older, 2)
    const one = await benchOnDisk({ heads, database: older.database })
    expect(await one.store.verify(older.project)).toMatchObject({ ok: false })
    expect(keepFirstHeads(heads, join(temporaryFolder(), 'none.db'))).toBe(false)
    expect([keepFirstHeads(heads, older.database), keepFirstHeads(heads, older.database)]).toEqual([true, false])
    expect(await one.store.verify(older.project)).toMatchObject({ ok: true, vouched: { upTo: 2, newer: 0 } })
    await tell(one.store, older.project, STOPPED)
    expect(await doubts(one.store, older.project)).toEqual([])
  })

  it('lags behind when a process dies between commit and head, and accuses nobody', async () => {
    const heads: HeadFile = { path: join(temporaryFolder(), 'audit-head'), key: () => Buffer.alloc(32, 'k') }
    let dies = true
    const faults = (point: string) => {
      if (point === 'facts.committed' && dies) throw new Error('killed')
    }
    const one = await benchOnDisk({ heads, faults })
    await expect(tell(one.store, one.project, STARTED)).rejects.toThrow('killed')
    expect(await one.store.verify(one.project)).toMatchObject({ ok: true, vouched: { upTo: 0, newer: 1 } })
    dies = false
    await tell(one.store, one.project, STOPPED)
    expect(await one.store.verify(one.project)).toMatchObject({ ok: true, vouched: { upTo: 2, newer: 0 } })
    expect(await doubts(one.store, one.project)).toEqual([])
  })

  it('is written over in its page, and under another name where it outgrows it or is not ours alone', async () => {
    const one = await bench()
    await fill(one, 1)
    const { ino, size } = statSync(one.heads.path)
    await fill(one, 2)
    expect([statSync(one.heads.path).ino, statSync(one.heads.path).size]).toEqual([ino, size])
    const other = join(temporaryFolder(), 'linked')
    linkSync(one.heads.path, other)
    const before = readFileSync(other, 'utf8')
    await tell(one.store, one.project, STOPPED)
    expect(readFileSync(other, 'utf8')).toBe(before)
    const many = Array.from({ length: 40 }, () => projectRoot(temporaryFolder()))
    for (const project of many) await tell(one.store, project, STOPPED)
    await one.store.settled()
    expect(statSync(one.heads.path).size).toBeGreaterThan(size)
    for (const project of [one.project, ...many])
      expect(await one.store.verify(project)).toMatchObject({ ok: true, vouched: { newer: 0 } })
  })

  it('is shared by processes and projects without losing one', async () => {
    const one = await bench()
    const stores = [one.store, await one.again(), await one.again()]
    const projects = [one.project, projectRoot(temporaryFolder()), projectRoot(temporaryFolder())]
    await Promise.all(stores.map((store) => Promise.all(projects.map((project) => fill({ store, project }, 5)))))
    for (const project of projects) {
      expect(await one.store.verify(project)).toMatchObject({ ok: true, facts: 15, vouched: { upTo: 15, newer: 0 } })
    }
  })
})
