import { expect, it } from 'vitest'
import { PROJECT, START_MS, shell } from '../../test/support/events.ts'
import { play } from '../../test/support/history.ts'
import { person } from '../../test/support/people.ts'
import { INITIAL_STATE } from '../core/model/state.ts'
import { awaitDecision, patienceMs } from './wait.ts'

/** A store whose state changes after so many looks. */
function storeThat(decidesAfter: number) {
  const held = play([shell('git push')]).state
  const decided = play([person('approve')], held).state
  let looks = 0
  return {
    looks: () => looks,
    read: async () => {
      looks += 1
      return looks >= decidesAfter ? decided : held
    },
  }
}

const HOLD = { project: PROJECT, number: 1, atMs: START_MS }

it('ends as soon as a person has decided, and not before', async () => {
  const store = storeThat(3)
  const paused: number[] = []
  const pause = async (ms: number) => void paused.push(ms)
  expect(await awaitDecision(store, HOLD, { waitMs: 10_000, pause, isThere: async () => true })).toBe(true)
  expect([store.looks(), paused]).toEqual([3, [200, 200, 200]])
})

it('ends as soon as the director has released it, but not for a release that turned out to be empty', async () => {
  const { edge, roles } = play([shell('git push')]).state
  const waiver = { number: 1, fingerprint: 'f' as never, session: 's' as never, expiresAtMs: START_MS + 1 }
  const waits = (fields: { readonly isVoid?: true } = {}) =>
    awaitDecision(
      { read: async () => ({ ...INITIAL_STATE, edge, roles: { ...roles, waivers: [{ ...waiver, ...fields }] } }) },
      HOLD,
      { waitMs: 400, pause: async () => undefined, isThere: async () => true },
    )
  expect([await waits(), await waits({ isVoid: true })]).toEqual([true, false])
})

it('gives up when the time is up, to the millisecond', async () => {
  const store = storeThat(1_000)
  const paused: number[] = []
  const pause = async (ms: number) => void paused.push(ms)
  expect(await awaitDecision(store, HOLD, { waitMs: 450, pause, isThere: async () => true })).toBe(false)
  expect(paused).toEqual([200, 200, 50])
  expect(await awaitDecision(store, HOLD, { waitMs: 0, pause, isThere: async () => true })).toBe(false)
})

it('ends when nobody is there any more, whatever was decided', async () => {
  const store = storeThat(1)
  const pause = async () => undefined
  expect(await awaitDecision(store, HOLD, { waitMs: 1_000, pause, isThere: async () => false })).toBe(false)
  expect(store.looks()).toBe(1)
})

it('waits as long as the policy wants, and never longer than the runtime does', () => {
  expect([patienceMs(30, 100), patienceMs(60, 20), patienceMs(30), patienceMs(0, 100)]).toEqual([
    30_000, 15_000, -5_000, 0,
  ])
})
