import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
  /** A command that runs the client: `[program, ...args]`, before the client's own. */
  readonly below?: readonly string[]
}

const MODEL = 'gpt-5.5'
/** The terminal UI asks the network for its tip of the day, and no setting stops it; nobody listens on this port. */
const NOWHERE = 'http://127.0.0.1:9'

/** One `codex exec` from start to end against a scripted model. */
export async function runCodexExec(options: CodexExec): Promise<ClientRun> {
  const server = await startOpenAiServer(options.script)
  try {
    const [command = '', ...before] = [...(options.below ?? []), clientPath('codex')]
    const finished = await runToEnd({
      command,
      args: [
        ...before,
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
  return unsandboxedSettings(approval).flatMap((setting) => ['-c', setting])
}

function unsandboxedSettings(approval: string): readonly string[] {
  return ['sandbox_mode="danger-full-access"', `approval_policy="${approval}"`]
}

/** The scripted provider goes on the command line, so that `config.toml` stays as the product or the case wrote it. */
export function codexOverrides(options: { readonly model?: string }, server: ModelServer): readonly string[] {
  const settings = [...providerSettings(options, server), 'analytics.enabled=false', 'features.plugins=false']
  return settings.flatMap((setting) => ['-c', setting])
}

function providerSettings({ model }: { readonly model?: string }, server: ModelServer): readonly string[] {
  const provider = `{name="scripted",base_url="${server.url}/v1",wire_api="responses",request_max_retries=0,stream_max_retries=0}`
  return [
    `model="${model ?? MODEL}"`,
    'model_provider="scripted"',
    `model_providers.scripted=${provider}`,
    'check_for_update_on_startup=false',
    'otel.metrics_exporter="none"',
  ]
}

type Written = { readonly home: string; readonly project: string; readonly model?: string; readonly approval: string }

/**
 * The same in `config.toml`, beside what the product wrote there. With any setting on its command line Codex runs
 * everything in one process; started as people start it, hooks run below a server that has no terminal.
 */
export function writeCodexConfig(options: Written, server: ModelServer): void {
  const file = join(codexHome(options.home), 'config.toml')
  mkdirSync(codexHome(options.home), { recursive: true })
  const present = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, kept = present] = present.split(`${OURS}\n`)
  // Or it looks for its plugin collection on the network at every start.
  const features = kept.includes('[features]\n')
    ? kept.replace('[features]\n', '[features]\nplugins = false\n')
    : `${kept}\n[features]\nplugins = false\n`
  const settings = [
    ...providerSettings(options, server),
    ...unsandboxedSettings(options.approval),
    // Questions that Codex would ask at its first start: is this folder trusted, and would a newer model be nicer.
    `projects={"${options.project}"={trust_level="trusted"}}`,
    'notice={hide_full_access_warning=true,model_migrations={"gpt-5.5"="gpt-6-sol"}}',
    'analytics={enabled=false}',
  ]
  writeFileSync(
    file,
    `${settings.join('\n')}\n${OURS}\n${kept === features || kept.includes('plugins = false') ? kept : features}`,
  )
}

/** What stands above it in the file is of the case. */
const OURS = '# end of what the case wrote'

/** The newest rollout; their names begin with the time, so the last name is the newest. */
function codexTranscript(home: string): string | null {
  const folder = join(codexHome(home), 'sessions')
  if (!existsSync(folder)) return null
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
  const newest = names.sort().at(-1)
  return newest === undefined ? null : join(folder, newest)
}

/** Codex leaves a server behind for its next start; nothing of a case outlives it. */
export function endCodexServers(home: string): void {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const variables = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0')
      const isCodex = readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('codex\0app-server')
      if (isCodex && variables.includes(`CODEX_HOME=${codexHome(home)}`)) process.kill(Number(name), 'SIGKILL')
    } catch {
      // Another user's, or gone.
    }
  }
}
