import { execFileSync } from 'node:child_process'
import { readdirSync, renameSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AnthropicBlock } from './support/anthropic-server.ts'
import { type BindingAgent, bindingAgent } from './support/binding-agent.ts'
import { runClaudePrint } from './support/claude.ts'
import { casesFor } from './support/client-cases.ts'
import { type GovernedMachine, governedMachine } from './support/governed-machine.ts'
import { untilWritten } from './support/ledger-record.ts'
import { until } from './support/until.ts'
import type { World } from './support/world.ts'

type Request = Parameters<BindingAgent['next']>[0]

/** A day of work: an agent binds, edits and is held; a person and an agent use the record. */
async function workADay({ world, fairlead }: GovernedMachine): Promise<void> {
  world.write(fairlead.at('fairlead.yaml'), 'anchor: { required: true }\n')
  // Where a role is demanded the client needs our server.
  expect(fairlead.cli('init', '--yes').status).toBe(0)
  const agent = bindingAgent({ mode: 'full' })
  const bind = (request: Request): readonly AnthropicBlock[] => {
    const act = agent.next(request)
    if (act.kind === 'bind') return [{ name: 'mcp__fairlead__anchor', input: act.args }]
    if (act.kind === 'use')
      return [
        { name: 'Write', input: { file_path: world.path('note.txt'), content: 'noted\n' } },
        { name: 'Bash', input: { command: 'git push -q', description: 'a push' } },
      ]
    return ['Done.']
  }
  await runClaudePrint({ ...world, prompt: 'take a note', script: [{ sticky: true, blocks: bind }] })
  expect([agent.states, world.exists('note.txt')]).toEqual([['IDENTITY', 'CONTEXT', 'BOUND'], true])
  expect(await fairlead.kinds()).toContain('junction.opened')
  const said = [
    ['ledger', 'decide', 'Storage', 'use files', '--assumption'],
    ['ledger', 'bead', 'new', 'Rotate the tokens'],
    ['edge', 'status'],
    ['ledger', 'heal'],
    ['doctor'],
  ]
  for (const words of said) expect([words, fairlead.cli(...words).status]).toEqual([words, 0])
  await untilWritten(fairlead)
  expect(fairlead.cli('audit', 'verify').status).toBe(0)
}

/** What would get into an image by `COPY . .`, git's own folder apart. */
function filesIn({ project }: World): readonly string[] {
  return readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(project, join(parentPath, name)))
    .filter((path) => !path.startsWith('.git/'))
    .toSorted()
}

function packed({ project, home }: World): readonly string[] {
  const env = { PATH: process.env.PATH ?? '', HOME: home }
  const shown = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: project, env, encoding: 'utf8' })
  return JSON.parse(shown)[0]
    .files.map(({ path }: { readonly path: string }) => path)
    .toSorted()
}

const prepare = (world: World) => {
  world.write('package.json', '{ "name": "a-project", "version": "1.0.0" }\n')
  world.git('add', '-A')
  world.git('commit', '-q', '-m', 'second')
}

const claude = casesFor('claude')
describe.skipIf(claude.skip)(claude.title('after a day of work with the real Claude Code'), () => {
  it('[EDGE-1, EDGE-62, EDGE-99, ANCHOR-21, ANCHOR-23, LEDGER-103] nothing of ours lies in the work tree', async () => {
    const machine = governedMachine({ runtime: 'claude-code', prepare })
    await workADay(machine)
    const { world, fairlead } = machine
    const status = world.git('status', '--porcelain', '--ignored', '--untracked-files=all').trim().split('\n')
    expect({
      status: status.filter((line) => line !== `!! ${OF_THE_CLIENT}`),
      context: filesIn(world).filter((path) => path !== OF_THE_CLIENT),
      packed: packed(world).filter((path) => path !== OF_THE_CLIENT),
    }).toEqual({
      status: ['?? note.txt'],
      context: ['README.md', 'note.txt', 'package.json'],
      packed: ['README.md', 'note.txt', 'package.json'],
    })
    // EDGE-1 the state, EDGE-62 the log, EDGE-99 the lock's folder, ANCHOR-21 the governance, LEDGER-103 the trajectory.
    expect(readdirSync(fairlead.at('.')).toSorted()).toEqual(EVERYTHING)
    // ANCHOR-23: the handshake, which has moved to the active ones by now.
    const [token = ''] = readdirSync(fairlead.at('.hestai/sessions/active'))
    expect(readdirSync(fairlead.at(`.hestai/sessions/active/${token}`))).toContain('handshake.json')
  })

  it('[EDGE-1, EDGE-62, EDGE-99] all of it does when it was asked for, under the published names', async () => {
    const machine = governedMachine({ runtime: 'claude-code', prepare, flags: ['--in-repo'] })
    await workADay(machine)
    const wanted = EVERYTHING.filter((name) => name !== 'project.json')
    // What follows an answer is written a moment after it.
    await until(() => wanted.every((name) => machine.world.exists(name)), wanted.join(', '))
    expect(machine.fairlead.at('.')).toBe(machine.world.project)
  })
})

it('[LEDGER-103] a renamed project takes its home along', () => {
  const { world, fairlead } = governedMachine({ runtime: 'claude-code' })
  const start = (cwd: string, session: string) =>
    fairlead.hook(
      'claude-code',
      { session_id: session, transcript_path: '', cwd, hook_event_name: 'SessionStart', source: 'startup' },
      cwd,
    )
  start(world.project, 'one')
  world.write(fairlead.at('.beads/bd-1.yaml'), 'id: bd-1\n')
  const renamed = join(world.root, 'renamed')
  renameSync(world.project, renamed)
  start(renamed, 'two')
  const homes = readdirSync(join(world.home, '.fairlead', 'projects'))
  expect(homes).toEqual([expect.stringMatching(/^renamed-[0-9a-f]{12}$/)])
  expect(readdirSync(join(world.home, '.fairlead', 'projects', homes[0] ?? '')).toSorted()).toEqual(
    expect.arrayContaining(['.beads', 'active_context.yaml', 'project.json']),
  )
  expect(readdirSync(renamed).toSorted()).toEqual(['.git', 'README.md'])
})

/** Claude Code keeps its own settings of a project there, and tells git to ignore them. */
const OF_THE_CLIENT = '.claude/settings.local.json'

const EVERYTHING = [
  '.beads',
  '.claude',
  '.hestai',
  '.hestai-sys',
  '.proof',
  'active_context.yaml',
  'fairlead.yaml',
  'loa-grimoire',
  'project.json',
]
