import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientRun } from './claude.ts'
import type { ModelServer } from './model-server.ts'
import { type OpenAiScript, startOpenAiServer } from './openai-server.ts'
import { cleanEnvironment, clientPath, type Environment, runToEnd } from './run-client.ts'

export type CodexSettings = {
  readonly home: string
  readonly project: string
  readonly args?: readonly string[]
  readonly env?: Environment
  /** Runs hooks that nobody has trusted. Leave it off where the recorded trust is what is being proven. */
  readonly bypassHookTrust?: boolean
  /** A slug of `codex debug models`; others are not offered `apply_patch`. */
  readonly model?: string
}

export type CodexExec = CodexSettings & {
  readonly prompt: string
  readonly script: OpenAiScript
  readonly timeoutMs?: number
}

const MODEL = 'gpt-5.5'
/** The terminal UI asks the network for its tip of the day, and no setting stops it; nobody listens on this port. */
const NOWHERE = 'http://127.0.0.1:9'

/** One `codex exec` from start to end against a scripted model. */
export async function runCodexExec(options: CodexExec): Promise<ClientRun> {
  const server = await startOpenAiServer(options.script)
  try {
    const finished = await runToEnd({
      command: clientPath('codex'),
      args: [
        'exec',
        '--json',
        '--skip-git-repo-check',
        ...(options.bypassHookTrust === true ? ['--dangerously-bypass-hook-trust'] : []),
        ...codexOverrides(options, server),
        ...unsandboxed('never'),
        ...(options.args ?? []),
        options.prompt,
      ],
      cwd: options.project,
      env: codexEnvironment(options),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    })
    const { requests, textOfRequest } = server
    return { ...finished, requests, textOfRequest, transcriptPath: codexTranscript(options.home) }
  } finally {
    await server.close()
  }
}

const codexHome = (home: string) => join(home, '.codex')

export function codexEnvironment({ home, env }: { readonly home: string; readonly env?: Environment }): Environment {
  mkdirSync(codexHome(home), { recursive: true })
  return cleanEnvironment(home, { CODEX_HOME: codexHome(home), HTTPS_PROXY: NOWHERE, ...env })
}

/** What a call does shows in the world; whether Codex asks its person first is told by `approval`. */
export function unsandboxed(approval: 'never' | 'on-request'): readonly string[] {
  return ['-c', 'sandbox_mode="danger-full-access"', '-c', `approval_policy="${approval}"`]
}

/** The scripted provider goes on the command line, so that `config.toml` stays as the product or the case wrote it. */
export function codexOverrides({ model }: { readonly model?: string }, server: ModelServer): readonly string[] {
  const provider = `{name="scripted",base_url="${server.url}/v1",wire_api="responses",request_max_retries=0,stream_max_retries=0}`
  const settings = [
    `model="${model ?? MODEL}"`,
    'model_provider="scripted"',
    `model_providers.scripted=${provider}`,
    'check_for_update_on_startup=false',
    'analytics.enabled=false',
    'otel.metrics_exporter="none"',
    // Or it looks for its plugin collection on the network at every start.
    'features.plugins=false',
  ]
  return settings.flatMap((setting) => ['-c', setting])
}

/** The newest rollout; their names begin with the time, so the last name is the newest. */
function codexTranscript(home: string): string | null {
  const folder = join(codexHome(home), 'sessions')
  if (!existsSync(folder)) return null
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
  const newest = names.sort().at(-1)
  return newest === undefined ? null : join(folder, newest)
}
