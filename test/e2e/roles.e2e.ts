import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../support/confirm-policy.ts'
import { FOREGROUND } from './support/claude.ts'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine, governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import type { ModelRequest } from './support/model-server.ts'
import { openClaude } from './support/open-client.ts'
import { beforeTool } from './support/tool-call.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let calls = 0

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
  ownPolicy({ HOME: world.home }, 'roles: { director: lead, gate_method_for: [coder] }\n')
  world.write('README.md', '# changed\n')
})

function hook(name: string, input: object, type?: string): string {
  calls += 1
  const agent = type && { agent_id: `agent-${type}`, agent_type: type }
  return fairlead.hook('claude-code', { ...beforeTool(world, { id: `t${calls}`, name, input }), ...agent })
}

const bash = (command: string, type?: string) => hook('Bash', { command }, type)

describe('roles in a real repository', () => {
  it('[PLANE-L15b, PLANE-L15d] a director is steered where a copy covers everything; a worker and the main agent are held', async () => {
    expect(bash('git checkout -- README.md', 'coder')).toContain('deny')
    expect(bash('git checkout -- README.md')).toContain('deny')
    const steered = bash('git checkout -- README.md', 'lead')
    expect(steered).not.toContain('deny')
    expect(steered).toContain('everything it could lose is in backup')
    expect(bash('git push', 'lead')).toContain('deny')
    expect(await fairlead.kinds()).toEqual(expect.arrayContaining(['posture.lowered', 'backup.taken']))
  })

  it('[PLANE-L15c] a director releases a worker’s hold once; nobody else can', async () => {
    expect(bash('git checkout -- README.md', 'coder')).toContain(
      'the director can decide about hold #1 within 300 seconds',
    )
    const waive = (type?: string) => hook('mcp__fairlead__waive', { hold: 1, act: 'release' }, type)
    expect(waive('coder')).toContain('only the director')
    expect(waive()).toContain('only the director')
    expect(waive('lead')).not.toContain('deny')
    expect(bash('git checkout -- README.md', 'coder')).not.toContain('deny')
    expect(bash('git checkout -- README.md', 'coder')).toContain('deny')
    expect(await fairlead.kinds()).toEqual(
      expect.arrayContaining(['junction.waived', 'waiver.spent', 'waiver.refused']),
    )
    expect(await fairlead.kinds()).not.toContain('allowance.reserved')
  })

  it('[PLANE-L15a] no agent gives itself the name, and no repository names a director', () => {
    expect(hook('Write', { file_path: world.path('.claude/agents/lead.md'), content: 'name: lead' })).toContain('deny')
    expect(bash(`echo x > ${world.home}/.claude/agents/lead.md`)).toContain('deny')
    world.write('fairlead.yaml', 'roles: { director: coder, main: director }\n')
    expect(bash('git checkout -- README.md', 'coder')).toContain('deny')
    expect(bash('git checkout -- README.md')).toContain('deny')
  })

  it('[PLANE-L15e] a listed type is held for errors of method', () => {
    const edit = { file_path: world.path('README.md'), old_string: '#', new_string: '##' }
    expect(hook('Edit', edit, 'coder')).toContain('read first, then change')
    expect(hook('Edit', edit, 'helper')).not.toContain('deny')
  })
})

const human = humanCasesFor('claude')
describe.skipIf(human.skip)(human.title('a worker, a director and a person with the real Claude Code'), () => {
  const policyWith = (seconds: number) => `roles: { director: lead, director_seconds: ${seconds} }\n`
  const step = (command: string) => [{ name: 'Bash', input: { command, description: 'a step' } }]
  const waive = (hold: number) => [{ name: 'mcp__fairlead__waive', input: { hold, act: 'release' } }]
  const delegate = (type: string, task: string) => [
    {
      name: 'Agent',
      input: { description: task, prompt: `TASK ${task}.`, subagent_type: type, run_in_background: false },
    },
  ]
  /** Told by its first message; the main agent's begins with the person's words. */
  const inTask = (task: string) => ({
    when: ({ body: { messages } }: ModelRequest) =>
      JSON.stringify(Array.isArray(messages) ? messages[0] : '').includes(`TASK ${task}.`),
  })

  it('[PLANE-L15c, PLANE-L15d, PLANE-R5.10] a hold goes to the director, who releases it where a copy covers it; what the director leaves goes to the person after its time, and only the person lets it pass', async () => {
    const prepare = (fresh: World) => {
      fresh.write(join(fresh.home, '.fairlead/policy/policy.yaml'), policyWith(300))
      for (const name of ['coder', 'lead'])
        fresh.write(
          join(fresh.home, `.claude/agents/${name}.md`),
          `---\nname: ${name}\ndescription: for ${name}\n---\nDo as you are told.\n`,
        )
    }
    const attended = await attendedMachine({ runtime: 'claude-code', prepare })
    const machine = attended.world
    machine.write('README.md', '# changed\n')
    const isTooLate = () => {
      ownPolicy({ HOME: machine.home }, policyWith(1))
      return waive(2)
    }
    const client = await openClaude(attended.person, {
      ...machine,
      env: FOREGROUND,
      script: [
        { ...inTask('A'), blocks: step('git checkout -- README.md') },
        { ...inTask('A'), blocks: ['Held.'] },
        { ...inTask('B'), blocks: waive(1) },
        { ...inTask('B'), blocks: ['Released.'] },
        { ...inTask('C'), blocks: step('git checkout -- README.md') },
        { ...inTask('C'), blocks: step('git push -q') },
        { ...inTask('C'), blocks: ['Held again.'] },
        { ...inTask('D'), delayMs: 1_200, blocks: isTooLate },
        { ...inTask('D'), blocks: ['Too late.'] },
        { ...inTask('E'), blocks: step('git push -q') },
        { ...inTask('E'), blocks: ['Pushed.'] },
        delegate('coder', 'A'),
        waive(1),
        delegate('lead', 'B'),
        delegate('coder', 'C'),
        delegate('lead', 'D'),
        ['It is yours.'],
        delegate('coder', 'E'),
        ['All done.'],
      ],
    })
    await client.enter('tidy up and push')
    await client.waitForScreen(/hold #2 is waiting for you because the director/, 60_000)
    await client.waitForScreen(/● It is yours\./)
    const heard = (task: string, n: number) => client.requests.filter(inTask(task).when).at(n)?.text
    expect(heard('A', 1)).toContain('the director can decide about hold #1 within 300 seconds')
    expect(heard('B', 0)).toContain('your workers have holds that need your decision: #1 (discards uncommitted changes')
    expect(heard('D', 1)).toContain('hold #2 waited too long for you; the person decides')
    expect([machine.read('README.md'), machine.pushed()]).toEqual(['# A project\n', ['first']])
    const words = /^(?:junction|waiver|hold|allowance)\./
    const decided = async () =>
      (await attended.fairlead.facts()).flatMap(({ agentType = 'main', fact: { kind } }) =>
        words.test(kind) ? [`${agentType} ${kind}`] : [],
      )
    expect(await decided()).toEqual([
      'coder junction.opened',
      'main waiver.refused',
      'lead junction.waived',
      'coder waiver.spent',
      'coder junction.opened',
      'lead waiver.refused',
      'main hold.escalated',
    ])
    // PLANE-R5.10: each subagent's window ends with it; the main agent's stays open.
    const closed = (await attended.fairlead.facts()).flatMap(({ agentType = 'main', fact }) =>
      fact.kind === 'window.closed' ? [`${agentType}: ${fact.why}`] : [],
    )
    expect(closed).toEqual(['coder', 'lead', 'coder', 'lead'].map((type) => `${type}: the subagent ended`))
    const shell = await attended.person.open({ argv: ['sh'], cwd: machine.project })
    await shell.enter(`${attended.fairlead.cliCommand} edge approve 2`)
    await shell.waitForScreen(/hold #2 approved once/)
    await client.enter('it is approved, push again')
    await client.waitForScreen(/● All done\./, 60_000)
    expect(machine.pushed()).toEqual(['second', 'first'])
    expect((await decided()).slice(7)).toEqual([
      'main junction.approved',
      'coder allowance.reserved',
      'coder allowance.committed',
    ])
    await client.quit()
  })
})
