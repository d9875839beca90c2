import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { benchOnDisk, context, opened, reserved, tell } from '../../test/contracts/samples.ts'
import { eventId } from '../core/model/ids.ts'
import { makeGroup } from './group.ts'
import { type Database, openDatabase } from './sqlite/database.ts'
import { storeProblemOf } from './store.ts'

let folder: string
let database: Database
let transactions: number
const written = () =>
  database
    .sql('SELECT seq FROM facts ORDER BY seq')
    .all()
    .map((row) => Number(row['seq']))
const write = (seq: number) =>
  database.sql("INSERT INTO facts (project, seq, body, prev_hash, hash) VALUES ('/p', ?, '{}', '', '')").run(seq)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-group-'))
  database = await openDatabase(join(folder, 'hooks.db'))
  transactions = 0
})

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const groupOf = () =>
  makeGroup(database, () => {
    transactions += 1
    return { seen: [] as number[] }
  })

describe('writers that wait together', () => {
  it('[EDGE-102] share one transaction, in the order in which they came, and each gets its own answer', async () => {
    const group = groupOf()
    const answers = await Promise.all(
      [1, 2, 3].map((seq) =>
        group.join(({ seen }) => {
          write(seq)
          seen.push(seq)
          return [...seen]
        }),
      ),
    )
    expect(answers).toEqual([[1], [1, 2], [1, 2, 3]])
    expect([written(), transactions]).toEqual([[1, 2, 3], 1])
  })

  it('[EDGE-102] do not lose what they wrote by another one that fails, which loses all of its own', async () => {
    const group = groupOf()
    const answers = await Promise.allSettled([
      group.join(() => write(1)),
      group.join(() => {
        write(2)
        throw new Error('given up')
      }),
      group.join(() => write(3)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect([written(), transactions]).toEqual([[1, 3], 1])
  })

  it('[EDGE-102] are written one by one where one of them ends the transaction of all', async () => {
    const group = groupOf()
    const answers = await Promise.allSettled([
      group.join(() => write(1)),
      group.join(() => database.sql('ROLLBACK').run()),
      group.join(() => write(3)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(written()).toEqual([1, 3])
  })

  it('[EDGE-101] fail together when another process keeps the lock, and the next ones are written', async () => {
    const group = groupOf()
    const other = new DatabaseSync(join(folder, 'hooks.db'))
    other.exec('BEGIN IMMEDIATE')
    const answers = await Promise.allSettled([group.join(() => write(1)), group.join(() => write(2))])
    const kinds = answers.map((one) => one.status === 'rejected' && storeProblemOf(one.reason)?.kind)
    expect(kinds).toEqual(['busy', 'busy'])
    other.exec('ROLLBACK')
    other.close()
    await group.join(() => write(3))
    expect(written()).toEqual([3])
  })
})

describe('events that wait together', () => {
  it('[EDGE-39, EDGE-101] are decided one after the other, each on the state that the one before it left', async () => {
    const { store, project } = await benchOnDisk({})
    await tell(store, project, opened(1))
    const seen: number[] = []
    const events = Array.from({ length: 20 }, (_, index) =>
      store.update(project, { ...context(), eventId: eventId(`together-${index}`) }, (state) => {
        seen.push(state.edge.holds.length)
        return { facts: [opened(index + 2)], result: index }
      }),
    )
    expect((await Promise.all(events)).map(({ result }) => result)).toEqual(events.map((_, index) => index))
    expect(seen).toEqual(events.map((_, index) => index + 1))
    expect(await store.verify(project)).toMatchObject({ ok: true, facts: 21 })
    expect((await store.read(project)).edge.holds).toHaveLength(21)
  })

  it('[EDGE-39] of two that spend one grant, the second fails alone', async () => {
    const { store, project } = await benchOnDisk({})
    const spend = (name: string) =>
      store.update(project, { ...context(), eventId: eventId(name) }, () => ({ facts: [reserved(1)], result: name }))
    const answers = await Promise.allSettled([spend('first'), spend('second'), tell(store, project, opened(2))])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await store.facts(project, {})).map(({ fact }) => fact.kind)).toEqual([
      'allowance.reserved',
      'junction.opened',
    ])
  })

  it('[EDGE-40] asked twice under one id at once, an event is decided once', async () => {
    const { store, project } = await benchOnDisk({})
    const once = { ...context(), eventId: eventId('asked-twice') }
    const ask = () => store.update(project, once, () => ({ facts: [opened(1)], result: 'held' }))
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([
      { result: 'held', replayed: false },
      { result: 'held', replayed: true },
      { result: 'held', replayed: true },
    ])
    expect(await store.facts(project, {})).toHaveLength(1)
  })
})
