import { claudeCode } from './claude-code/claude-code.ts'
import { codex } from './codex/codex.ts'
import type { Runtime } from './runtime.ts'

/** Every agent client that we speak to. */
const RUNTIMES: readonly Runtime[] = [claudeCode, codex]

export function runtimeOf(name: string): Runtime | undefined {
  return RUNTIMES.find((runtime) => runtime.name === name)
}
