import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnthropicScript } from './anthropic-server.ts'
import type { ClaudePermissionMode } from './claude.ts'
import { type OpenClient, openClaude } from './open-client.ts'
import type { Recorded } from './recording-hook.ts'
import { startPerson } from './tui.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

export const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'a step' } })

/** What only the terminal UI can show: a person's typing, permission dialogs, clear, manual compaction, live settings. */
export async function terminal(world: World, recorded: Recorded): Promise<void> {
  const write = { name: 'Write', input: { file_path: world.path('note.txt'), content: 'one\n' } }
  const mcp = { name: 'mcp__echo__say', input: { text: 'hello' } }
  const script = [[bash('touch asked')], [write], [mcp], ['All three done.'], ['Nothing was approved.'], ['And again.']]
  await atTheKeyboard({ world, recorded, script, permissionMode: 'manual' }, async (client, saw) => {
    await client.enter('please go')
    await client.waitForScreen(/Do you want to proceed/)
    await saw('Notification', { notification_type: 'permission_prompt' })
    await client.press('Enter')
    await client.confirm(/Do you want to create/)
    await client.confirm(/Say Tool.*Do you want to proceed/s)
    await client.waitForScreen(/All three done/)
    await client.enter('/edge approve 42')
    await client.waitForScreen(/Nothing was approved/)
    await client.enter('/compact keep the names')
    await saw('SessionStart', { source: 'compact' })
    await changeSettings(world, saw)
    await client.enter('/clear')
    await saw('SessionStart', { source: 'clear' })
    await client.enter('once more')
    await client.waitForScreen(/And again/)
    await client.enter('/exit')
    await saw('SessionEnd', { reason: 'prompt_input_exit' })
  })
}

/** Each file gains a harmless key, so that the hooks live on. */
async function changeSettings(world: World, saw: Saw): Promise<void> {
  const user = join(world.home, '.claude/settings.json')
  const before = JSON.parse(readFileSync(user, 'utf8')) as object
  const changes = [
    { source: 'local_settings', file: '.claude/settings.local.json', text: '{"env":{"ADDED":"1"}}' },
    { source: 'project_settings', file: '.claude/settings.json', text: '{"env":{"ADDED":"2"}}' },
    { source: 'user_settings', file: user, text: JSON.stringify({ ...before, env: { ADDED: '3' } }) },
    { source: 'skills', file: '.claude/skills/greet/SKILL.md', text: '---\nname: greet\n---\nSay hello.\n' },
  ]
  for (const { source, file, text } of changes) {
    world.write(file, text)
    await saw('ConfigChange', { source })
    await pause(500)
  }
}

/** A hook that asks, the questions of the client itself, and another model. */
export async function dialogs(world: World, recorded: Recorded): Promise<void> {
  const options = [
    { label: 'Red', description: 'the warm one' },
    { label: 'Blue', description: 'the cold one' },
  ]
  const question = { question: 'Which colour?', header: 'Colour', multiSelect: false, options }
  const script = [
    [bash('touch ASKED')],
    [{ name: 'AskUserQuestion', input: { questions: [question] } }],
    ['All answered.'],
    ['Another model.'],
  ]
  await atTheKeyboard({ world, recorded, script, permissionMode: 'bypassPermissions' }, async (client, saw) => {
    await client.enter('please go')
    await client.confirm(/Do you want to proceed/)
    await client.confirm(/Which colour/)
    await client.waitForScreen(/All answered/)
    await client.enter('/model claude-sonnet-4-5')
    await client.confirm(/Yes, switch to/)
    await saw('PostModelSwitch', {})
  })
}

/** A model that only errs ends the turn with StopFailure. */
export async function failure(world: World, recorded: Recorded): Promise<void> {
  const script = [{ blocks: [], status: 400, sticky: true }]
  await atTheKeyboard({ world, recorded, script, permissionMode: 'manual' }, async (client, saw) => {
    await client.enter('try it')
    await saw('StopFailure', {})
  })
}

type Saw = (event: string, fields: Readonly<Record<string, string>>) => Promise<void>

type Sitting = {
  readonly world: World
  readonly recorded: Recorded
  readonly script: AnthropicScript
  readonly permissionMode: ClaudePermissionMode
}

async function atTheKeyboard(sitting: Sitting, act: (client: OpenClient, saw: Saw) => Promise<void>): Promise<void> {
  const { world, recorded, script, permissionMode } = sitting
  const person = await startPerson(world)
  try {
    const client = await openClaude(person, { ...world, script, permissionMode })
    const saw: Saw = (event, fields) => {
      const fits = (payload: Readonly<Record<string, unknown>>) =>
        payload.hook_event_name === event && Object.entries(fields).every(([key, value]) => payload[key] === value)
      const what = `${event} ${Object.values(fields).join()}`
      return until(() => recorded.payloads().some(fits), what, { timeoutMs: 30_000, describe: client.screen })
    }
    await act(client, saw)
    await client.quit()
  } finally {
    await person.close()
  }
}
