import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, type World } from './support/world.ts'

const DEMO = fileURLToPath(new URL('../../dist/demo.mjs', import.meta.url))

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.remove())

function demo(...args: readonly string[]) {
  const env = { PATH: process.env.PATH ?? '', HOME: world.home }
  const { status, stdout, stderr } = spawnSync(process.execPath, [DEMO, ...args], {
    cwd: world.project,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('tells the whole story, exits 0, and leaves nothing behind', () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('fairlead-demo-'))
  const { status, stdout, stderr } = demo()
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const steps = ['runs at once', 'held  ', 'approve hold #1', 'exactly once', 'blocked  ', 'verified', 'init']
  const places = steps.map((step) => stdout.indexOf(step))
  expect(places).toEqual(places.toSorted((left, right) => left - right))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(readdirSync(world.home)).toEqual(['.gitconfig'])
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('fairlead-demo-'))).toEqual(before)
})

it('says in one line what it did not understand', () => {
  const usage = 'usage: npm start [-- --project DIR [options of `fairlead init`]]\n'
  expect(demo('--what')).toEqual({ status: 2, stdout: '', stderr: `fairlead: ${usage}` })
  expect(demo('--project', 'nowhere').stderr).toBe(`fairlead: \`nowhere\` isn't a folder; ${usage}`)
  expect(demo('--project', world.project, '--bogus').stderr).toContain('unknown option `--bogus`')
})
