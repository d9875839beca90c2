import { describe, expect, it } from 'vitest'
import { COMMAND_LINE, HAND_MADE, MORE_NESTED, NESTED } from './support/attacks.ts'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import { IN_TORTURE } from './support/in-torture.ts'
import type { Installed } from './support/installed.ts'
import { expectNothingGranted } from './support/nothing-granted.ts'
import { openClaude } from './support/open-client.ts'
import { type Program, plantProgram } from './support/plant-program.ts'
import { flagsFor, WAYS } from './support/sealed-world.ts'
import type { Person } from './support/tui.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

const bash = (command: string) => [{ name: 'Bash', input: { command, description: 'a step', timeout: 60_000 } }]

/** Without the variables by which a client's children are known. */
const REMOVAL: Program = {
  name: 'takes the gate away',
  script: 'env -i HOME="$HOME" PATH="$PATH" "$CLI" uninstall --yes',
}

const human = humanCasesFor('claude')
describe.skipIf(human.skip)(human.title('an agent that would approve for its person by programs of its own'), () => {
  const groups: readonly [name: string, programs: readonly Program[], means: RegExp][] = [
    ['starts clients of its own', IN_TORTURE ? [...NESTED, ...MORE_NESTED] : NESTED, /^typed text from `claude`/],
    ['talks to the door and to the hook', HAND_MADE, /^typed text from `curl`|^the hook program/],
    ['uses the command line', COMMAND_LINE, /^the command line/],
  ]
  it.each(WAYS.flatMap((way) => groups.map((group) => [way, ...group] as const)))(
    '[EDGE-51, EDGE-118] %s, it %s: refused each time, and on record',
    { timeout: 240_000 },
    async (way, _name, programs, means) => {
      ;({ world, fairlead, person } = await attendedMachine({ runtime: 'claude-code', flags: flagsFor(way) }))
      const attempts = [...programs, REMOVAL].map((program) => bash(plantProgram(world, program)))
      const client = await openClaude(person, { ...world, script: [bash('git push -q'), ...attempts, ['Gave up.']] })
      await client.enter('please push')
      await client.waitForScreen(/● Gave up\./, 180_000)
      await expectNothingGranted({ world, fairlead })
      const refused = (await fairlead.factsOf('approval.refused')).filter((fact) => means.test(fact.means ?? ''))
      const changes = await fairlead.factsOf('config.changed')
      expect(changes.filter((fact) => !fact.refused)).toEqual([])
      // Sealed, a program comes no further than the agent's door, and what does not find that is on record as a call.
      if (way === 'unsealed') expect([refused.length, changes.length]).toEqual([programs.length, 1])
      else expect(changes.map(({ source }) => source)).toContain('agent-door')
      expect(await fairlead.factsOf('seal.missing')).toEqual([])
      expect((await fairlead.factsOf('call.judged')).length).toBe(attempts.length + 1)
      await client.quit()
    },
  )
})
