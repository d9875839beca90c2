import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runClaudePrint } from './support/claude.ts'
import { casesFor } from './support/client-cases.ts'
import { runCodexExec } from './support/codex.ts'
import { createWorld, type World } from './support/world.ts'

const CLI = fileURLToPath(new URL('../../dist/cli.mjs', import.meta.url))
const BELOW = [process.execPath, CLI, 'ci', '--out', 'artefacts', '--']

function runner(): World {
  const world = createWorld()
  onTestFinished(() => {
    fairlead(world, 'down')
    world.remove()
  })
  world.git('commit', '-q', '--allow-empty', '-m', 'second')
  return world
}

function fairlead({ home, project }: World, ...args: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' }
  const { status, stdout } = spawnSync(process.execPath, [CLI, ...args], { cwd: project, env, encoding: 'utf8' })
  return { status, stdout }
}

function artefactsOf(world: World) {
  expect(readdirSync(world.path('artefacts')).toSorted()).toEqual(['audit.jsonl', 'summary.md'])
  // Somebody else's machine: no database, no key.
  const elsewhere = createWorld()
  onTestFinished(() => elsewhere.remove())
  const { status, stdout } = fairlead(elsewhere, 'audit', 'verify', world.path('artefacts/audit.jsonl'))
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^verified/) })
  return world.read('artefacts/summary.md')
}

const claude = casesFor('claude')
describe.skipIf(claude.skip)(claude.title('fairlead ci with the real Claude Code'), () => {
  const bash = (command: string) => [{ name: 'Bash', input: { command, description: 'a step' } }]

  it('fails when a push was held, with a summary and an audit log that verifies elsewhere', async () => {
    const world = runner()
    const script = [bash('ls'), bash('git push -q'), ['Held.']]
    const run = await runClaudePrint({ ...world, prompt: 'go', script, below: BELOW })
    expect(run.exitCode).toBe(1)
    expect(run.stdout).toMatch(/fairlead: held git push -q: publishes 1 commit/)
    expect(run.stderr).toMatch(/^fairlead: 1 call did not run; /m)
    expect(world.pushed()).toEqual(['first'])
    const summary = artefactsOf(world)
    expect(summary).toMatch(/^## Fairlead: 1 call held or blocked\n/)
    expect(summary).toMatch(/\| held \| <code>git push -q<\/code> \| publishes 1 commit/)
  })

  it('passes when nothing was', async () => {
    const world = runner()
    const run = await runClaudePrint({ ...world, prompt: 'go', script: [bash('ls'), ['Done.']], below: BELOW })
    expect({ code: run.exitCode, out: run.stdout }).toEqual({
      code: 0,
      out: expect.stringContaining('fairlead: 1 call checked, nothing held or blocked\n'),
    })
    expect(artefactsOf(world)).toMatch(/^## Fairlead: nothing held or blocked\n/)
  })
})

const codex = casesFor('codex')
describe.skipIf(codex.skip)(codex.title('fairlead ci with the real Codex'), () => {
  const shell = (command: string) => [{ name: 'exec_command', arguments: { cmd: command } }]

  it('fails when a push was held, and passes when nothing was', async () => {
    const world = runner()
    const held = await runCodexExec({ ...world, prompt: 'go', script: [shell('git push -q'), ['Held.']], below: BELOW })
    expect({ code: held.exitCode, err: held.stderr }).toEqual({
      code: 1,
      err: expect.stringMatching(/1 call did not run/),
    })
    expect(world.pushed()).toEqual(['first'])
    expect(artefactsOf(world)).toMatch(/\| held \| <code>git push -q<\/code>/)
    const clean = await runCodexExec({ ...world, prompt: 'go', script: [shell('ls'), ['Done.']], below: BELOW })
    expect(clean.exitCode).toBe(0)
    expect(artefactsOf(world)).toMatch(/^## Fairlead: nothing held or blocked\n/)
  })
})

it('a command that no agent is in, or that does not start, is not taken for a clean run', () => {
  const world = runner()
  const run = (...words: readonly string[]) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: world.home, LANG: 'C.UTF-8' }
    const args = [CLI, 'ci', '--out', join(world.root, 'out'), '--', ...words]
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: world.project, env, encoding: 'utf8' })
    return { status, stderr }
  }
  expect(run('true')).toEqual({
    status: 1,
    stderr:
      "fairlead: the agent never called Fairlead's hooks, so nothing was checked; run `fairlead doctor` on this machine\n",
  })
  expect(run('no-such-program')).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      /^fairlead: `no-such-program` could not be started \(.+\); check the command and retry\n$/,
    ),
  })
})
