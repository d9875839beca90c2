import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let calls = 0

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
  world.write(join(world.home, '.config/fairlead/policy.yaml'), 'roles: { director: lead, gate_method_for: [coder] }\n')
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
    expect(steered).toContain('everything it may lose is in backup')
    expect(bash('git push', 'lead')).toContain('deny')
    expect(await fairlead.kinds()).toEqual(expect.arrayContaining(['posture.lowered', 'backup.taken']))
  })

  it('[PLANE-L15c] a director releases a worker’s hold once; nobody else can', async () => {
    expect(bash('git checkout -- README.md', 'coder')).toContain('the director may waive hold #1 within 300 seconds')
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
