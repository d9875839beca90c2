import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { samplePayload } from '../../src/runtimes/sample-payloads.ts'
import { installFairlead } from './support/installed.ts'
import { createWorld, type World } from './support/world.ts'

let world: World

beforeEach(() => {
  world = createWorld()
  world.write(join(world.home, '.claude/settings.json'), '{}')
})
afterEach(() => world.remove())

const call = (n: number) =>
  JSON.parse(samplePayload.beforeTool({ session: 's', call: `c${n}`, cwd: world.project, command: 'ls' }))

describe('uninstall', () => {
  it('[EDGE-111] purges everything while the daemon runs and hooks come in, each time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const installed = installFairlead(world)
      await installed.startDaemon()
      const calls = Array.from({ length: 4 }, (_, n) => installed.spawnHook('claude-code', call(n)).catch(() => ''))
      const { status, stdout, stderr } = installed.cli('uninstall', '--purge', '--yes')
      await Promise.all(calls)
      expect([status, stderr]).toEqual([0, ''])
      expect(stdout).toContain('deleted ~/.fairlead')
      expect(existsSync(join(world.home, '.fairlead'))).toBe(false)
    }
  })

  it('[EDGE-111] keeps records that lie in the work tree hidden from git, and says so', () => {
    const exclude = () => readFileSync(join(world.project, '.git/info/exclude'), 'utf8')
    const before = exclude()
    for (const flags of [['--here', '--yes'], ['--yes']]) {
      const installed = installFairlead(world, '--in-repo')
      const done = { session: 's', call: 'c1', cwd: world.project, command: 'ls' }
      installed.hook('claude-code', JSON.parse(samplePayload.afterTool(done, 'README.md')))
      installed.stopDaemon()
      const { status, stdout } = installed.cli('uninstall', ...flags)
      expect(status).toBe(0)
      expect(stdout).toMatch(/kept in .*project: .*`\.proof`.*; git goes on ignoring them/)
      expect(world.git('status', '--short')).toBe('')
    }
    const installed = installFairlead(world, '--in-repo')
    expect(installed.cli('uninstall', '--purge', '--yes').status).toBe(0)
    expect(exclude()).toBe(before)
    expect(world.git('status', '--short')).toBe('')
    expect(readdirSync(world.project).sort()).toEqual(['.git', 'README.md'])
  })
})
