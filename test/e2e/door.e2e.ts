import { beforeEach, describe, expect, it } from 'vitest'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { openClaude } from './support/open-client.ts'
import type { Person } from './support/tui.ts'
import { until } from './support/until.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' }))
})

const bash = (command: string) => [{ name: 'Bash', input: { command, description: 'a step' } }]
const push = bash('git push -q')

const human = humanCasesFor('claude')
describe.skipIf(human.skip)(human.title('`/edge` typed in the real Claude Code'), () => {
  it('[EDGE-39, EDGE-40, EDGE-51] approves: exactly that push runs without another prompt, the next is held; the status is answered at once and the model hears nothing', async () => {
    const script = [push, ['Held.'], push, ['Pushed.'], push, ['Held again.']]
    const client = await openClaude(person, { ...world, script })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    expect(world.pushed()).toEqual(['first'])
    const asked = client.requests.length
    await client.enter('/edge status')
    await client.waitForScreen(/#1 .*publishes 1 commit/s)
    expect(client.requests).toHaveLength(asked)
    await client.enter('/edge approve 1')
    await client.waitForScreen(/● Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    await client.enter('and once more')
    await client.waitForScreen(/● Held again\./)
    expect(await fairlead.factsOf('junction.approved')).toMatchObject([{ grant: { number: 1, door: 'claude-code' } }])
    expect(await fairlead.factsOf('client.registered')).toMatchObject([{ client: { pid: client.pid, tty: true } }])
    expect(await fairlead.factsOf('approval.refused')).toEqual([])
    await client.quit()
  })

  it('[EDGE-51] counts for nothing while the agent works, and counts when it is typed again', async () => {
    const script = [push, bash('sleep 3'), ['Idle.'], push, ['Pushed.']]
    const client = await openClaude(person, { ...world, script })
    await client.enter('please push')
    // The push was held, and what comes next is at work.
    await until(() => client.requests.length === 2, 'the second turn')
    await client.enter('/edge approve 1')
    await client.waitForScreen(/typed while the agent was working/)
    expect(world.pushed()).toEqual(['first'])
    await client.enter('/edge approve 1')
    await client.waitForScreen(/● Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    expect(await fairlead.factsOf('approval.refused')).toMatchObject([{ verb: 'approve', hold: 1 }])
    await client.quit()
  })

  it('[EDGE-51] is answered "type it again" while the daemon is away, and then works', async () => {
    const client = await openClaude(person, { ...world, script: [push, ['Held.'], push, ['Pushed.']] })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    fairlead.stopDaemon()
    await client.enter('/edge approve 1')
    await client.waitForScreen(/type it again/)
    await client.enter('/edge approve 1')
    await client.waitForScreen(/● Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    await client.quit()
  })
})
