import { type AnthropicScript, startAnthropicServer } from './anthropic-server.ts'
import { type ClaudePermissionMode, claudeEnvironment, seedClaudeHome } from './claude.ts'
import { type CodexSettings, codexEnvironment, writeCodexConfig } from './codex.ts'
import type { ModelServer } from './model-server.ts'
import { type OpenAiScript, startOpenAiServer } from './openai-server.ts'
import { clientPath, type Environment } from './run-client.ts'
import type { Terminal } from './terminal.ts'
import type { Person } from './tui.ts'

/** A client in the person's terminal, with the scripted model behind it. */
export type OpenClient = Terminal &
  Pick<ModelServer, 'requests' | 'textOfRequest' | 'log'> & { readonly quit: () => Promise<void> }

export type OpenClaude = {
  readonly home: string
  readonly project: string
  readonly script: AnthropicScript
  readonly args?: readonly string[]
  readonly permissionMode?: ClaudePermissionMode
  readonly env?: Environment
  /** What the first screen must show; the prompt when left out. */
  readonly readyWhen?: RegExp
  /** In a terminal without a multiplexer. */
  readonly plain?: boolean
}

export type OpenCodex = CodexSettings & {
  readonly script: OpenAiScript
  readonly readyWhen?: RegExp
  /** When Codex asks its person; `on-request` when left out. */
  readonly approval?: 'never' | 'on-request' | 'on-failure'
}

/** Claude Code's terminal UI, ready for typing. */
export async function openClaude(person: Person, options: OpenClaude): Promise<OpenClient> {
  seedClaudeHome(options)
  const server = await startAnthropicServer(options.script)
  const mode = options.permissionMode ?? 'bypassPermissions'
  const terminal = await person.open({
    argv: [clientPath('claude'), '--permission-mode', mode, ...(options.args ?? [])],
    cwd: options.project,
    env: clientVariables(claudeEnvironment(options, server)),
    plain: options.plain ?? false,
  })
  return ready({ terminal, server, prompt: options.readyWhen ?? /^\s*❯/m })
}

/** Codex's terminal UI, started as people start it, ready for typing. */
export async function openCodex(person: Person, options: OpenCodex): Promise<OpenClient> {
  const server = await startOpenAiServer(options.script)
  writeCodexConfig({ approval: 'on-request', ...options }, server)
  const terminal = await person.open({
    argv: [
      clientPath('codex'),
      ...(options.bypassHookTrust === true ? ['--dangerously-bypass-hook-trust'] : []),
      ...(options.args ?? []),
    ],
    cwd: options.project,
    env: clientVariables(codexEnvironment(options)),
  })
  const prompt = options.readyWhen ?? /^\s*› (?!\d\.)/m
  return ready({ terminal, server, prompt })
}

/** tmux names the terminal inside its windows itself. */
function clientVariables({ TERM: _outer, ...rest }: Environment): Environment {
  return rest
}

type Opened = { readonly terminal: Terminal; readonly server: ModelServer; readonly prompt: RegExp }

async function ready({ terminal, server, prompt }: Opened): Promise<OpenClient> {
  const quit = async () => {
    await terminal.close()
    await server.close()
  }
  try {
    await terminal.waitForScreen(prompt, 30_000)
  } catch (error) {
    await quit()
    throw error
  }
  return {
    ...terminal,
    get requests() {
      return server.requests
    },
    log: server.log,
    textOfRequest: server.textOfRequest,
    quit,
  }
}
