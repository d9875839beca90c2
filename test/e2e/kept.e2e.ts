import { beforeEach, describe, expect, it } from 'vitest'
import { type ClientRun, runClaudePrint } from './support/claude.ts'
import { humanCasesFor } from './support/client-cases.ts'
import { runCodexExec } from './support/codex.ts'
import type { ClientName } from './support/fetch-clients.mjs'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import type { Person } from './support/tui.ts'
import { until } from './support/until.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine())
})

type Shell = Awaited<ReturnType<Person['open']>>

/** One run without a terminal: the model pushes once, then ends. */
type Run = (timeoutMs?: number) => Promise<ClientRun>

const RUNS: Readonly<Record<ClientName, () => Run>> = {
  claude: () => (timeoutMs) => {
    const push = [{ name: 'Bash', input: { command: 'git push -q', description: String(Math.random()) } }]
    return runClaudePrint({ ...world, prompt: 'go', script: [push, ['Done.']], ...(timeoutMs && { timeoutMs }) })
  },
  codex: () => (timeoutMs) => {
    const push = [{ name: 'exec_command', arguments: { cmd: 'git push -q' } }]
    return runCodexExec({ ...world, prompt: 'go', script: [push, ['Done.']], ...(timeoutMs && { timeoutMs }) })
  },
}

/** A shell of the person's own, opened before any agent. */
const openShell = () => person.open({ argv: ['sh'], cwd: world.project })
const type = (shell: Shell, words: string) => shell.enter(`${fairlead.cliCommand} ${words}`)

describe.each(['claude', 'codex'] as const)('without a terminal, %s', (name) => {
  const cases = humanCasesFor(name)
  const kindsOf = async (...kinds: readonly string[]) => (await fairlead.kinds()).filter((kind) => kinds.includes(kind))

  it.skipIf(cases.skip)(
    cases.title('[EDGE-123, EDGE-125, EDGE-126] is held, approved after its end, passes once and is held again'),
    async () => {
      const shell = await openShell()
      const run = RUNS[name]()
      const first = await run()
      expect(first.textOfRequest(-1)).toMatch(
        /nobody is here to approve it; it is kept until .* list this as left undone/,
      )
      expect(world.pushed()).toEqual(['first'])
      await type(shell, 'status')
      await shell.waitForScreen(/#1.*`git push -q`/)
      await type(shell, 'edge approve 1')
      await shell.waitForScreen(/hold #1 approved once: .*the next session that tries it unchanged may run it/s)
      await type(shell, 'edge list --kept')
      await shell.waitForScreen(/approved, not used yet, until/)
      const second = await run()
      expect(world.pushed()).toEqual(['second', 'first'])
      expect(JSON.stringify(second.requests[0])).toContain('approved by the person, once and unchanged: #1')
      const third = await run()
      expect(third.textOfRequest(-1)).toContain('Junction required')
      expect(await kindsOf('junction.approved', 'allowance.reserved', 'allowance.committed')).toEqual([
        ...['junction.approved', 'allowance.reserved', 'allowance.committed'],
      ])
      expect((await fairlead.factsOf('junction.opened')).map(({ junction }) => junction.number)).toEqual([1, 2])
      expect(await fairlead.factsOf('junction.lapsed')).toEqual([])
    },
  )

  it.skipIf(cases.skip)(
    cases.title('[EDGE-127] is held again after one more commit, and the reason names it'),
    async () => {
      const shell = await openShell()
      const run = RUNS[name]()
      await run()
      await type(shell, 'edge approve 1')
      await shell.waitForScreen(/hold #1 approved once/)
      world.git('commit', '-q', '--allow-empty', '-m', 'one more thing')
      const second = await run()
      expect(world.pushed()).toEqual(['first'])
      expect(second.textOfRequest(-1)).toMatch(/1 more commit: [0-9a-f]{7} one more thing since #1 was approved/)
    },
  )

  it.skipIf(cases.skip)(
    cases.title('[EDGE-131] waits while a person watches elsewhere, and runs as the very call'),
    async () => {
      const watch = await openShell()
      await type(watch, 'edge watch')
      await watch.waitForScreen(/holds are shown here as they come/)
      const running = RUNS[name]()()
      await watch.waitForScreen(/#1 `git push -q`/)
      expect(world.pushed()).toEqual(['first'])
      await watch.enter('approve 1')
      const result = await running
      expect(world.pushed()).toEqual(['second', 'first'])
      // No second turn: the model was told of a result, never of a hold.
      expect(JSON.stringify(result.requests)).not.toContain('Junction required')
      expect((await fairlead.factsOf('call.judged')).map(({ outcome }) => outcome)).toEqual(['hold', 'allow'])
    },
  )

  it.skipIf(cases.skip)(cases.title('[EDGE-131] that is killed while it waits spends nothing'), async () => {
    const watch = await openShell()
    await type(watch, 'edge watch')
    await watch.waitForScreen(/holds are shown here as they come/)
    const running = RUNS[name]()(20_000).catch(() => undefined)
    await watch.waitForScreen(/#1 `git push -q`/)
    await running
    await watch.enter('approve 1')
    await watch.waitForScreen(/hold #1 approved once/)
    await until(async () => (await fairlead.kinds()).includes('junction.approved'), 'the approval')
    expect([world.pushed(), await fairlead.factsOf('allowance.reserved')]).toEqual([['first'], []])
    await watch.enter('q')
    await RUNS[name]()()
    expect(world.pushed()).toEqual(['second', 'first'])
  })
})
