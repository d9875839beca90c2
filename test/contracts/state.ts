import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evolve } from '../../src/core/evolve.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { anyFacts } from './arbitrary-facts.ts'
import { approved, context, type MakeBench, opened, reserved, STARTED, tell } from './samples.ts'

/** What every home of state must do. */
export function stateContract(name: string, make: MakeBench): void {
  describe(`state in ${name}`, () => {
    it('[EDGE-3] starts in plan, with nothing held', async () => {
      const { store, project } = await make()
      expect(await store.read(project)).toEqual(INITIAL_STATE)
    })

    it('is what the step sees, and what the next one sees after it', async () => {
      const { store, project } = await make()
      const seen: string[] = []
      for (const to of ['active', 'review'] as const) {
        await store.update(project, context(), (state) => {
          seen.push(state.edge.mode)
          return { facts: [{ kind: 'mode.changed', to, by: 'cli' }], result: null }
        })
      }
      expect(seen).toEqual(['plan', 'active'])
      expect((await store.read(project)).edge.mode).toBe('review')
    })

    it('[EDGE-15] shows one junction; a second one waits behind it', async () => {
      const { store, project } = await make()
      await tell(store, project, opened(1))
      await tell(store, project, opened(2))
      const { edge } = await store.read(project)
      expect(edge.holds[0]?.number).toBe(1)
      expect(edge.holds.slice(1).map((hold) => hold.number)).toEqual([2])
    })

    it('survives the end of the process', async () => {
      const { store, project, again } = await make()
      await tell(store, project, STARTED)
      await tell(store, project, opened(1))
      await tell(store, project, approved(1))
      await tell(store, project, reserved(1))
      const before = await store.read(project)
      expect(before.edge.allowances).toMatchObject([{ use: { kind: 'reserved', by: 'call-1' } }])
      expect(await (await again()).read(project)).toEqual(before)
    })

    it('is the fold of its facts after any history', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyFacts, { maxLength: 12 }), async (events) => {
          const { store, project } = await make()
          for (const facts of events) await store.update(project, context(), () => ({ facts, result: null }))
          const snapshot = await store.read(project)
          const rows = await store.facts(project, {})
          expect(plain(snapshot)).toEqual(plain(rows.reduce(evolve, INITIAL_STATE)))
          expect(plain(await store.rebuild(project))).toEqual(plain(snapshot))
          expect(plain(await store.read(project))).toEqual(plain(snapshot))
        }),
        { numRuns: 25 },
      )
    })
  })
}

/** As JSON has it: an optional field that is undefined is one that is not there. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
