import type { Environment } from '../core/model/json.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { codex } from './codex/codex.ts'
import type { Runtime } from './runtime.ts'

/** Every agent client that we speak to. */
export const RUNTIMES: readonly Runtime[] = [claudeCode, codex]

export function runtimeOf(name: string): Runtime | undefined {
  return RUNTIMES.find((runtime) => runtime.name === name)
}

/** The runtime in whose shell a command was called. Any program can set the variable: it names a line and proves nothing. */
export function callingRuntime(env: Environment): Runtime | undefined {
  return RUNTIMES.find(({ client }) => env[client.calling])
}

/** The session that a command was called from, where its runtime says so. */
export function callingSession(env: Environment): string | undefined {
  return RUNTIMES.map(({ client }) => env[client.session]).find((session) => session)
}
