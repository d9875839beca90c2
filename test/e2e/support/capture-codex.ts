import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codexAppServer } from './app-server.ts'
import type { Capture } from './capture-fixtures.ts'
import { type CodexExec, runCodexExec } from './codex.ts'
import { openCodex } from './open-client.ts'
import type { OpenAiItem } from './openai-server.ts'
import { addCodexHooks, type Recorded, writeRecordingHook } from './recording-hook.ts'
import { startPerson } from './tui.ts'
import { until } from './until.ts'
import { createWorld, type World } from './world.ts'

const EVENTS = [
  ...[
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PermissionRequest',
    'PostToolUse',
    'PreCompact',
    'PostCompact',
  ],
  ...['SubagentStart', 'SubagentStop', 'Stop', 'Interrupt', 'SessionEnd'],
]

/** One red dot, for `view_image`. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const MCP = `mcp_servers.echo={command="node",args=["${join(import.meta.dirname, 'mcp-echo.mjs')}"]}`

type Play = (world: World, recorded: Recorded) => Promise<void>

const SCENARIOS: readonly { readonly play: Play; readonly kind: string }[] = [
  { play: tools, kind: 'exec' },
  { play: codeMode, kind: 'code-mode' },
  { play: agents, kind: 'agents' },
  { play: resumed, kind: 'resumed' },
  { play: compaction, kind: 'compacted' },
  { play: editor, kind: 'app-server' },
  { play: interrupted, kind: 'tui' },
]

export async function captureCodex(say: (line: string) => void): Promise<readonly Capture[]> {
  const captures: Capture[] = []
  for (const { play, kind } of SCENARIOS) {
    const startedMs = Date.now()
    const world = createWorld()
    const recorded = writeRecordingHook({ folder: join(world.root, 'recorder') })
    addCodexHooks({ home: world.home, command: recorded.command, events: EVENTS })
    try {
      await play(world, recorded)
      for (const payload of recorded.payloads()) captures.push({ payload, world, kind })
      say(`codex: ${play.name} (${Date.now() - startedMs} ms)`)
    } finally {
      world.remove()
    }
  }
  return captures
}

const exec = (world: World, options: Omit<CodexExec, 'home' | 'project'>) =>
  runCodexExec({ ...world, bypassHookTrust: true, ...options })
const shell = (cmd: string) => ({ name: 'exec_command', arguments: { cmd } })
const patch = (...lines: readonly string[]) => ({
  name: 'apply_patch',
  input: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n'),
})

async function tools(world: World): Promise<void> {
  const image = world.path('dot.png')
  writeFileSync(image, Buffer.from(PNG, 'base64'))
  const calls: readonly OpenAiItem[] = [
    shell('echo hello'),
    shell('echo broken; exit 3'),
    patch('*** Add File: a.txt', '+one'),
    patch('*** Update File: a.txt', '@@', '-one', '+two'),
    { name: 'say', namespace: 'mcp__echo', arguments: { text: 'hello' } },
    { name: 'say', namespace: 'mcp__echo', arguments: { text: 'fail' } },
    { name: 'view_image', arguments: { path: image } },
    { name: 'create_goal', arguments: { objective: 'be done' } },
    { name: 'update_goal', arguments: { status: 'complete' } },
    { name: 'tool_search', arguments: { query: 'echo' } },
  ]
  await exec(world, {
    prompt: 'do the work',
    args: ['-c', MCP],
    script: [...calls.map((call) => [call]), ['All done.']],
  })
}

/** Newer models have one tool that runs JavaScript; the calls inside it fire hooks of their own. */
async function codeMode(world: World): Promise<void> {
  const program = 'const r = await tools.exec_command({ cmd: "echo nested" }); text(JSON.stringify(r))'
  const script = [[{ name: 'exec', input: program }], ['All done.']]
  await exec(world, { prompt: 'do the work', model: 'gpt-6-sol', script })
}

async function agents(world: World): Promise<void> {
  const spawn = { message: 'SUBPROMPT look', agent_type: 'explorer' }
  await exec(world, {
    prompt: 'do the work',
    script: [
      [{ name: 'spawn_agent', namespace: 'multi_agent_v1', arguments: spawn }],
      { when: childOnly, items: [shell('echo in-sub')] },
      { when: childOnly, items: ['The child is done.'] },
      { items: [shell('sleep 1')] },
      ['All done.'],
    ],
  })
}

const childOnly = ({ text }: { readonly text: string }) =>
  text.includes('SUBPROMPT look') && !text.includes('do the work')

async function resumed(world: World): Promise<void> {
  await exec(world, { prompt: 'hello', script: [['Hello.']] })
  await exec(world, { prompt: 'go on', args: ['resume', '--last'], script: [['Going on.']] })
}

async function compaction(world: World): Promise<void> {
  const script = [{ items: [shell('echo one')], inputTokens: 240_000 }, [shell('echo two')], ['All done.']]
  await exec(world, { prompt: 'a long story', args: ['-c', 'model_auto_compact_token_limit=200000'], script })
}

/** As an editor drives it: approvals exist, compaction can be asked for, and a new thread can follow a clear. */
async function editor(world: World): Promise<void> {
  const wanting = {
    name: 'exec_command',
    arguments: { cmd: 'touch asked', sandbox_permissions: 'require_escalated', justification: 'need it' },
  }
  const app = await codexAppServer({
    ...world,
    bypassHookTrust: true,
    args: ['-c', MCP],
    script: [[wanting], [patch('*** Add File: b.txt', '+one')], ['All done.'], ['Again.'], ['Afresh.']],
    onRequest: () => ({ decision: 'accept' }),
  })
  try {
    const thread = await app.startThread()
    await app.runTurn(thread, 'please go')
    await app.request('thread/compact/start', { threadId: thread })
    await app.waitFor('turn/completed', 2)
    await app.runTurn(thread, 'go on')
    const next = await app.startThread({ sessionStartSource: 'clear' })
    await app.runTurn(next, 'afresh')
  } finally {
    await app.close()
  }
}

async function interrupted(world: World, recorded: Recorded): Promise<void> {
  const person = await startPerson(world)
  try {
    const client = await openCodex(person, {
      ...world,
      bypassHookTrust: true,
      args: ['--dangerously-bypass-approvals-and-sandbox'],
      script: [[shell('sleep 20')], ['All done.']],
    })
    await client.enter('please go')
    await until(() => recorded.fired().includes('PreToolUse'), 'PreToolUse', { describe: client.screen })
    await pause(500)
    await client.press('Escape')
    await until(() => recorded.fired().includes('Interrupt'), 'Interrupt', { describe: client.screen })
    await client.quit()
  } finally {
    await person.close()
  }
}
