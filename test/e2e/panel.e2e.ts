import { beforeEach, describe, expect, it } from 'vitest'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { openPanel } from './support/panel.ts'
import type { Person } from './support/tui.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' }))
})

const push = [{ name: 'Bash', input: { command: 'git push -q', description: 'push' } }]

const human = humanCasesFor('claude')
describe.skipIf(human.skip)(human.title("an editor's panel"), () => {
  it.each(['default', 'acceptEdits', 'auto', 'bypassPermissions'] as const)(
    '[EDGE-51, EDGE-134] asks nobody in mode %s, and is told of a door that works',
    async (permissionMode) => {
      const shell = await person.open({ argv: ['sh'], cwd: world.project })
      const script = [push, ['Held.'], push, ['Again.']]
      const panel = await openPanel(world, { script, permissionMode })
      panel.say('please push')
      await panel.hears(/Approve: .*edge approve 1/)
      await panel.hears(/"text":"Held\."/)
      expect(panel.heard().filter(({ type }) => type === 'control_request')).toEqual([])
      expect(await fairlead.factsOf('call.judged')).toMatchObject([{ outcome: 'hold' }])
      // The panel can say what it likes: nothing shows who typed it.
      panel.say('/edge approve 1')
      await panel.hears(/isn't running in a terminal/)
      await shell.enter(`${fairlead.cliCommand} edge approve 1`)
      await shell.waitForScreen(/hold #1 approved once/)
      expect(world.pushed()).toEqual(['first'])
      panel.say('go on')
      // With permissions bypassed it runs; else the client asks its editor, by its own rules.
      await panel.hears(permissionMode === 'bypassPermissions' ? /"text":"Again\."/ : /"can_use_tool"|"text":"Again\."/)
    },
  )

  it('[EDGE-51] answers the prompt for whoever holds its pipes, which is why no hold is asked there', async () => {
    const ask = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'
    const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `echo '${ask}'` }] }] }
    world.write('.claude/settings.json', JSON.stringify({ hooks }))
    const script = [[{ name: 'Bash', input: { command: 'ls', description: 'look' } }], ['Done.']]
    const panel = await openPanel(world, { script, permissionMode: 'bypassPermissions' })
    panel.say('look')
    await panel.hears(/"subtype":"can_use_tool"/)
    expect(panel.heard().some((one) => /"text":"Done\."/.test(JSON.stringify(one)))).toBe(false)
  })
})
