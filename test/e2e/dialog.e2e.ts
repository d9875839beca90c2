import { beforeEach, describe, expect, it } from 'vitest'
import { type ClaudePermissionMode, FOREGROUND } from './support/claude.ts'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import type { ModelRequest } from './support/model-server.ts'
import { openClaude } from './support/open-client.ts'
import { record } from './support/record.ts'
import type { Person } from './support/tui.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let person: Person

beforeEach(async () => {
  ;({ world, fairlead, person } = await attendedMachine({ runtime: 'claude-code' }))
})

const push = [{ name: 'Bash', input: { command: 'git push -q', description: 'push' } }]
const WAITING: readonly ClaudePermissionMode[] = [
  'manual',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
]
const ASKED = 'Fairlead held #1 "git push -q": publishes 1 commit to origin. Yes lets it run once'

/** Its conversation begins with the task; that of the main agent only names it. */
const isSubagents = ({ body: { messages } }: ModelRequest) =>
  Array.isArray(messages) && JSON.stringify(messages[0]).includes('SUBPROMPT')

const human = humanCasesFor('claude')
describe.skipIf(human.skip)(human.title('the first hold, as a person sees it'), () => {
  it.each(WAITING)(
    "[EDGE-51, EDGE-134] in the client's own prompt, which waits, in mode %s",
    async (permissionMode) => {
      const client = await openClaude(person, { ...world, script: [push, ['Pushed.']], permissionMode, plain: true })
      await client.enter('please push')
      await client.waitForScreen(/1\. Yes/)
      record(`claude-code-native-${permissionMode}`, client.screen(), world)
      expect(client.screen()).toContain(ASKED)
      expect(world.pushed()).toEqual(['first'])
      await client.confirm(/1\. Yes/)
      await client.waitForScreen(/● Pushed\./)
      expect(world.pushed()).toEqual(['second', 'first'])
      expect(await fairlead.factsOf('junction.approved')).toMatchObject([{ grant: { door: 'native' }, inferred: true }])
      await client.quit()
    },
  )

  it("[EDGE-51] also in an editor's terminal, where typed words are not believed; No is a no", async () => {
    const env = { TERM_PROGRAM: 'vscode', VSCODE_INJECTION: '1' }
    const client = await openClaude(person, { ...world, env, script: [push, ['Pushed.']], plain: true })
    await client.enter('please push')
    await client.waitForScreen(/1\. Yes/)
    record('claude-code-native-editor', client.screen(), world)
    expect(client.screen()).toContain(ASKED)
    await client.confirm(/1\. Yes/, 'Down')
    await client.confirm(/❯ 2\. No/)
    await client.waitForScreen(/bypass permissions on/)
    expect(world.pushed()).toEqual(['first'])
    expect(await fairlead.factsOf('junction.approved')).toEqual([])
    await client.quit()
  })

  it.each([
    ['a hook may answer for the person', { plain: true }],
    ['any program can press the key, as in tmux', {}],
  ])('[EDGE-51] never in a prompt where %s', async (why, terminal) => {
    const hooks = { PermissionRequest: [{ hooks: [{ type: 'command', command: 'true' }] }] }
    if (why.startsWith('a hook')) world.write('.claude/settings.json', JSON.stringify({ hooks }))
    const client = await openClaude(person, { ...world, script: [push, ['Held.']], ...terminal })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    // Where the client shows messages, and in its status line as long as it waits.
    await client.waitForScreen(/Reason: [^\n]*Fairlead held #1/)
    const line = 'Fairlead held #1 "git push -q": publishes 1 commit to origin\\. Approve: /edge approve 1'
    await client.waitForScreen(new RegExp(`${line}[^]*${line}`))
    record('claude-code-message', client.screen(), world)
    expect(client.screen().match(/Fairlead held #1/g)).toHaveLength(2)
    expect(await fairlead.factsOf('call.judged')).toMatchObject([{ outcome: 'hold' }])
    await client.quit()
  })

  it.each([
    ['in the foreground', false],
    ['in the background', true],
  ])('[EDGE-134] of a subagent %s, in the main session once the turn is over', async (_where, inBackground) => {
    const input = { description: 'd', prompt: 'SUBPROMPT', subagent_type: 'general-purpose' }
    const script = [
      [{ name: 'Agent', input: { ...input, run_in_background: inBackground } }],
      { when: isSubagents, blocks: push },
      { when: isSubagents, blocks: ['It was held.'] },
      ['One.'],
      ['Two.'],
    ]
    const client = await openClaude(person, { ...world, script, ...(inBackground ? {} : { env: FOREGROUND }) })
    await client.enter('please push')
    const line = /Fairlead held #1 of general-purpose "git push -q": .* Approve:\s+\/edge approve 1/
    await client.waitForScreen(line)
    record(`claude-code-subagent-${inBackground ? 'background' : 'foreground'}`, client.screen(), world)
    await client.quit()
  })
})
