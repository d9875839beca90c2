import { beforeEach, describe, expect, it } from 'vitest'
import { humanCasesFor } from './support/client-cases.ts'
import { unsandboxed } from './support/codex.ts'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { openCodex } from './support/open-client.ts'
import type { Person } from './support/tui.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine({ runtime: 'codex' }))
})

const human = humanCasesFor('codex')
describe.skipIf(human.skip)(human.title('the real Codex'), () => {
  const push = [{ name: 'exec_command', arguments: { cmd: 'git push -q' } }]
  const ask = [{ name: 'ask_person', namespace: 'mcp__fairlead', arguments: { hold: 1 } }]

  it('[EDGE-39, EDGE-40, EDGE-51] asks the person in its own dialog, and exactly that push runs', async () => {
    const script = [push, ask, push, ['Pushed.'], push, ['Held again.']]
    const client = await openCodex(person, { ...world, script, args: unsandboxed('on-request') })
    await client.enter('please push')
    await client.confirm(/Your decision/)
    await client.waitForScreen(/Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    await client.enter('and once more')
    await client.waitForScreen(/Held again\./)
    expect(await fairlead.factsOf('junction.approved')).toMatchObject([{ grant: { number: 1, door: 'codex' } }])
    await client.quit()
  })

  it('[EDGE-52] hears of a no, and takes typed words for nothing', async () => {
    const script = [push, ['Held.'], ask, ['Skipped.'], push, ['Refused.']]
    const client = await openCodex(person, { ...world, script, args: unsandboxed('on-request') })
    await client.enter('please push')
    await client.waitForScreen(/Held\./)
    const asked = client.requests.length
    await client.enter('edge status')
    await client.waitForScreen(/operator mode .*#1 /s)
    await client.enter('edge approve 1')
    await client.waitForScreen(/text typed here can't prove who typed it/)
    expect(client.requests).toHaveLength(asked)
    expect(await fairlead.factsOf('junction.approved')).toEqual([])
    expect(await fairlead.factsOf('approval.refused')).toMatchObject([
      { verb: 'approve', hold: 1, means: 'a prompt, typed or queued' },
    ])
    await client.enter('ask me')
    await client.waitForScreen(/Your decision/)
    await client.press('Down')
    await client.confirm(/› 2\. skip/)
    await client.waitForScreen(/Skipped\./)
    await client.enter('try again')
    await client.waitForScreen(/Refused\./)
    expect(await fairlead.factsOf('junction.skipped')).toMatchObject([{ door: 'codex' }])
    expect(world.pushed()).toEqual(['first'])
    await client.quit()
  })
})
