import { describe, expect, it, onTestFinished } from 'vitest'
import { type ClientRun, runClaudePrint } from '../e2e/support/claude.ts'
import { casesFor } from '../e2e/support/client-cases.ts'
import { endCodexServers, runCodexExec } from '../e2e/support/codex.ts'
import type { ClientName } from '../e2e/support/fetch-clients.mjs'
import { until } from '../e2e/support/until.ts'
import type { World } from '../e2e/support/world.ts'
import { consoleWorld } from './support/console-world.ts'
import { personCases, visitor } from './support/person.ts'

const PUSH = 'git push -q'

/** One run without a terminal: the model pushes once, then ends. */
const RUNS: Readonly<Record<ClientName, (world: World) => Promise<ClientRun>>> = {
  claude: (world) => {
    const push = [{ name: 'Bash', input: { command: PUSH, description: String(Math.random()) } }]
    return runClaudePrint({ ...world, prompt: 'go', script: [push, ['Done.']] })
  },
  codex: (world) => {
    const push = [{ name: 'exec_command', arguments: { cmd: PUSH } }]
    return runCodexExec({ ...world, prompt: 'go', script: [push, ['Done.']] })
  },
}

/** A machine with one client, where a commit waits for its push. */
async function machine(client: ClientName) {
  const made = await consoleWorld(
    async ({ world }) => void world.git('commit', '-q', '--allow-empty', '-m', 'second'),
    client,
  )
  onTestFinished(() => made.remove())
  onTestFinished(() => endCodexServers(made.world.home))
  return { ...made, run: () => RUNS[client](made.world) }
}

describe.each(['claude', 'codex'] as const)('without a terminal, %s', (client) => {
  const cases = personCases.skip ? personCases : casesFor(client)

  it.skipIf(cases.skip)(
    cases.title('[EDGE-123, EDGE-126, EDGE-127] is held, approved in the page after its end, and passes once'),
    async () => {
      const { world, fairlead, run, ...made } = await machine(client)
      const first = await run()
      expect(first.textOfRequest(-1)).toMatch(/nobody is here to approve it; it is kept until/)
      const person = await visitor({ world, fairlead, ...made })
      await person.present()
      await person.approve()
      expect((await fairlead.factsOf('junction.approved')).at(-1)?.grant).toMatchObject({
        ...{ number: 1, door: 'console', scope: 'later' },
      })
      await run()
      expect(world.pushed()).toEqual(['second', 'first'])
      // Nobody is at the page any more, so the next one does not wait for it.
      person.leave()
      world.git('commit', '-q', '--allow-empty', '-m', 'third')
      expect((await run()).textOfRequest(-1)).toMatch(/nobody is here to approve it; it is kept until/)
      await person.present()
      await person.approve()
      person.leave()
      world.git('commit', '-q', '--allow-empty', '-m', 'one more thing')
      expect((await run()).textOfRequest(-1)).toMatch(/1 more commit: [0-9a-f]{7} one more thing since #2 was approved/)
      expect(world.pushed()).toEqual(['second', 'first'])
    },
  )

  it.skipIf(cases.skip)(
    cases.title('[EDGE-131] waits while the page is open, and runs as the very call once it is approved there'),
    async () => {
      const { world, fairlead, run, ...made } = await machine(client)
      const person = await visitor({ world, fairlead, ...made })
      await person.present()
      const running = run()
      await until(async () => (await fairlead.kinds()).includes('junction.opened'), 'the hold', { timeoutMs: 60_000 })
      expect(world.pushed()).toEqual(['first'])
      await person.approve()
      const result = await running
      expect(world.pushed()).toEqual(['second', 'first'])
      // No second turn: the model was told of a result, never of a hold.
      expect(JSON.stringify(result.requests)).not.toContain('Junction required')
    },
  )
})
