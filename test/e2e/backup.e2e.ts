import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { approveHold } from '../support/approve-hold.ts'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
})

let calls = 0

function run(command: string): string {
  calls += 1
  return fairlead.hook('claude-code', beforeTool(world, { id: `t${calls}`, name: 'Bash', input: { command } }))
}

const DISCARDS = [
  'git reset --hard -q && git clean -fdq',
  'rm -rf src "odd name"',
  'git checkout -- . && git clean -fdxq',
]

describe('an approved discard in a real repository', () => {
  it.each(DISCARDS)('[PLANE-B1, PLANE-B2] `%s` runs after a copy and is undone by one command', async (command) => {
    world.write('src/app.ts', 'committed\n')
    world.git('add', '-A')
    world.git('commit', '-qm', 'second')
    world.write('src/app.ts', 'an hour of work\n')
    world.write('odd name/ü\n"x".txt', 'never added\n')
    world.write('src/run.sh', '#!/bin/sh\n')
    chmodSync(world.path('src/run.sh'), 0o750)
    symlinkSync('app.ts', world.path('src/link'))
    const untouched = [world.git('for-each-ref'), readFileSync(world.path('.git/index')).toString('hex')]
    expect(run(command)).toContain('deny')
    await approveHold(world)
    expect(run(command)).toMatch(/systemMessage.*backup \d{8}-\d{6}-[0-9a-f]{6}: \d+ files.*backup restore/)
    expect([world.git('for-each-ref'), readFileSync(world.path('.git/index')).toString('hex')]).toEqual(untouched)
    execFileSync('sh', ['-c', command], { cwd: world.project })
    expect(existsSync(world.path('odd name'))).toBe(false)
    const { status, stdout, stderr } = fairlead.cli('backup', 'restore', '--yes')
    expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringContaining('restored') })
    expect([world.read('src/app.ts'), world.read('odd name/ü\n"x".txt'), readlinkSync(world.path('src/link'))]).toEqual(
      ['an hour of work\n', 'never added\n', 'app.ts'],
    )
    expect(statSync(world.path('src/run.sh')).mode & 0o777).toBe(0o750)
    expect(await fairlead.kinds()).toEqual(
      expect.arrayContaining(['backup.taken', 'allowance.reserved', 'backup.restored']),
    )
  })

  it('[EDGE-34] of edits that the session made itself needs no word, and there is a copy all the same', async () => {
    const file = world.write('src/app.ts', 'one\ntwo\nthree\n')
    world.git('add', '-A')
    world.git('commit', '-qm', 'second')
    const edit = (from: string, to: string) => {
      const call = { id: to, name: 'Edit', input: { file_path: file, old_string: from, new_string: to } }
      fairlead.hook('claude-code', beforeTool(world, call))
      world.write('src/app.ts', world.read('src/app.ts').replace(from, to))
      const response = { filePath: file, oldString: from, newString: to }
      const after = { ...beforeTool(world, call), hook_event_name: 'PostToolUse', tool_response: response }
      fairlead.hook('claude-code', after)
    }
    edit('two', 'TWO of the agent')
    expect(run('git checkout -- src/app.ts')).toMatch(/^\{"systemMessage":"[^"]*backup /)
    expect(await fairlead.kinds()).not.toContain('junction.opened')
    execFileSync('git', ['checkout', '-q', '--', 'src/app.ts'], { cwd: world.project })
    expect(fairlead.cli('backup', 'restore', '--yes').status).toBe(0)
    expect(world.read('src/app.ts')).toBe('one\nTWO of the agent\nthree\n')
    world.write('src/app.ts', `${world.read('src/app.ts')}of a person\n`)
    expect(run('git checkout -- src/app.ts')).toContain('Fairlead held #1')
  })

  it('[PLANE-B2] is copied the same way by the daemon', async () => {
    world.write('fresh.txt', 'x')
    const daemon = await fairlead.startDaemon()
    run('git clean -fd')
    await approveHold(world)
    expect(run('git clean -fd')).toContain('systemMessage')
    daemon.kill('SIGKILL')
    expect(await fairlead.factsOf('backup.taken')).toMatchObject([{ files: expect.any(Number) }])
  })

  it('[PLANE-B7] passes with a word when the store cannot be written', async () => {
    world.write('fresh.txt', 'x')
    run('git clean -fd')
    await approveHold(world)
    execFileSync('sh', ['-c', `rm -rf "$1"; : > "$1"`, 'sh', join(fairlead.stateFolder, 'file-backups')])
    expect(run('git clean -fd')).toMatch(/systemMessage.*no backup of/)
    expect(await fairlead.kinds()).toContain('backup.failed')
  })

  it('[PLANE-B8] an agent cannot reach the copies or the command', () => {
    expect(run('fairlead backup restore --yes')).toContain('deny')
    expect(run(`rm -rf ${fairlead.stateFolder}/file-backups`)).toContain('deny')
    expect(run(`echo x > ${fairlead.stateFolder}/file-backups/x`)).toContain('deny')
  })
})
