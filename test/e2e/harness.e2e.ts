import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codexAppServer } from './support/app-server.ts'
import { expectDenied, expectRan } from './support/canary.ts'
import { runClaudePrint } from './support/claude.ts'
import { casesFor, humanCasesFor } from './support/client-cases.ts'
import { runCodexExec } from './support/codex.ts'
import { IN_TORTURE } from './support/in-torture.ts'
import { openClaude, openCodex } from './support/open-client.ts'
import { addClaudeHooks, addCodexHooks, deny, type Recorded, writeRecordingHook } from './support/recording-hook.ts'
import { type Person, startPerson } from './support/tui.ts'
import { until } from './support/until.ts'
import { createWorld, type World } from './support/world.ts'

// The harness proves itself with a stub gate in sh that refuses every call with the word FORBIDDEN in it.
const REASON = 'the stub gate said no'
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd']
const COMMAND = 'touch marker; git commit -q --allow-empty -m second; git push -q'
const FORBIDDEN = `${COMMAND} # FORBIDDEN`

let world: World
let gate: Recorded

beforeEach(() => {
  world = createWorld()
  const answers = [{ event: 'PreToolUse', text: 'FORBIDDEN', answer: deny(REASON) }]
  gate = writeRecordingHook({ folder: join(world.root, 'stub-gate'), answers })
})

afterEach(() => world.remove())

const claude = casesFor('claude')
describe.skipIf(claude.skip)(claude.title('Claude Code, print mode'), () => {
  const bash = (command: string) => [{ name: 'Bash', input: { command, description: 'a step' } }]
  const run = (command: string) => runClaudePrint({ ...world, prompt: 'go', script: [bash(command), ['Done.']] })
  const install = () => addClaudeHooks({ ...world, command: gate.command, events: EVENTS })

  it('shows that a denied call left nothing behind and that the model was told why', async () => {
    install()
    const result = await run(FORBIDDEN)
    expect(result).toMatchObject({ exitCode: 0, timedOut: false })
    expectDenied({ world, marker: 'marker', run: result, reason: REASON, hookLog: gate })
    expect(world.pushed()).toEqual(['first'])
    expect(result.transcriptPath).toMatch(/\.jsonl$/)
  })

  if (IN_TORTURE)
    it('shows that a call which passes runs and reaches the remote', async () => {
      install()
      expectRan({ world, marker: 'marker', run: await run(COMMAND), silent: /stub gate/, hookLog: gate })
      expect(world.pushed()).toEqual(['second', 'first'])
      expect(gate.fired()).toEqual(EVENTS)
    })

  if (IN_TORTURE)
    it('is not fooled by a gate that was never called', async () => {
      const result = await run(FORBIDDEN)
      expect(() => expectDenied({ world, marker: 'marker', run: result, reason: REASON, hookLog: gate })).toThrow(
        'the hook never saw PreToolUse; it saw nothing at all',
      )
      expect(world.exists('marker')).toBe(true)
    })
})

const codex = casesFor('codex')
describe.skipIf(codex.skip)(codex.title('Codex'), () => {
  const shell = (cmd: string, more: object = {}) => [{ name: 'exec_command', arguments: { cmd, ...more } }]
  const run = (command: string, bypassHookTrust: boolean) =>
    runCodexExec({ ...world, prompt: 'go', script: [shell(command), ['Done.']], bypassHookTrust })

  beforeEach(() => void addCodexHooks({ ...world, command: gate.command, events: EVENTS }))

  it('shows that a denied call left nothing behind and that the model was told why', async () => {
    const result = await run(FORBIDDEN, true)
    expect(result).toMatchObject({ exitCode: 0, timedOut: false })
    expectDenied({ world, marker: 'marker', run: result, reason: REASON, hookLog: gate })
    expect(world.pushed()).toEqual(['first'])
    expect(result.transcriptPath).toMatch(/\.jsonl$/)
  })

  if (IN_TORTURE)
    it('shows that a call which passes runs and reaches the remote', async () => {
      expectRan({ world, marker: 'marker', run: await run(COMMAND, true), silent: /stub gate/, hookLog: gate })
      expect(world.pushed()).toEqual(['second', 'first'])
    })

  it('runs without the hook when nobody has trusted it', async () => {
    await run(FORBIDDEN, false)
    expect({ fired: gate.fired(), ran: world.exists('marker') }).toEqual({ fired: [], ran: true })
  })

  if (IN_TORTURE)
    it('answers approvals and lists hooks as an editor does', async () => {
      addCodexHooks({ ...world, command: gate.command, events: ['PermissionRequest'] })
      const wanting = { sandbox_permissions: 'require_escalated', justification: 'need it' }
      const app = await codexAppServer({
        ...world,
        bypassHookTrust: true,
        script: [shell('touch marker', wanting), ['Done.']],
        onRequest: () => ({ decision: 'accept' }),
      })
      try {
        await app.runTurn(await app.startThread(), 'go')
        expectRan({ world, marker: 'marker', run: app, hookLog: gate, event: 'PermissionRequest' })
        expect(app.messages.map(({ method }) => method)).toContain('item/commandExecution/requestApproval')
        expect(JSON.stringify(await app.listHooks())).toContain('"trustStatus":"untrusted"')
      } finally {
        await app.close()
      }
    })
})

describe('a person', () => {
  let person: Person | undefined

  afterEach(async () => {
    await person?.close()
  })

  /** tmux counts in whole seconds: only a key in a later one shows. */
  const secondOfLastKeyIsOver = ({ activity }: Person) =>
    until(() => Math.floor(Date.now() / 1_000) > activity(), 'the second of the last key to be over')

  const atClaude = humanCasesFor('claude')
  it.skipIf(atClaude.skip)(atClaude.title('types into Claude Code, and only real keys count as theirs'), async () => {
    addClaudeHooks({ ...world, command: gate.command, events: EVENTS })
    person = await startPerson(world)
    const script = [[{ name: 'Bash', input: { command: FORBIDDEN, description: 'a step' } }], ['Refused.'], ['Hello.']]
    const client = await openClaude(person, { ...world, script })
    await secondOfLastKeyIsOver(person)
    const before = person.activity()
    await client.enter('please go')
    await client.waitForScreen(/● Refused\./)
    const typed = person.activity()
    expect(typed).toBeGreaterThan(before)
    expectDenied({ world, marker: 'marker', run: client, reason: REASON, hookLog: gate })
    await secondOfLastKeyIsOver(person)
    person.tmux('send-keys', '-t', client.pane, '-l', 'hello')
    await pause(600)
    person.tmux('send-keys', '-t', client.pane, 'Enter')
    await client.waitForScreen(/● Hello\./)
    expect(person.activity()).toBe(typed)
    expect(gate.payloads().filter((payload) => payload.hook_event_name === 'UserPromptSubmit')).toHaveLength(2)
    await client.quit()
  })

  const atCodex = humanCasesFor('codex')
  if (IN_TORTURE)
    it.skipIf(atCodex.skip)(atCodex.title('types into Codex'), async () => {
      addCodexHooks({ ...world, command: gate.command, events: EVENTS })
      person = await startPerson(world)
      const script = [[{ name: 'exec_command', arguments: { cmd: FORBIDDEN } }], ['Refused.']]
      const client = await openCodex(person, { ...world, script, bypassHookTrust: true })
      await client.enter('please go')
      await client.waitForScreen(/• Refused\./)
      expectDenied({ world, marker: 'marker', run: client, reason: REASON, hookLog: gate })
      await client.quit()
    })
})
