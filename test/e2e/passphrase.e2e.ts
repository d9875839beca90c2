import { beforeEach, describe, expect, it } from 'vitest'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { openClaude } from './support/open-client.ts'
import type { Terminal } from './support/terminal.ts'
import type { Person } from './support/tui.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' }))
})

const push = [{ name: 'Bash', input: { command: 'git push -q', description: 'push' } }]
const WORDS = 'correct horse'

const human = humanCasesFor('claude')
describe.skipIf(human.skip)(human.title('a terminal that cannot show who pressed the key'), () => {
  async function setPassphrase(shell: Terminal): Promise<void> {
    await shell.enter(`${fairlead.cliCommand} passphrase set`)
    await shell.waitForScreen(/New passphrase/)
    await shell.enter(WORDS, { hidden: true })
    await shell.waitForScreen(/Repeat it/)
    await shell.enter(WORDS, { hidden: true })
    await shell.waitForScreen(/passphrase set;/)
  }

  /** Is asked for the passphrase in this terminal, and types it. */
  async function approveByWords(shell: Terminal, number: number): Promise<void> {
    await shell.enter(`${fairlead.cliCommand} edge approve ${number}`)
    await shell.waitForScreen(/Passphrase/)
    await shell.enter(WORDS, { hidden: true })
    await shell.waitForScreen(new RegExp(`hold #${number} approved once`))
  }

  const held = (number: number) => [push, [`Held ${number}.`], push, [`Pushed ${number}.`]]
  const places: readonly Readonly<Record<string, string>>[] = [
    { ZELLIJ: '0' },
    { STY: '1.pts-0.host' },
    { TERM_PROGRAM: 'vscode' },
  ]

  it('[EDGE-51, EDGE-55] sends the person to the command line, which takes the passphrase that was set before', async () => {
    const script = places.flatMap((_place, index) => held(index + 1))
    const first = await person.open({ argv: ['sh'], cwd: world.project, env: { ZELLIJ: '0' } })
    await setPassphrase(first)
    await first.close()
    const client = await openClaude(person, { ...world, script, env: { ZELLIJ: '0' } })
    for (const [index, env] of places.entries()) {
      const number = index + 1
      world.git('commit', '-q', '--allow-empty', '-m', `commit ${number}`)
      await client.enter(`please push ${number}`)
      await client.waitForScreen(new RegExp(`● Held ${number}\\.`))
      await client.enter(`/edge approve ${number}`)
      await client.waitForScreen(new RegExp(`approve ${number}\`[\\s\\S]*it\\s+asks\\s+for\\s+your\\s+passphrase`))
      const shell = await person.open({ argv: ['sh'], cwd: world.project, env })
      await approveByWords(shell, number)
      await client.enter(`go on ${number}`)
      await client.waitForScreen(new RegExp(`● Pushed ${number}\\.`))
      expect(world.pushed()[0]).toBe(`commit ${number}`)
      await shell.close()
    }
    const approved = await fairlead.factsOf('junction.approved')
    expect(approved.map(({ grant, signature }) => [grant.door, signature.split(':')[0]])).toEqual(
      places.map(() => ['passphrase', 'ed25519']),
    )
    expect(await fairlead.factsOf('grant.rejected')).toEqual([])
    await client.quit()
  })

  it('[EDGE-51, EDGE-55] is also one that was attached again; a first passphrase is not set there while the agent runs', async () => {
    const client = await openClaude(person, { ...world, script: held(1) })
    await client.enter('please push')
    await client.waitForScreen(/● Held 1\./)
    await person.reattach()
    await client.enter('/edge approve 1')
    await client.waitForScreen(/attached\s+again/)
    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    const [runs, next] = [/while an agent runs \(`claude`,\s+process\s+\d+\)/, /fairlead passphrase set/]
    for (const command of ['edge approve 1', 'passphrase set']) {
      await shell.enter(`clear; ${fairlead.cliCommand} ${command}`)
      expect(await shell.waitForScreen(runs)).toMatch(next)
    }
    await client.quit()
    await shell.enter('clear')
    await setPassphrase(shell)
    const again = await openClaude(person, { ...world, script: held(2) })
    await again.enter('please push')
    await again.waitForScreen(/● Held 2\./)
    await person.reattach()
    await approveByWords(shell, 2)
    await again.enter('go on')
    await again.waitForScreen(/● Pushed 2\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    expect((await fairlead.factsOf('config.changed')).map(({ refused }) => refused)).toEqual([true, false])
    await again.quit()
  })
})
