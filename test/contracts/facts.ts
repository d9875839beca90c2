import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callId, projectRoot, sessionId } from '../../src/core/model/ids.ts'
import { GENESIS, hashRow, verifyRows } from '../../src/stores/chain.ts'
import { exportLines, verifyExport } from '../../src/stores/export.ts'
import { anyFacts } from './arbitrary-facts.ts'
import { approved, context, type MakeBench, opened, released, reserved, routine, tell } from './samples.ts'

/** What every home of facts must do. */
export function factsContract(name: string, make: MakeBench): void {
  describe(`facts in ${name}`, () => {
    it('are numbered from 1 without a gap and chained from genesis', async () => {
      const { store, project } = await make()
      await tell(store, project, routine('call-1'), routine('call-2'))
      await tell(store, project, routine('call-3'))
      const rows = await store.facts(project, {})
      expect(rows.map((row) => row.seq)).toEqual([1, 2, 3])
      expect(rows.map((row) => row.prevHash)).toEqual([GENESIS, rows[0]?.hash, rows[1]?.hash])
      for (const { hash, ...row } of rows) expect(hashRow(row)).toBe(hash)
      expect(verifyRows(rows)).toEqual({ ok: true, facts: 3, head: rows[2]?.hash })
      expect(await store.verify(project)).toEqual({ ok: true, facts: 3, head: rows[2]?.hash })
    })

    it('carry their context and the tool-use id of the runtime', async () => {
      const { store, project } = await make()
      const about = context({ agentType: 'reviewer' })
      await store.update(project, about, () => ({ facts: [routine('toolu_01')], result: null }))
      const [row] = await store.facts(project, {})
      expect(row).toMatchObject({ ...about, project, fact: { kind: 'call.observed', call: callId('toolu_01') } })
    })

    it('of one project do not mix with those of another', async () => {
      const { store, project } = await make()
      const other = projectRoot(`${project}-other`)
      await tell(store, project, routine('call-1'))
      await tell(store, other, routine('call-2'))
      await tell(store, project, routine('call-3'))
      expect((await store.facts(other, {})).map((row) => row.seq)).toEqual([1])
      expect((await store.facts(project, {})).map((row) => row.seq)).toEqual([1, 2])
      expect(await store.projects()).toEqual([project, other])
    })

    it('are read page by page', async () => {
      const { store, project } = await make()
      for (let call = 1; call <= 5; call += 1) await tell(store, project, routine(`call-${call}`))
      const seqs = async (after: number, limit: number) =>
        (await store.facts(project, { after, limit })).map((row) => row.seq)
      expect(await seqs(0, 2)).toEqual([1, 2])
      expect(await seqs(2, 2)).toEqual([3, 4])
      expect(await seqs(4, 2)).toEqual([5])
      expect(await seqs(5, 2)).toEqual([])
    })

    it('of an event are recorded once; the second path gets the stored answer', async () => {
      const { store, project, again } = await make()
      const about = context()
      const first = await store.update(project, about, () => ({ facts: [routine('call-1')], result: { n: 1 } }))
      const second = await (await again()).update(project, about, () => ({
        facts: [routine('call-2')],
        result: { n: 2 },
      }))
      expect(first).toEqual({ result: { n: 1 }, replayed: false })
      expect(second).toEqual({ result: { n: 1 }, replayed: true })
      expect(await store.facts(project, {})).toHaveLength(1)
    })

    it('may be none, and the answer is still kept', async () => {
      const { store, project } = await make()
      const about = context()
      await store.update(project, about, () => ({ facts: [], result: 'first' }))
      expect(await store.update(project, about, () => ({ facts: [], result: 'second' }))).toEqual({
        result: 'first',
        replayed: true,
      })
      expect(await store.verify(project)).toEqual({ ok: true, facts: 0, head: GENESIS })
      expect(await store.projects()).toEqual([])
    })

    it('of a step that throws are not kept', async () => {
      const { store, project } = await make()
      const about = context()
      const failing = store.update(project, about, () => {
        throw new Error('a bug')
      })
      await expect(failing).rejects.toThrow('a bug')
      expect(await store.update(project, about, () => ({ facts: [routine('call-1')], result: null }))).toEqual({
        result: null,
        replayed: false,
      })
    })

    it('spend an allowance once, until it is released', async () => {
      const { store, project } = await make()
      await tell(store, project, opened(1))
      await tell(store, project, approved(1))
      await tell(store, project, reserved(1, 'call-1'))
      await expect(tell(store, project, reserved(1, 'call-2'))).rejects.toMatchObject({
        problem: { kind: 'already-spent' },
      })
      expect(await store.facts(project, {})).toHaveLength(3)
      await tell(store, project, released(1, 'call-1'))
      await tell(store, project, reserved(1, 'call-2'))
      await store.rebuild(project)
      await expect(tell(store, project, reserved(1, 'call-3'))).rejects.toMatchObject({
        problem: { kind: 'already-spent' },
      })
    })

    it('do not decide where a session is at home; the first one to say it does', async () => {
      const { store, project, again } = await make()
      const session = sessionId('session-1')
      expect(await store.knownHome('codex', session)).toBeUndefined()
      expect(await store.homeOf({ runtime: 'codex', session, project })).toBe(project)
      const elsewhere = { runtime: 'codex', session, project: projectRoot('/elsewhere') }
      expect(await (await again()).homeOf(elsewhere)).toBe(project)
      expect(await store.knownHome('codex', session)).toBe(project)
      expect(await store.homeOf({ ...elsewhere, runtime: 'claude-code' })).toBe('/elsewhere')
    })

    it('survive export, whatever they hold', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyFacts, { maxLength: 6 }), async (events) => {
          const { store, project } = await make()
          for (const facts of events) await store.update(project, context(), () => ({ facts, result: null }))
          const lines = await all(exportLines(store, project))
          const verified = await store.verify(project)
          expect(verified.ok).toBe(true)
          expect(verifyExport(lines)).toEqual(verified)
          // No control, no line end, nothing invisible: one fact is one line wherever it is shown.
          for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u)
        }),
        { numRuns: 25 },
      )
    })
  })
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
