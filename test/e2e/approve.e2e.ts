import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { humanCasesFor } from './support/client-cases.ts'
import { type Installed, installFairlead } from './support/installed.ts'
import { openClaude } from './support/open-client.ts'
import { type Person, startPerson } from './support/tui.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  world = createWorld()
  mkdirSync(join(world.home, '.claude'), { recursive: true })
  fairlead = installFairlead(world, '--runtime', 'claude-code')
  world.git('commit', '-q', '--allow-empty', '-m', 'second')
  person = await startPerson(world)
})

afterEach(async () => {
  await person.close()
  fairlead.stopDaemon()
  world.remove()
})

const kinds = async () => (await fairlead.facts()).map((row) => row.fact.kind)

const human = humanCasesFor('claude')
describe.skipIf(human.skip)(human.title('a person with the real Claude Code'), () => {
  const push = (id: string) => [{ name: 'Bash', input: { command: 'git push -q', description: id } }]

  it('approves a held push in a terminal of their own; exactly that push passes, the next is held', async () => {
    const script = [push('1'), ['Held.'], push('2'), ['Pushed.'], push('3'), ['Held again.']]
    const client = await openClaude(person, { ...world, script })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    expect(world.pushed()).toEqual(['first'])

    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    await shell.enter(`${fairlead.cliCommand} edge approve 1`)
    await shell.waitForScreen(/hold #1 approved once/)

    await client.enter('it is approved, push again')
    await client.waitForScreen(/● Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    await client.enter('and once more')
    await client.waitForScreen(/● Held again\./)
    expect(await kinds()).toEqual(
      expect.arrayContaining(['junction.approved', 'allowance.reserved', 'allowance.committed']),
    )
    await client.quit()
  })

  it('types `/edge`, sees what waits and where to decide, and the model hears nothing', async () => {
    const client = await openClaude(person, { ...world, script: [push('1'), ['Held.']] })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    const asked = client.requests.length
    await client.enter('/edge approve 1')
    await client.waitForScreen(/#1 .*fairlead\s+edge\s+approve/s)
    expect(client.requests).toHaveLength(asked)
    expect(await kinds()).not.toContain('junction.approved')
    await client.quit()
  })

  it('is the only one who can: what the agent runs is refused, by hand or by key', async () => {
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
    const judged = (await fairlead.facts()).flatMap(({ fact }) => (fact.kind === 'call.judged' ? [fact.outcome] : []))
    expect(judged).toEqual(['hold', 'block', 'block', 'block', 'block'])
    expect(await kinds()).not.toContain('junction.approved')
    expect(world.pushed()).toEqual(['first'])
    await client.quit()
  })
})

describe('outside any client', () => {
  it('a process without a terminal approves nothing, and the attempt is on record', async () => {
    const payload = {
      session_id: 's',
      cwd: world.project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_use_id: 't',
    }
    fairlead.hook('claude-code', { ...payload, tool_input: { command: 'git push' } })
    const { status, stderr } = fairlead.cli('edge', 'approve', '1')
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('not accepted') })
    expect(await kinds()).toContain('approval.refused')
  })
})
