import { readlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import { openClaude } from './support/open-client.ts'
import { plantProgram } from './support/plant-program.ts'
import { sealMissing } from './support/sealed-world.ts'
import type { World } from './support/world.ts'

const bash = (command: string) => [{ name: 'Bash', input: { command, description: 'a step' } }]
const HERE = readlinkSync('/proc/self/ns/user')

/** Stands for `sudo`, which no test can run: it says what that says in there, and writes where it ran. */
const where = (world: World) =>
  plantProgram(world, {
    name: 'needs-rights',
    script: `readlink /proc/self/ns/user >> "$ROOT/ran"; grep -q "NoNewPrivs:.0" /proc/self/status || echo 'sudo: The "no new privileges" flag is set'`,
  })
const ran = (world: World) =>
  world
    .read(`${world.root}/ran`)
    .trim()
    .split('\n')
    .map((line) => (line === HERE ? 'outside' : 'sealed'))

const missing = sealMissing()
const human = humanCasesFor('claude')
describe.skipIf(human.skip || missing !== undefined)(human.title('a command that has no effect in the seal'), () => {
  it('[EDGE-136] is offered to the agent, let out by `/edge approve` once, and on record', async () => {
    const { world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' })
    const program = where(world)
    const out = bash(`UNSEALED=1 ${program} 'a b'`)
    const script = [bash(program), out, ['Held.'], out, ['Done.'], out, ['Again.']]
    const client = await openClaude(person, { ...world, script })
    await client.enter('please do')
    await client.waitForScreen(/● Held\./, 60_000)
    expect(client.textOfRequest(1)).toContain('call it again with `UNSEALED=1` before it')
    await client.enter('/edge approve 1')
    await client.waitForScreen(/● Done\./, 60_000)
    await client.enter('once more')
    await client.waitForScreen(/● Again\./, 60_000)
    expect(ran(world)).toEqual(['sealed', 'outside'])
    expect(await fairlead.factsOf('seal.opened')).toHaveLength(1)
    expect(await fairlead.factsOf('seal.missing')).toEqual([])
    expect((await fairlead.factsOf('call.judged')).map(({ outcome }) => outcome)).toEqual([
      'allow',
      'hold',
      'allow',
      'hold',
    ])
    await client.quit()
  })

  it("[EDGE-136] is let out by a Yes in the client's own prompt", async () => {
    const { world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' })
    await fairlead.startDaemon()
    const program = where(world)
    const script = [bash(`UNSEALED=1 ${program}`), ['Done.']]
    const client = await openClaude(person, { ...world, script, plain: true })
    await client.enter('please do')
    await client.waitForScreen(/1\. Yes/)
    expect(client.screen()).toContain('runs outside the seal')
    await client.confirm(/1\. Yes/)
    await client.waitForScreen(/● Done\./, 60_000)
    expect(ran(world)).toEqual(['outside'])
    expect(await fairlead.factsOf('seal.opened')).toHaveLength(1)
    await client.quit()
  })
})
