import { expect, it } from 'vitest'
import { benchOnDisk, context, routine, STARTED } from '../../../test/contracts/samples.ts'
import { besidePlane } from '../../../test/support/beside-plane.ts'
import { shell } from '../../../test/support/events.ts'
import { gateRooms } from '../../../test/support/gate-rooms.ts'
import { play } from '../../../test/support/history.ts'
import type { Fact } from '../../core/model/fact.ts'
import { callId, sessionId } from '../../core/model/ids.ts'
import { makeGate } from '../../gate/pipeline.ts'
import { recordEnd } from './record-end.ts'

const [[JUDGED]] = play([shell('ls')]).facts.map(besidePlane) as [[Extract<Fact, { kind: 'call.judged' }>]]
const judged = (call: string, outcome: 'allow' | 'hold' = 'allow'): Fact => ({
  ...JUDGED,
  call: callId(call),
  outcome,
  preview: call,
})

/** A project in which this happened, and what is told of the daemon's end between 1500 and 1900. */
async function told(...rows: readonly (readonly [atMs: number, fact: Fact, over?: object])[]) {
  const { store, project } = await benchOnDisk()
  for (const [atMs, fact, over] of rows)
    await store.update(project, context({ atMs, ...over }), () => ({ facts: [fact], result: null }))
  const ended = { how: 'killed', pid: 7, startedMs: 1_000, fromMs: 1_500, toMs: 1_900 } as const
  const wired = { gate: makeGate(gateRooms({ project, store })), store: async () => store }
  await recordEnd(wired, ended)
  await recordEnd(wired, ended)
  const facts = await store.facts(project, {})
  return facts.slice(rows.length).map(({ atMs, runtime, session, fact }) => ({ atMs, runtime, session, fact }))
}

const ENDED = { kind: 'daemon.ended', how: 'killed', pid: 7, fromMs: 1_500, toMs: 1_900 } as const
const call = (name: string) => ({ session: 'session-1', call: name, tool: JUDGED.tool, preview: name })

it('[EDGE-118] is told once, with the calls that were running', async () => {
  const rows = await told(
    [900, judged('of the daemon before')],
    [1_100, judged('back')],
    [1_200, routine('back')],
    [1_300, judged('held', 'hold')],
    [1_400, judged('long')],
    [1_600, routine('long')],
    [1_700, judged('begun meanwhile')],
    [1_950, judged('later')],
  )
  const calls = [call('long'), call('begun meanwhile')]
  expect(rows).toEqual([{ atMs: 1_900, runtime: 'fairlead', session: 'daemon', fact: { ...ENDED, calls } }])
})

it('is told where a session lives, and nowhere else', async () => {
  const gone: Fact = { kind: 'session.ended', reason: 'exit' }
  expect(await told([1_100, STARTED])).toMatchObject([{ fact: { ...ENDED, calls: [] } }])
  expect(await told([1_100, STARTED], [1_200, gone])).toEqual([])
  expect(await told([1_100, STARTED], [1_600, gone])).toMatchObject([{ fact: ENDED }])
  expect(await told([900, STARTED])).toEqual([])
  expect(await told([1_100, STARTED, { session: sessionId('fairlead-doctor') }])).toEqual([])
  expect(await told([1_100, STARTED, { runtime: 'fairlead' }])).toEqual([])
})
