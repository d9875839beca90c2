import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { endCodexServers } from './codex.ts'
import { type Installed, installFairlead } from './installed.ts'
import { type Person, startPerson } from './tui.ts'
import { createWorld, type World } from './world.ts'

/** A throw-away machine on which a person governs one project. */
export type GovernedMachine = { readonly world: World; readonly fairlead: Installed }

type Setup = {
  /** The only client of this home; when left out it has both, and `init` finds them by itself. */
  readonly runtime?: keyof typeof HOMES
  /** Done before Fairlead is installed. */
  readonly prepare?: (world: World) => void
  /** Of `fairlead init`. */
  readonly flags?: readonly string[]
}

const HOMES = { 'claude-code': '.claude', codex: '.codex' } as const

/** For `beforeEach`, or the case itself: when the case is over, nothing of the machine is left. */
export function governedMachine({ runtime, prepare, flags = [] }: Setup = {}): GovernedMachine {
  const world = createWorld()
  onTestFinished(() => world.remove())
  for (const folder of runtime === undefined ? Object.values(HOMES) : [HOMES[runtime]])
    mkdirSync(join(world.home, folder))
  prepare?.(world)
  const fairlead = installFairlead(world, ...(runtime === undefined ? [] : ['--runtime', runtime]), ...flags)
  onTestFinished(() => fairlead.stopDaemon())
  onTestFinished(() => endCodexServers(world.home))
  return { world, fairlead }
}

/** The same with a person at its keyboard, and a commit that waits for its push. */
export async function attendedMachine(setup: Setup = {}): Promise<GovernedMachine & { readonly person: Person }> {
  const { world, fairlead } = governedMachine(setup)
  world.git('commit', '-q', '--allow-empty', '-m', 'second')
  const person = await startPerson(world)
  onTestFinished(() => person.close())
  return { world, fairlead, person }
}
