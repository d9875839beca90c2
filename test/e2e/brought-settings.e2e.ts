import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runClaudePrint } from './support/claude.ts'
import { casesFor } from './support/client-cases.ts'
import { governedMachine } from './support/governed-machine.ts'
import type { World } from './support/world.ts'

const OFF = JSON.stringify({ disableAllHooks: true })

/** A branch that somebody else wrote; the agent only merges it. */
function branchWith(world: World, name: string, text: string): void {
  world.git('checkout', '-q', '-b', 'other')
  world.write(name, text)
  world.git('add', '-A')
  world.git('commit', '-q', '-m', 'other')
  world.git('checkout', '-q', 'main')
}

/** The same in an archive, which a program of a few lines unpacks. */
const UNPACK = `python3 -c "import tarfile; tarfile.open('x.tar').extractall('.')"`

const claude = casesFor('claude')
describe.skipIf(claude.skip)(claude.title('settings that switch hooks off'), () => {
  const session = (world: World, commands: readonly string[]) =>
    runClaudePrint({
      ...world,
      prompt: 'work',
      script: [...commands.map((command) => [{ name: 'Bash', input: { command, description: 'a step' } }]), ['Done.']],
    })

  it.each([
    ['a merge', 'git merge -q other', '--no-seal'],
    ['a checkout', 'git checkout -q other -- .', '--no-seal'],
    ['an archive that Python unpacks', UNPACK, '--no-seal'],
    ['a merge, sealed', 'git merge -q other', '--seal'],
  ])(
    '[EDGE-145] brought by %s: this session and the next one go on being asked about a push',
    async (_, bring, flag) => {
      const { world, fairlead } = governedMachine({
        runtime: 'claude-code',
        prepare: (made) => {
          branchWith(made, '.claude/settings.json', OFF)
          const folder = join(made.root, 'packed/.claude')
          mkdirSync(folder, { recursive: true })
          writeFileSync(join(folder, 'settings.json'), OFF)
          made.git('commit', '-q', '--allow-empty', '-m', 'mine')
        },
        flags: [flag],
      })
      await fairlead.startDaemon()
      const packed = world.root
      const first = await session(world, [`tar cf x.tar -C ${packed}/packed .claude`, bring, 'git push -q'])
      expect(first.textOfRequest(-1)).toContain('Junction required')
      const second = await session(world, ['git push -q'])
      expect(second.textOfRequest(-1)).toContain('Junction required')
      expect(world.pushed()).toEqual(['first'])
      if (world.exists('.claude/settings.json')) {
        expect(world.read('.claude/settings.json')).toBe('{}')
        expect(await fairlead.factsOf('config.changed')).toContainEqual(
          expect.objectContaining({ path: world.path('.claude/settings.json'), refused: true }),
        )
      }
    },
  )
})
