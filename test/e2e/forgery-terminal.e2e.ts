import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DETACHED_REMOVAL, FIRST_PASSPHRASES, TERMINALS } from './support/attacks.ts'
import { governedMachine } from './support/governed-machine.ts'
import { humanCasesPossible } from './support/human-cases.ts'
import type { Installed } from './support/installed.ts'
import { expectNothingGranted } from './support/nothing-granted.ts'
import { plantProgram } from './support/plant-program.ts'
import { beforeTool } from './support/tool-call.ts'
import { until } from './support/until.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
})

/** A shell that the kernel shows as the client; what it runs is what an agent runs. */
function clientNamed(name: string): string {
  const program = join(world.root, name)
  copyFileSync('/bin/bash', program)
  return program
}

const human = humanCasesPossible()
describe.skipIf(!human.ok)('a program below a client that makes a terminal of its own', () => {
  it('[EDGE-51] is not taken for a person: refused each time, and on record', async () => {
    const start = { ...beforeTool(world, { id: '', name: '', input: {} }), hook_event_name: 'SessionStart' }
    const push = beforeTool(world, { id: 'toolu_1', name: 'Bash', input: { command: 'git push' } })
    world.write('start.json', JSON.stringify({ ...start, source: 'startup' }))
    world.write('push.json', JSON.stringify(push))
    // Somebody's terminal, from before the agent.
    const shell = spawn('script', ['-qfec', 'echo $$ > shell.pid; exec sleep 600', '/dev/null'], {
      ...{ cwd: world.project, stdio: 'ignore', env: { PATH: process.env['PATH'] } },
    })
    onTestFinished(() => void shell.kill('SIGKILL'))
    await until(() => world.exists('shell.pid') && world.read('shell.pid').endsWith('\n'), 'a terminal')
    const attempts = TERMINALS.map(({ name, script }) => plantProgram(world, { name, script }))
    const changes = [...FIRST_PASSPHRASES, DETACHED_REMOVAL].map((program) => plantProgram(world, program))
    const session = plantProgram(world, {
      name: 'a session',
      script: `"$HOOK" claude-code < start.json; "$HOOK" claude-code < push.json\n${[...attempts, ...changes].map((one) => `bash ${one}`).join('\n')}\nexit 0`,
    })
    execFileSync(clientNamed('claude'), [session], {
      cwd: world.project,
      env: {
        PATH: process.env['PATH'],
        HOME: world.home,
        CLAUDE_CODE_SHELL_PREFIX: join(world.home, '.fairlead/bin/seal'),
      },
      stdio: 'ignore',
    })
    const refused = await fairlead.factsOf('approval.refused')
    expect(refused.map(({ why }) => why)).toEqual(TERMINALS.map(({ why }) => why))
    await expectNothingGranted({ world, fairlead })
    const changed = await fairlead.factsOf('config.changed')
    expect(changed.map(({ source, refused: isRefused }) => [source.split(',')[0], isRefused])).toEqual([
      ...FIRST_PASSPHRASES.map(() => ['fairlead passphrase set', true]),
      ['fairlead uninstall', true],
    ])
    expect(existsSync(join(fairlead.stateFolder, 'passphrase.json'))).toBe(false)
  })
})
