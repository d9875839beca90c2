// What an administrator rolls out, where the real client reads it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runClaudePrint } from './support/claude.ts'
import { casesFor } from './support/client-cases.ts'
import { governedMachine } from './support/governed-machine.ts'

/** Runs a program on a machine whose `/etc` is another folder, with links to what was there. */
const WITH_ETC = (etc: string) => {
  const mounts = 'mount --rbind /etc "$0-before" && mount --rbind "$0" /etc && exec "$@"'
  return ['unshare', '-r', '-m', 'sh', '-c', mounts, etc]
}
const hasNamespaces = spawnSync('unshare', ['-r', '-m', 'true']).status === 0

const claude = casesFor('claude')
it.skipIf(claude.skip || !hasNamespaces)(
  claude.title('managed settings hold where the own hooks are switched off, and one gate answers each call'),
  async () => {
    const { world, fairlead } = governedMachine({ runtime: 'claude-code', flags: ['--no-seal'] })
    expect(fairlead.cli('team', 'export', 'rollout')).toMatchObject({ status: 0 })
    const etc = join(world.root, 'etc')
    for (const folder of [etc, `${etc}-before`]) mkdirSync(folder)
    const others = readdirSync('/etc').filter((name) => !['claude-code', 'fairlead'].includes(name))
    for (const name of others) symlinkSync(join(`${etc}-before`, name), join(etc, name))
    cpSync(world.path('rollout/claude-code'), join(etc, 'claude-code'), { recursive: true })
    cpSync(world.path('rollout/fairlead'), join(etc, 'fairlead'), { recursive: true })
    rmSync(world.path('rollout'), { recursive: true })
    const [command = '', ...below] = WITH_ETC(etc)
    const onMachine = (...words: readonly string[]) =>
      spawnSync(command, [...below, ...words], {
        cwd: world.project,
        env: { PATH: process.env['PATH'] ?? '', HOME: world.home },
        encoding: 'utf8',
      })
    const push = [{ name: 'Bash', input: { command: 'git push -q', description: 'x' } }]
    world.git('commit', '-q', '--allow-empty', '-m', 'second')
    const run = (...args: readonly string[]) =>
      runClaudePrint({ ...world, prompt: 'go', script: [push, ['Done.']], args, below: WITH_ETC(etc) })
    // Whoever had it before has hooks of their own, until `init` runs again.
    const again = onMachine(fairlead.cliCommand, 'init', '--yes', '--no-seal', '--runtime', 'claude-code')
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('live: blocks')])
    expect(readFileSync(join(world.home, '.claude/settings.json'), 'utf8')).not.toContain('PreToolUse')
    expect(onMachine(fairlead.cliCommand, 'doctor', '--verbose').stdout).toContain(
      '/etc/claude-code/managed-settings.json',
    )
    for (const args of [[], ['--settings', '{"disableAllHooks":true}']]) {
      const before = (await fairlead.factsOf('call.judged')).length
      const { textOfRequest } = await run(...args)
      expect(textOfRequest(-1)).toContain('Fairlead held')
      expect((await fairlead.factsOf('call.judged')).length - before).toBe(1)
    }
    expect(world.pushed()).toEqual(['first'])
    // An administrator takes it away again.
    rmSync(join(etc, 'claude-code'), { recursive: true })
    expect(onMachine(fairlead.cliCommand, 'init', '--yes', '--no-seal', '--runtime', 'claude-code').status).toBe(0)
    expect(readFileSync(join(world.home, '.claude/settings.json'), 'utf8')).toContain('PreToolUse')
  },
  240_000,
)
