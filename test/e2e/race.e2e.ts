import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { pathsOf } from '../../src/config/paths.ts'
import { readGaps } from '../../src/stores/gaps.ts'
import { approveHold } from '../support/approve-hold.ts'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import { until } from './support/until.ts'
import type { World } from './support/world.ts'

const CALLS = 50
/** Each way; `npm run torture -- races` asks for 100. */
const ROUNDS = Number(process.env['FAIRLEAD_RACE_ROUNDS'] ?? 5)

let world: World
let fairlead: Installed
/** Calls of earlier rounds that nobody judged in time. */
let known: number

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
  known = 0
})

/**
 * Fifty processes of the installed hook at once; how many calls passed. What a machine under load kept from being judged in
 * time passes too, and is on record as that (PLANE-R12a): it took no approval.
 */
async function race(name: string): Promise<number> {
  const push = (index: number) =>
    beforeTool(world, { id: `${name}-${index}`, name: 'Bash', input: { command: 'git push' } })
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, index) => fairlead.spawnHook('claude-code', push(index))),
  )
  const passed = answers.filter((answer) => answer === '').length
  const unjudged = () =>
    readGaps(join(fairlead.stateFolder, 'gaps.jsonl')).filter(({ outcome }) => outcome === 'allow').length
  const before = known
  await until(() => passed - (unjudged() - before) <= 1, 'every call that nobody judged is on record')
  known = unjudged()
  return passed - (known - before)
}

async function rounds(): Promise<readonly number[]> {
  expect(await race('first')).toBe(0)
  const passed: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await approveHold(world)).toMatchObject({ kind: 'allow' })
    passed.push(await race(`${round}`))
  }
  return passed
}

const ONCE = Array.from({ length: ROUNDS }, () => 1)
const timeout = 60_000 + ROUNDS * 60_000

it(`[EDGE-39, EDGE-40] of ${CALLS} hook processes one passes for one approval, ${ROUNDS} times with the daemon up`, {
  timeout,
}, async () => {
  await fairlead.startDaemon()
  expect(await rounds()).toEqual(ONCE)
})

it(`[EDGE-39, EDGE-40] and ${ROUNDS} times with none`, { timeout }, async () => {
  // Without its bundle nobody starts one.
  rmSync(join(pathsOf({ HOME: world.home }).current, 'daemon.mjs'))
  expect(await rounds()).toEqual(ONCE)
})
