import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runClaudePrint } from './support/claude.ts'
import { casesFor } from './support/client-cases.ts'
import { runCodexExec } from './support/codex.ts'
import { governedMachine } from './support/governed-machine.ts'
import { IN_TORTURE } from './support/in-torture.ts'
import type { Installed } from './support/installed.ts'
import type { World } from './support/world.ts'

const policyOf = ({ home }: World): string => join(home, '.fairlead/policy/policy.yaml')

let world: World
let fairlead: Installed

beforeEach(() => {
  const prepare = (fresh: World) => {
    for (let index = 0; index < 8; index += 1) fresh.write(`src/a${index}.mjs`, `export const a = ${index}\n`)
    // A scripted model works faster than any agent; the floor in time would swallow its boundaries.
    fresh.write(policyOf(fresh), 'plane: { floor_seconds: 0 }\n')
  }
  ;({ world, fairlead } = governedMachine({ prepare }))
})

const times = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index))

async function told() {
  const facts = (await fairlead.facts()).map((row) => row.fact)
  return {
    boundaries: facts.flatMap((fact) => (fact.kind === 'boundary.detected' ? [fact.boundary.why] : [])),
    steers: facts.flatMap((fact) => (fact.kind === 'steer.issued' ? [fact.signal] : [])),
    verdicts: facts.flatMap((fact) => (fact.kind === 'call.judged' ? [`${fact.tier} ${fact.outcome}`] : [])),
    lost: facts.flatMap((fact) => (fact.kind === 'answer.reduced' ? fact.lost : [])),
  }
}

/** What the script of each client does: look around, change, test, hand on. */
const SHIFTS = ['explore to edit, held 4 actions', 'edit to verify, held 4 actions', 'verify to ship, held 4 actions']

const claude = casesFor('claude')
describe.skipIf(claude.skip)(claude.title('the plane through the real Claude Code'), () => {
  const bash = (command: string) => [{ name: 'Bash', input: { command, description: 'a step' } }]
  const run = (script: Parameters<typeof runClaudePrint>[0]['script']) =>
    runClaudePrint({ ...world, prompt: 'go', script: [...script, ['Done.']], permissionMode: 'bypassPermissions' })

  it('[PLANE-R4a, PLANE-R10b, PLANE-R13a] shows a run that explores, edits, tests and ships, and stops only what is protected; its transcript, replayed, has the same boundaries', async () => {
    const { transcriptPath } = await run([
      ...times(6, (index) => [{ name: 'Read', input: { file_path: world.path(`src/a${index}.mjs`) } }]),
      ...times(6, (index) => [
        {
          name: 'Edit',
          input: { file_path: world.path(`src/a${index}.mjs`), old_string: `a = ${index}`, new_string: `b = ${index}` },
        },
      ]),
      ...times(6, (index) => bash(`node --test src/a${index}.mjs`)),
      ...times(6, (index) => bash(`git add src/a${index}.mjs`)),
      bash('git push -q'),
    ])
    const { boundaries, verdicts } = await told()
    expect(boundaries).toEqual(SHIFTS)
    expect(verdicts).toEqual([...times(24, () => 'routine allow'), 'junction hold'])
    expect(world.pushed()).toEqual(['first'])
    const { stdout } = fairlead.cli('status')
    for (const why of SHIFTS) expect(stdout).toContain(why)
    expect(stdout).toMatch(/work +25 calls/)
    expect(JSON.parse(fairlead.cli('status', '--json').stdout).work).toMatchObject({
      window: null,
      actions: 25,
      boundaries: SHIFTS.map((why) => ({ why })),
    })
    const replayed = JSON.parse(
      fairlead.cli('replay', transcriptPath ?? '', '--policy', policyOf(world), '--json').stdout,
    )
    expect(replayed.boundaries.map(({ why }: { why: string }) => why)).toEqual(SHIFTS)
    expect(replayed.actions).toHaveLength(25)
  })

  it('[PLANE-L7, PLANE-R5.4] hears one sentence when it runs in circles, in the next model request, and goes on', async () => {
    const result = await run([...times(4, () => bash('cat src/a1.mjs')), bash('touch marker')])
    expect((await told()).steers).toEqual(['failure-loop'])
    const heard = result.requests.map(({ text }) =>
      text.includes('Fairlead: the last calls keep giving the same outcome'),
    )
    expect(heard.slice(0, 4)).toEqual([false, false, false, true])
    expect(world.exists('marker')).toBe(true)
  })

  if (IN_TORTURE)
    it('[PLANE-R10b] hears beside the first hold that it should reassess', async () => {
      const result = await run([bash('ls'), bash('git push -q')])
      expect(result.textOfRequest(-1)).toContain("Fairlead: this is the first action here that can't be undone")
      expect((await told()).steers).toEqual(['first-protected'])
    })
})

const codex = casesFor('codex')
describe.skipIf(codex.skip)(codex.title('the plane through the real Codex'), () => {
  const shell = (cmd: string) => [{ name: 'exec_command', arguments: { cmd } }]

  it('[PLANE-R13a] draws the same boundaries', async () => {
    await runCodexExec({
      ...world,
      prompt: 'go',
      script: [
        ...times(6, (index) => shell(`cat src/a${index}.mjs`)),
        ...times(6, (index) => shell(`sed -i 's/a = /b = /' src/a${index}.mjs`)),
        ...times(6, (index) => shell(`node --test src/a${index}.mjs`)),
        ...times(6, (index) => shell(`git add src/a${index}.mjs`)),
        ['Done.'],
      ],
    })
    const { boundaries, verdicts } = await told()
    expect(boundaries).toEqual(SHIFTS)
    expect(new Set(verdicts)).toEqual(new Set(['routine allow']))
    expect(fairlead.cli('status').stdout).toContain(SHIFTS[0])
  })
})
