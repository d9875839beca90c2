import { expect, it } from 'vitest'
import { evolve } from '../../src/core/evolve.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { benchOnDisk, context, opened, routine } from '../contracts/samples.ts'

/** A write over a bad network. */
const DELAY_MS = 20
const WRITERS = 4
const EVENTS = 6

it('on a disk that takes its time at every write, nothing is lost, doubled or out of order', {
  timeout: 120_000,
}, async () => {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const bench = await benchOnDisk({ faults: () => void Atomics.wait(pause, 0, 0, DELAY_MS) })
  const stores = await Promise.all(Array.from({ length: WRITERS }, () => bench.again()))
  await Promise.all(
    stores.map(async (store, writer) => {
      for (let event = 0; event < EVENTS; event += 1) {
        const call = `${writer}-${event}`
        await store.update(bench.project, context(), ({ edge }) => ({
          facts: event % 3 === 0 ? [opened(edge.nextNumber)] : [routine(call)],
          result: call,
        }))
      }
    }),
  )
  const facts = await bench.store.facts(bench.project, {})
  expect(facts).toHaveLength(WRITERS * EVENTS)
  expect(await bench.store.verify(bench.project)).toMatchObject({ ok: true, facts: WRITERS * EVENTS })
  expect(await bench.store.read(bench.project)).toEqual(facts.reduce(evolve, INITIAL_STATE))
})
