import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { pathsOf } from '../../src/config/paths.ts'
import { approveHold } from '../support/approve-hold.ts'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import type { World } from './support/world.ts'

const CALLS = 50
/** Each way; `npm run torture -- races` asks for 100. */
const ROUNDS = Number(process.env['FAIRLEAD_RACE_ROUNDS'] ?? 5)

let world: World
let fairlead: Installed

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
})

/** Fifty processes of the installed hook at once; how many calls passed. */
async function race(name: string): Promise<number> {
  const push = (index: number) =>
    beforeTool(world, { id: `${name}-${index}`, name: 'Bash', input: { command: 'git push' } })
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, index) => fairlead.spawnHook('claude-code', push(index))),
  )
  return answers.filter((answer) => answer === '').length
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
