import { beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE, HAND_MADE, MORE_NESTED, NESTED } from './support/attacks.ts'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import { IN_TORTURE } from './support/in-torture.ts'
import type { Installed } from './support/installed.ts'
import { expectNothingGranted } from './support/nothing-granted.ts'
import { openClaude } from './support/open-client.ts'
import { type Program, plantProgram } from './support/plant-program.ts'
import type { Person } from './support/tui.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' }))
})

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
  it.each(groups)(
    '[EDGE-51] %s: refused each time, and on record',
    { timeout: 240_000 },
    async (_name, programs, means) => {
      const attempts = [...programs, REMOVAL].map((program) => bash(plantProgram(world, program)))
      const client = await openClaude(person, { ...world, script: [bash('git push -q'), ...attempts, ['Gave up.']] })
      await client.enter('please push')
      await client.waitForScreen(/● Gave up\./, 180_000)
      await expectNothingGranted({ world, fairlead })
      const refused = await fairlead.factsOf('approval.refused')
      expect(refused.map((fact) => means.test(fact.means ?? ''))).toEqual(programs.map(() => true))
      expect((await fairlead.factsOf('config.changed')).map((fact) => fact.refused)).toEqual([true])
      await client.quit()
    },
  )
})
