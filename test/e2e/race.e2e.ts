import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pathsOf } from '../../src/config/paths.ts'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { eventId, projectRoot, sessionId } from '../../src/core/model/ids.ts'
import { wireGate } from '../../src/wiring/wire-gate.ts'
import { type Installed, installFairlead } from './support/installed.ts'
import { createWorld, type World } from './support/world.ts'

const CALLS = 50
/** Each way; `npm run torture -- races` asks for 100. */
const ROUNDS = Number(process.env['FAIRLEAD_RACE_ROUNDS'] ?? 5)

let world: World
let fairlead: Installed

beforeEach(() => {
  world = createWorld()
  mkdirSync(join(world.home, '.claude'), { recursive: true })
  fairlead = installFairlead(world, '--runtime', 'claude-code')
})
afterEach(() => {
  fairlead.stopDaemon()
  world.remove()
})

async function approve(name: string): Promise<void> {
  const env = { HOME: world.home, PATH: process.env['PATH'] ?? '' }
  const { gate } = wireGate({ paths: pathsOf(env), env, loadYaml: () => yamlDoor })
  const stamp = { id: eventId(`approve-${name}`), atMs: Date.now() }
  const who = { runtime: 'fairlead', session: sessionId('terminal'), cwd: world.project }
  const proof = { kind: 'human', door: 'cli' } as const
  const act = { ...stamp, ...who, kind: 'edge', verb: 'approve', proof } as const
  expect(await gate.submit(act, projectRoot(world.project))).toMatchObject({ kind: 'allow' })
  await gate.close()
}

/** Fifty processes of the installed hook at once; how many calls passed. */
async function race(name: string): Promise<number> {
  const payload = (index: number) => ({
    session_id: 'race',
    transcript_path: '/nowhere',
    cwd: world.project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push' },
    tool_use_id: `${name}-${index}`,
  })
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, index) => fairlead.spawnHook('claude-code', payload(index))),
  )
  return answers.filter((answer) => answer === '').length
}

async function rounds(): Promise<readonly number[]> {
  expect(await race('first')).toBe(0)
  const passed: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await approve(`${round}`)
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
