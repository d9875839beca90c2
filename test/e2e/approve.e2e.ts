import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import { IN_TORTURE } from './support/in-torture.ts'
import type { Installed } from './support/installed.ts'
import { openClaude } from './support/open-client.ts'
import { beforeTool } from './support/tool-call.ts'
import type { Person } from './support/tui.ts'
import type { World } from './support/world.ts'

/** `npm run torture -- expiry` waits until a dismissal is over. */
const WAITS = process.env['FAIRLEAD_WAIT_EXPIRY'] === '1'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' }))
})

const human = humanCasesFor('claude')
describe.skipIf(human.skip)(human.title('a person with the real Claude Code'), () => {
  const push = (id: string) => [{ name: 'Bash', input: { command: 'git push -q', description: id } }]

  it('[EDGE-39, EDGE-40, EDGE-51, EDGE-52] approves a held push in a terminal of their own: exactly that push passes, the next is held; skips that one: it is refused for the session, without a new hold, until approved by its number', async () => {
    const script = [
      ...[push('1'), ['Held.'], push('2'), ['Pushed.'], push('3'), ['Held again.']],
      ...[push('4'), ['Refused.'], push('5'), ['Pushed again.']],
    ]
    const client = await openClaude(person, { ...world, script })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    expect(world.pushed()).toEqual(['first'])

    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    await shell.enter(`${fairlead.cliCommand} edge approve 1`)
    // EDGE-51
    await shell.waitForScreen(/hold #1 approved once/)
    await client.enter('it is approved, push again')
    await client.waitForScreen(/● Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    world.git('commit', '-q', '--allow-empty', '-m', 'third')
    await client.enter('and once more')
    // EDGE-40
    await client.waitForScreen(/● Held again\./)
    // EDGE-39
    expect(await fairlead.kinds()).toEqual(
      expect.arrayContaining(['junction.approved', 'allowance.reserved', 'allowance.committed']),
    )

    await shell.enter(`${fairlead.cliCommand} edge skip 2`)
    await shell.waitForScreen(/hold #2 skipped/)
    await client.enter('try again')
    await client.waitForScreen(/● Refused\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    // EDGE-52
    expect(await fairlead.factsOf('junction.opened')).toHaveLength(2)
    await shell.enter(`${fairlead.cliCommand} edge approve 2`)
    await shell.waitForScreen(/hold #2 approved once/)
    await client.enter('now you may')
    await client.waitForScreen(/● Pushed again\./)
    expect(world.pushed()).toEqual(['third', 'second', 'first'])
    await client.quit()
  })

  it('[EDGE-41, EDGE-42, EDGE-53] dismisses a kind of push: a different one passes, until the time is over', async () => {
    const to = (branch: string) => [
      { name: 'Bash', input: { command: `git push -q origin HEAD:${branch}`, description: branch } },
    ]
    const script = [to('one'), ['Held.'], to('two'), ['Pushed.'], to('three'), ['Over.']]
    const client = await openClaude(person, { ...world, script })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    await shell.enter(`${fairlead.cliCommand} edge dismiss '#1' 1`)
    await shell.waitForScreen(/allowed for 1 minute/)
    await client.enter('push to another branch')
    await client.waitForScreen(/● Pushed\./)
    const branches = () => world.git('ls-remote', '--heads', 'origin')
    expect(branches()).toContain('refs/heads/two')
    if (WAITS) {
      await pause(61_000)
      await client.enter('and to a third')
      await client.waitForScreen(/● Over\./)
      expect(branches()).not.toContain('refs/heads/three')
    }
    await client.quit()
  }, 240_000)

  if (IN_TORTURE)
    it('[EDGE-51, EDGE-118] is the only one who can: what the agent runs is refused, by hand or by key', async () => {
      const cli = fairlead.cliCommand
      const attempts = [
        `${cli} edge approve 1`,
        `env -i HOME=$HOME PATH=$PATH ${cli} edge approve 1`,
        `script -qec '${cli} edge approve 1' /dev/null`,
        `tmux send-keys '/edge approve 1' Enter`,
      ]
      const script = [
        push('1'),
        ...attempts.map((command) => [{ name: 'Bash', input: { command, description: 'try' } }]),
        ['Gave up.'],
      ]
      const client = await openClaude(person, { ...world, script })
      await client.enter('please push')
      await client.waitForScreen(/● Gave up\./)
      const judged = (await fairlead.factsOf('call.judged')).map(({ outcome }) => outcome)
      expect(judged).toEqual(['hold', 'block', 'block', 'block', 'block'])
      expect(await fairlead.kinds()).not.toContain('junction.approved')
      expect(world.pushed()).toEqual(['first'])
      await client.quit()
    })
})

describe('outside any client', () => {
  it('[EDGE-51] a process without a terminal approves nothing, and the attempt is on record', async () => {
    fairlead.hook('claude-code', beforeTool(world, { id: 't', name: 'Bash', input: { command: 'git push' } }))
    const { status, stderr } = fairlead.cli('edge', 'approve', '1')
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('not accepted') })
    expect(await fairlead.kinds()).toContain('approval.refused')
  })
})
