import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type AnthropicScript, startAnthropicServer } from './anthropic-server.ts'
import { CLIENTS } from './fetch-clients.mjs'
import type { ModelRequest, ModelServer } from './model-server.ts'
import { cleanEnvironment, clientPath, type Environment, type Finished, runToEnd } from './run-client.ts'

export type ClaudePermissionMode = 'manual' | 'acceptEdits' | 'auto' | 'dontAsk' | 'plan' | 'bypassPermissions'

export type ClaudePrint = {
  readonly home: string
  readonly project: string
  readonly prompt: string
  readonly script: AnthropicScript
  readonly args?: readonly string[]
  readonly permissionMode?: ClaudePermissionMode
  readonly env?: Environment
  readonly timeoutMs?: number
  /** A command that runs the client: `[program, ...args]`, before the client's own. */
  readonly below?: readonly string[]
}

export type ClientRun = Finished & {
  /** What the model was asked, titles and probes left out. */
  readonly requests: readonly ModelRequest[]
  readonly textOfRequest: (n: number) => string
  readonly transcriptPath: string | null
}

const DUMMY_KEY = 'dummy'
const ACCEPTED = {
  hasTrustDialogAccepted: true,
  hasCompletedProjectOnboarding: true,
  enableAllProjectMcpServers: true,
}

/** One `claude -p` from start to end against a scripted model. */
export async function runClaudePrint(options: ClaudePrint): Promise<ClientRun> {
  seedClaudeHome(options)
  const server = await startAnthropicServer(options.script)
  const args = options.args ?? []
  const picksSession = args.some((arg) => ['--session-id', '--resume', '-r', '--continue', '-c'].includes(arg))
  try {
    const [command = '', ...before] = [...(options.below ?? []), clientPath('claude')]
    const finished = await runToEnd({
      command,
      args: [
        ...before,
        '-p',
        options.prompt,
        '--permission-mode',
        options.permissionMode ?? 'bypassPermissions',
        ...(picksSession ? [] : ['--session-id', randomUUID()]),
        ...args,
      ],
      cwd: options.project,
      env: claudeEnvironment(options, server),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    })
    const { requests, textOfRequest } = server
    return { ...finished, requests, textOfRequest, transcriptPath: claudeTranscript(options) }
  } finally {
    await server.close()
  }
}

export function claudeEnvironment(
  where: { readonly home: string; readonly env?: Environment },
  server: ModelServer,
): Environment {
  return cleanEnvironment(where.home, {
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: DUMMY_KEY,
    // The client refuses to skip permissions as root unless it is told that it lives in a sandbox.
    IS_SANDBOX: '1',
    CLAUDE_CODE_TMPDIR: where.home,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    // The terminal UI would otherwise look for plugins on the network at its first start.
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    ...where.env,
  })
}

/** A helper stays in the foreground: in the background its turns would mix with those of the main agent. */
export const FOREGROUND: Environment = { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' }

/** Answers the first-run dialogs (welcome, key, folder trust) beforehand, and keeps what is already there. */
export function seedClaudeHome({ home, project }: { readonly home: string; readonly project: string }): void {
  const file = join(home, '.claude.json')
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Seed) : {}
  const seed: Seed = {
    ...before,
    hasCompletedOnboarding: true,
    lastOnboardingVersion: CLIENTS.claude.version,
    theme: 'dark',
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [DUMMY_KEY], rejected: [] },
    projects: {
      ...before.projects,
      [project]: { ...before.projects?.[project], ...ACCEPTED },
    },
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(seed, null, 2))
}

type Seed = { readonly projects?: Readonly<Record<string, object>>; readonly [key: string]: unknown }

/** The newest transcript that the client wrote for this project. */
function claudeTranscript({ home, project }: { readonly home: string; readonly project: string }): string | null {
  const folder = join(home, '.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'))
  if (!existsSync(folder)) return null
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const newestFirst = files.map((name) => join(folder, name)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  return newestFirst[0] ?? null
}
