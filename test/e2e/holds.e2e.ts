import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { openClaude } from './support/open-client.ts'
import type { Person } from './support/tui.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' }))
})

const bash = (command: string) => [{ name: 'Bash', input: { command, description: 'x' } }]

const human = humanCasesFor('claude')
describe.skipIf(human.skip)(human.title('what a person sees and presses'), () => {
  it('[EDGE-50, EDGE-54, EDGE-134] reads command, reason and key in one line, and decides by name when several wait, in the client and in a terminal', async () => {
    world.write('notes.txt', 'mine\n')
    const script = [bash('git push -q'), bash('npm publish'), ['Held.'], bash('git push -q'), ['Pushed.']]
    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    const client = await openClaude(person, { ...world, script })
    await client.enter('please push and publish')
    // Of several refusals in a row the client shows the last; the others are told when the turn is over.
    await client.waitForScreen(/Fairlead held #1 "git push -q": [^.]*\. Approve: \/edge approve 1/)
    await client.waitForScreen(/Fairlead held #2 "npm publish": [^.]*\. Approve: \/edge\s+approve 2/)
    await client.enter('/edge dismiss 6')
    await client.waitForScreen(/which one\? #1 `git push -q`/)
    await client.waitForScreen(/\/edge dismiss #1 6 for 6\s+minutes/)
    await shell.enter(`${fairlead.cliCommand} edge approve`)
    await shell.waitForScreen(/which one\? #1 `git push -q`/)
    expect(await fairlead.factsOf('junction.approved')).toEqual([])
    await shell.enter(`${fairlead.cliCommand} edge skip 2`)
    await shell.waitForScreen(/command: npm publish[\s\S]*hold #2 skipped/)
    await shell.enter(`${fairlead.cliCommand} edge approve`)
    await shell.waitForScreen(/command: git push -q[\s\S]*Let it run once\?/)
    await shell.press('Right')
    await shell.type('y')
    await shell.press('Enter')
    await shell.waitForScreen(/hold #1 approved once: `git push -q`/)
    await client.enter('push')
    await client.waitForScreen(/● Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    await client.quit()
  })

  it('[EDGE-51] confirms nothing that cannot take effect; `doctor` finds the key, and `init` repairs it', async () => {
    const script = [bash('git push -q'), ['Held.'], bash('git push -q'), ['Pushed.']]
    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    const client = await openClaude(person, { ...world, script })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    writeFileSync(join(fairlead.stateFolder, 'approval.key'), '')
    await shell.enter(`${fairlead.cliCommand} edge approve 1`)
    await shell.waitForScreen(/nothing was approved/)
    expect(fairlead.cli('doctor').stdout).toMatch(/approval\.key`? is damaged/)
    await shell.enter(`clear; ${fairlead.cliCommand} init --yes`)
    await shell.waitForScreen(/live: blocked/)
    await shell.enter(`clear; ${fairlead.cliCommand} edge approve 1`)
    await shell.waitForScreen(/hold #1 approved once/)
    await client.enter('again')
    await client.waitForScreen(/● Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    await client.quit()
  })

  it('[EDGE-51] after an approved discard, the same file may be removed', async () => {
    world.write('README.md', '# Changed by hand\n')
    const discard = bash('git checkout -- README.md')
    const script = [discard, ['Held.'], discard, bash('rm README.md'), ['Removed.']]
    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    const client = await openClaude(person, { ...world, script })
    await client.enter('please tidy up')
    await client.waitForScreen(/● Held\./)
    await shell.enter(`${fairlead.cliCommand} edge approve 1`)
    await shell.waitForScreen(/hold #1 approved once/)
    await client.enter('again')
    await client.waitForScreen(/● Removed\./)
    expect(world.exists('README.md')).toBe(false)
    await client.quit()
  })
})
