import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { humanCasesFor } from './support/client-cases.ts'
import { runCodexExec } from './support/codex.ts'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { openCodex } from './support/open-client.ts'
import { record } from './support/record.ts'
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
    const client = await openCodex(person, { ...world, script })
    await client.enter('please push')
    await client.waitForScreen(/Your decision/)
    record('codex', client.screen(), world)
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
    const client = await openCodex(person, { ...world, script })
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

  it('[EDGE-51] asks at every approval policy that lets a dialog through, and names the terminal at the one that does not', async () => {
    for (const [approval, hint] of [
      ['on-request', /call the tool `ask_person` with hold 1/],
      ['on-failure', /call the tool `ask_person` with hold 2/],
      ['never', /stop and wait; the person can run `\S+ edge approve 3` in their own terminal/],
    ] as const) {
      const client = await openCodex(person, { ...world, script: [push, ['Held.']], approval })
      await client.enter('please push')
      await client.waitForScreen(/Held\./)
      expect(client.textOfRequest(1)).toMatch(hint)
      await client.quit()
    }
  })

  it('[EDGE-51] says that nobody is there where nobody is: `codex exec`', async () => {
    const { textOfRequest } = await runCodexExec({ ...world, prompt: 'please push', script: [push, ['Held.']] })
    expect(textOfRequest(1)).toContain('nobody is here to approve it')
  })

  it('[EDGE-40, EDGE-51] asks in a conversation that was taken up again', async () => {
    const before = await openCodex(person, { ...world, script: [['Hello.']] })
    await before.enter('hello')
    await before.waitForScreen(/Hello\./)
    await before.quit()
    const client = await openCodex(person, {
      ...world,
      script: [push, ask, push, ['Pushed.']],
      args: ['resume', '--last'],
    })
    await client.enter('please push')
    await client.confirm(/Your decision/)
    await client.waitForScreen(/Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    await client.quit()
  })

  it('[EDGE-51] takes no answer while another program is connected to the server that runs the agent', async () => {
    const client = await openCodex(person, { ...world, script: [push, ask, push, ['Not pushed.']] })
    await client.enter('please push')
    await client.waitForScreen(/Your decision/)
    const other = createConnection(serverSocket())
    await once(other, 'connect')
    await client.confirm(/Your decision/)
    await client.waitForScreen(/Not pushed\./)
    expect(await fairlead.factsOf('approval.refused')).toMatchObject([
      { verb: 'approve', why: "another program is connected to the server that runs this session's agent" },
    ])
    expect(world.pushed()).toEqual(['first'])
    other.destroy()
    await client.quit()
  })
})

/** Where the client is connected to its server. */
function serverSocket(): string {
  const connected = /^\S+ \S+ \S+ 00000000 \S+ 03 \d+ (\/tmp\/codex-daemon-\S+)$/m
  return connected.exec(readFileSync('/proc/net/unix', 'utf8').replace(/ +/g, ' '))?.[1] ?? ''
}
