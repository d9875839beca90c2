import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../support/confirm-policy.ts'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { openClaude } from './support/open-client.ts'
import { beforeTool } from './support/tool-call.ts'
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
    await shell.waitForScreen(/live: blocks/)
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

describe.skipIf(human.skip)(human.title('a hold of two days ago'), () => {
  const push = (id: string) => beforeTool(world, { id, name: 'Bash', input: { command: 'git push -q' } })

  /** The person's shell stands for the client: it calls the installed program, which is told when the call came. */
  async function heldBefore(days: number) {
    await fairlead.startDaemon()
    const { env = {} } = JSON.parse(world.read(join(world.home, '.claude/settings.json')))
    const client = await person.open({ argv: ['sh'], cwd: world.project, env })
    const call = async (id: string, event = '') => {
      world.write(`../${id}.json`, JSON.stringify(push(id)))
      const current = '~/.fairlead/program/current'
      const program = event === '' ? '~/.fairlead/bin/hook' : `${current}/node ${current}/hook.cjs`
      const run = `${event}FAIRLEAD_CLIENT=$$ ${program} claude-code < ../${id}.json > ../${id}.out`
      await client.enter(`clear; ${run}; echo "${id} ended: $?"`)
      await client.waitForScreen(new RegExp(`${id} ended: 0`))
      return world.read(`../${id}.out`)
    }
    const atMs = Date.now() - days * 86_400_000
    expect(await call('first', `FAIRLEAD_EVENT="$(cat /proc/sys/kernel/random/uuid) ${atMs} 0" `)).toContain('deny')
    expect((await fairlead.facts()).find(({ fact }) => fact.kind === 'junction.opened')?.atMs).toBe(atMs)
    return call
  }

  it('[EDGE-50] waits as long as its session: it is listed with its age, and the same call meets it again', async () => {
    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    const call = await heldBefore(2)
    expect(await call('second')).toMatch(/edge approve 1/)
    await shell.enter(`${fairlead.cliCommand} status`)
    await shell.waitForScreen(/#1 `git push -q`.*, 2 d ago/)
    expect(await fairlead.factsOf('junction.lapsed')).toEqual([])
    expect(await fairlead.factsOf('junction.opened')).toHaveLength(1)
  })

  it('[EDGE-50] is over where the policy sets a time', async () => {
    ownPolicy({ HOME: world.home }, 'edge:\n  hold_minutes: 30\n')
    const call = await heldBefore(2)
    expect(await call('second')).toMatch(/edge approve 2/)
    expect((await fairlead.factsOf('junction.lapsed')).map(({ number }) => number)).toEqual([1])
  })
})
