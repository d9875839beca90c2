import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runClaudePrint, seedClaudeHome } from './support/claude.ts'
import { casesFor } from './support/client-cases.ts'
import { installFairlead } from './support/installed.ts'
import { cleanEnvironment, clientPath } from './support/run-client.ts'
import { createWorld } from './support/world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const QUIET = { DISABLE_TELEMETRY: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' }

const claude = casesFor('claude')
describe.skipIf(claude.skip)(claude.title('the plugin in the real Claude Code'), () => {
  it('is valid, installs offline, says that the program is missing, and leaves each call to one gate', async () => {
    const world = createWorld()
    onTestFinished(() => world.remove())
    seedClaudeHome(world)
    const client = (...args: readonly string[]) =>
      execFileSync(clientPath('claude'), args, {
        cwd: world.project,
        env: cleanEnvironment(world.home, QUIET),
        encoding: 'utf8',
      })
    for (const folder of [ROOT, `${ROOT}plugin`])
      expect(client('plugin', 'validate', '--strict', folder)).toContain('Validation passed')
    client('plugin', 'marketplace', 'add', ROOT)
    client('plugin', 'install', 'fairlead@fairlead')

    const push = [[{ name: 'Bash', input: { command: 'git push -q', description: 'a step' } }], ['Done.']]
    const args = ['--output-format', 'stream-json', '--verbose', '--include-hook-events']
    const before = await runClaudePrint({ ...world, prompt: 'go', script: [['Hello.']], args })
    expect(before.stdout).toContain('so nothing is checked; in a terminal, in this folder, run: npx fairlead init')

    const fairlead = installFairlead(world, '--runtime', 'claude-code')
    onTestFinished(() => fairlead.stopDaemon())
    world.git('commit', '-q', '--allow-empty', '-m', 'second')
    await runClaudePrint({ ...world, prompt: 'go', script: push })
    expect(world.pushed()).toEqual(['first'])
    expect((await fairlead.factsOf('call.judged')).map(({ outcome }) => outcome)).toEqual(['hold'])
  })
})
