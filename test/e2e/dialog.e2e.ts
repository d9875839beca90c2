import { beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../support/confirm-policy.ts'
import type { ClaudePermissionMode } from './support/claude.ts'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { openClaude } from './support/open-client.ts'
import { record } from './support/record.ts'
import type { Person } from './support/tui.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' }))
})

const push = [{ name: 'Bash', input: { command: 'git push -q', description: 'push' } }]
const WAITING: readonly ClaudePermissionMode[] = [
  'manual',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
]

const human = humanCasesFor('claude')
describe.skipIf(human.skip)(human.title('the first hold, as a person sees it'), () => {
  it.each(WAITING)(
    "[EDGE-51, EDGE-123] in the client's own prompt, which waits, in mode %s",
    async (permissionMode) => {
      ownPolicy({ HOME: world.home }, 'edge: { surface: native }\n')
      const client = await openClaude(person, { ...world, script: [push, ['Pushed.']], permissionMode })
      await client.enter('please push')
      await client.waitForScreen(/1\. Yes/)
      record(`claude-code-native-${permissionMode}`, client.screen(), world)
      expect(client.screen()).toContain(
        'Fairlead held #1 "git push -q": pushes commits to the remote. Yes lets it run once',
      )
      expect(world.pushed()).toEqual(['first'])
      await client.confirm(/1\. Yes/)
      await client.waitForScreen(/● Pushed\./)
      expect(world.pushed()).toEqual(['second', 'first'])
      expect(await fairlead.factsOf('junction.approved')).toMatchObject([{ grant: { door: 'native' }, inferred: true }])
      await client.quit()
    },
  )

  it('[EDGE-51] never in a prompt that a hook may answer for the person', async () => {
    ownPolicy({ HOME: world.home }, 'edge: { surface: native }\n')
    const hooks = { PermissionRequest: [{ hooks: [{ type: 'command', command: 'true' }] }] }
    world.write('.claude/settings.json', JSON.stringify({ hooks }))
    const client = await openClaude(person, { ...world, script: [push, ['Held.']] })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    record('claude-code-message', client.screen(), world)
    expect(await fairlead.factsOf('call.judged')).toMatchObject([{ outcome: 'hold' }])
    await client.quit()
  })
})
