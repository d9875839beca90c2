import { beforeEach, describe, expect, it } from 'vitest'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { openClaude, openCodex } from './support/open-client.ts'
import type { Person } from './support/tui.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine({ flags: ['--in-repo'] }))
})

const claude = humanCasesFor('claude')
describe.skipIf(claude.skip)(claude.title('the operator protocol in the real Claude Code'), () => {
  const edit = (old_string: string, new_string: string) => [
    { name: 'Edit', input: { file_path: world.path('active_context.yaml'), old_string, new_string } },
  ]
  const read = () => [{ name: 'Read', input: { file_path: world.path('active_context.yaml') } }]
  const ls = [{ name: 'Bash', input: { command: 'ls', description: 'look' } }]

  it('[EDGE-1, EDGE-62, EDGE-65, EDGE-70, EDGE-91, EDGE-98] lets the agent write its objective into the state file and nothing else, logs every result, and tells a new session where this one stood', async () => {
    const script = [
      read(),
      edit('\nmode: plan', '\nmode: done'),
      edit('objective: ""', 'objective: "fix the parser"'),
      ls,
      ['Finished.'],
    ]
    const client = await openClaude(person, { ...world, script })
    await client.enter('go')
    await client.waitForScreen(/● Finished\./)
    // EDGE-1, EDGE-91: the file is there, loaded and valid.
    expect(world.read('active_context.yaml')).toMatch(/^mode: plan$/m)
    expect(world.read('active_context.yaml')).toMatch(/^objective: "fix the parser"$/m)
    // EDGE-70: claims may be written, the mode may not.
    const judged = (await fairlead.factsOf('call.judged')).map(({ outcome }) => outcome)
    expect(judged).toEqual(['allow', 'block', 'allow', 'allow'])
    // EDGE-62, EDGE-65
    const lines = world.read('.proof/session_log.jsonl').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { tool: 'Read' },
      { tool: 'Edit', diff_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { tool: 'Bash', input_preview: 'ls', success: true },
    ])
    await client.quit()
    const next = await openClaude(person, { ...world, script: [['Hello.']] })
    await next.enter('hello')
    await next.waitForScreen(/● Hello\./)
    // EDGE-98: after a clean end there is nothing to report, and it goes on where it stood.
    expect(JSON.stringify(next.requests)).toContain('fairlead: operator mode plan; objective: fix the parser')
    expect(JSON.stringify(next.requests)).not.toContain('ended unexpectedly')
    await next.quit()
  })

  const push = [{ name: 'Bash', input: { command: 'git push -q', description: 'push' } }]

  it('[EDGE-90, EDGE-98] tells a new session what one that broke off had done, and lets its holds lapse', async () => {
    const client = await openClaude(person, { ...world, script: [push, ['Held.']] })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    process.kill(client.pid, 'SIGKILL')
    await client.quit()
    const next = await openClaude(person, { ...world, script: [['Hello.']] })
    await next.enter('hello')
    await next.waitForScreen(/● Hello\./)
    expect(JSON.stringify(next.requests)).toContain('the last session ended unexpectedly after 0 calls')
    expect(await fairlead.factsOf('session.lost')).toHaveLength(1)
    expect(await fairlead.factsOf('junction.lapsed')).toMatchObject([{ number: 1, why: 'its client is gone' }])
    await next.quit()
  })

  it('[EDGE-17, EDGE-20, EDGE-44] changes the mode at once when the person types `/edge`, and the model hears nothing of it', async () => {
    const write = [{ name: 'Write', input: { file_path: world.path('a.txt'), content: 'a' } }]
    const client = await openClaude(person, { ...world, script: [['Ready.'], write, ['Written.']] })
    await client.enter('hello')
    await client.waitForScreen(/● Ready\./)
    const asked = client.requests.length
    await client.enter('/edge active "fix the parser"')
    await client.waitForScreen(/operator mode active: fix the parser/)
    expect(client.requests).toHaveLength(asked)
    await client.enter('write it')
    await client.waitForScreen(/● Written\./)
    expect(world.exists('a.txt')).toBe(true)
    expect(JSON.stringify(client.requests.at(-1))).toContain('Warning: No plan exists. Consider /edge plan first.')
    expect(world.read('active_context.yaml')).toMatch(/^mode: active$/m)
    await client.quit()
  })
})

const codex = humanCasesFor('codex')
describe.skipIf(codex.skip)(codex.title('a person with the real Codex'), () => {
  const push = [{ name: 'exec_command', arguments: { cmd: 'git push -q' } }]

  it('[EDGE-39, EDGE-40, EDGE-51] approves a held push in a terminal of their own; exactly that push passes', async () => {
    const script = [push, ['Held.'], push, ['Pushed.'], push, ['Held again.']]
    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    const client = await openCodex(person, { ...world, script, approval: 'never' })
    await client.enter('please push')
    await client.waitForScreen(/Held\./)
    expect(world.pushed()).toEqual(['first'])
    await shell.enter(`${fairlead.cliCommand} edge approve 1`)
    await shell.waitForScreen(/hold #1 approved once/)
    await client.enter('push again')
    await client.waitForScreen(/Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    await client.enter('and once more')
    await client.waitForScreen(/Held again\./)
    expect(await fairlead.factsOf('allowance.committed')).toHaveLength(1)
    await client.quit()
  })
})
