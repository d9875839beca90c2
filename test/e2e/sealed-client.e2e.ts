import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ClientRun, runClaudePrint } from './support/claude.ts'
import { casesFor, humanCasesFor } from './support/client-cases.ts'
import { attendedMachine, governedMachine } from './support/governed-machine.ts'
import { openClaude } from './support/open-client.ts'
import { plantProgram } from './support/plant-program.ts'
import { sealMissing, without } from './support/sealed-world.ts'
import type { World } from './support/world.ts'

const bash = (command: string) => [{ name: 'Bash', input: { command, description: 'a step' } }]
const run = (world: World, commands: readonly string[], over: object = {}): Promise<ClientRun> =>
  runClaudePrint({ ...world, prompt: 'work', script: [...commands.map(bash), ['Done.']], ...over })
const seal = ({ home }: World, name = 'seal') => join(home, '.fairlead/bin', name)

const missing = sealMissing()
const claude = casesFor('claude')
describe.skipIf(claude.skip || missing !== undefined)(
  claude.title(`the real Claude Code as it starts by default (${missing ?? 'sealed'})`),
  () => {
    it('[EDGE-118, EDGE-135] runs every command sealed, says so of none, and an opaque program reaches nothing of ours', async () => {
      const { world, fairlead } = governedMachine({ runtime: 'claude-code' })
      await fairlead.startDaemon()
      const opaque = plantProgram(world, {
        name: 'reads',
        script:
          'cat "$HOME/.fairlead/state/approval.key" "$HOME/.fairlead/state/hooks.db"; kill -9 "$CLAUDE_PID"; echo {} > "$HOME/.claude/settings.json"; echo ended',
      })
      const { textOfRequest } = await run(world, [
        'echo "inside: $(readlink /proc/self/ns/user)"',
        opaque,
        '~/.fairlead/bin/fairlead objective "as before"',
        'touch ~/.claude/x',
        `git commit -q --allow-empty -m sealed && git log -1 --format=%s`,
      ])
      const told = textOfRequest(-1)
      for (const text of [
        'Permission denied',
        'Read-only file system',
        'ended',
        'objective: as before',
        'belongs to Fairlead',
      ])
        expect(told).toContain(text)
      expect(told).not.toContain(`inside: ${readlinkSync('/proc/self/ns/user')}`)
      const kinds = await fairlead.kinds()
      expect(kinds).not.toContain('seal.missing')
      expect((await fairlead.factsOf('seal.refused')).map(({ path }) => path)).toContain(join(world.home, '.claude'))
      expect(world.git('log', '-1', '--format=%s').trim()).toBe('sealed')
      expect(JSON.parse(world.read(join(world.home, '.claude/settings.json'))).env).toEqual({
        CLAUDE_CODE_SHELL_PREFIX: seal(world),
        CLAUDE_CODE_SHELL: seal(world, 'seal-bash'),
      })
      expect(fairlead.cli('seal', 'status').stdout).toMatch(/^namespaces, \d+ covers, landlock \d+/)
      expect(fairlead.cli('doctor', '--verbose').stdout).toMatch(/✓ seal +namespaces, \d+ covers/)
    })

    it('[EDGE-135] is refused a shell call that settings of the repository lead around the seal', async () => {
      const { world, fairlead } = governedMachine({ runtime: 'claude-code' })
      world.write('.claude/settings.json', JSON.stringify({ env: { CLAUDE_CODE_SHELL_PREFIX: '/usr/bin/env' } }))
      const { textOfRequest } = await run(world, ['touch marker'])
      expect(textOfRequest(-1)).toContain('through `/usr/bin/env` instead of the seal')
      expect([world.exists('marker'), (await fairlead.factsOf('call.judged')).map(({ outcome }) => outcome)]).toEqual([
        false,
        ['block'],
      ])
    })

    it('[EDGE-135, PLANE-R12a] goes on unsealed where no namespace is given, on record and said once; with --strict it runs nothing', async () => {
      const { world, fairlead } = governedMachine({ runtime: 'claude-code' })
      await fairlead.startDaemon()
      const below = without('namespaces')
      const open = await run(world, ['touch first', 'touch second', 'git push -q'], { below })
      expect([world.exists('first'), world.exists('second')]).toEqual([true, true])
      expect((await fairlead.factsOf('seal.missing')).map(({ how }) => how)).toEqual(['unsealed', 'unsealed'])
      expect((await fairlead.factsOf('session.told')).filter(({ remark }) => remark === 'unsealed')).toHaveLength(1)
      // Everything else holds.
      expect(open.textOfRequest(-1)).toContain('Junction required')
      expect(world.pushed()).toEqual(['first'])
      expect(fairlead.cli('init', '--yes', '--strict').status).toBe(0)
      const closed = await run(world, ['touch third'], { below })
      expect(closed.textOfRequest(-1)).toContain('could not be sealed')
      expect(world.exists('third')).toBe(false)
    })

    it('[EDGE-118] runs through the prefix that the person had, and gives everything back; a helper that is still called lets commands pass', async () => {
      const { world, fairlead } = governedMachine({
        runtime: 'claude-code',
        prepare: ({ home, write }) => {
          write(join(home, 'wrap'), '#!/bin/sh\necho "wrapped" >> "$HOME/wrapped"\nexec sh -c "$1"\n')
          write(
            join(home, '.claude/settings.json'),
            JSON.stringify({ env: { CLAUDE_CODE_SHELL_PREFIX: `sh ${home}/wrap` } }, null, 2),
          )
        },
      })
      const before = { env: { CLAUDE_CODE_SHELL_PREFIX: `sh ${world.home}/wrap` } }
      const { textOfRequest } = await run(world, ['echo "chained"; ls ~/.fairlead/state'])
      expect(textOfRequest(-1)).toMatch(/chained[\s\S]*Permission denied/)
      expect(world.exists(join(world.home, 'wrapped'))).toBe(true)
      expect(fairlead.cli('uninstall', '--yes').status).toBe(0)
      expect(JSON.parse(world.read(join(world.home, '.claude/settings.json')))).toMatchObject(before)
      expect(world.read(seal(world, 'seal.plan'))).toMatch(/^off$/m)
      const left = await run(world, ['ls ~/.fairlead/state | head -1'], {
        env: { CLAUDE_CODE_SHELL_PREFIX: seal(world) },
      })
      expect(left.textOfRequest(-1)).not.toContain('Permission denied')
    })
  },
)

const human = humanCasesFor('claude')
describe.skipIf(human.skip || missing !== undefined)(human.title('a person whose agent runs sealed'), () => {
  it('[EDGE-39, EDGE-43, EDGE-51] approves a held push with `/edge approve`, and exactly that push passes', async () => {
    const { world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' })
    const script = [bash('git push -q'), ['Held.'], bash('git push -q'), ['Pushed.']]
    const client = await openClaude(person, { ...world, script })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./, 60_000)
    await client.enter('/edge approve 1')
    await client.waitForScreen(/● Pushed\./, 60_000)
    expect(world.pushed()).toEqual(['second', 'first'])
    expect((await fairlead.factsOf('call.judged')).map(({ outcome }) => outcome)).toEqual(['hold', 'allow'])
    expect(await fairlead.factsOf('seal.missing')).toEqual([])
    await client.quit()
  })
})
