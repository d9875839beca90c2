import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { type AnthropicScript, startAnthropicServer } from './anthropic-server.ts'
import { type ClaudePermissionMode, claudeEnvironment, seedClaudeHome } from './claude.ts'
import { clientPath } from './run-client.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

type Message = { readonly type: string; readonly [key: string]: unknown }

/** Claude Code as an editor's panel starts it: no terminal, and the editor at the other end of its pipes. */
export type Panel = {
  readonly say: (text: string) => void
  /** Everything that the client told the editor, oldest first. */
  readonly heard: () => readonly Message[]
  /** The editor hears a message in which this stands. */
  readonly hears: (wanted: RegExp) => Promise<void>
}

type Opening = { readonly script: AnthropicScript; readonly permissionMode: ClaudePermissionMode | 'default' }

export async function openPanel(world: World, { script, permissionMode }: Opening): Promise<Panel> {
  seedClaudeHome(world)
  const server = await startAnthropicServer(script)
  const flags = ['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose']
  const asking = ['--permission-prompt-tool', 'stdio', '--permission-mode', permissionMode]
  const client = spawn(clientPath('claude'), [...flags, ...asking, '--allow-dangerously-skip-permissions'], {
    cwd: world.project,
    env: { ...claudeEnvironment(world, server), CLAUDE_CODE_ENTRYPOINT: 'claude-vscode' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    client.kill('SIGKILL')
    await server.close()
  })
  let text = ''
  client.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  const send = (message: object) => void client.stdin.write(`${JSON.stringify(message)}\n`)
  const heard = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Message)
  const hears = (wanted: RegExp) =>
    until(() => heard().some((one) => wanted.test(JSON.stringify(one))), `the editor to hear ${wanted}`, {
      timeoutMs: 45_000,
      describe: () => text.slice(-2_000),
    })
  send({ type: 'control_request', request_id: 'begin', request: { subtype: 'initialize' } })
  await hears(/"request_id":"begin"/)
  return {
    say: (words) => send({ type: 'user', message: { role: 'user', content: [{ type: 'text', text: words }] } }),
    heard,
    hears,
  }
}
