import { readFileSync } from 'node:fs'
import type { Paths } from '../config/paths.ts'

/**
 * Codex reads its hooks again for every new thread, subagents too: with our hook gone from the file, a thread that is
 * started now would run without the gate. Undefined while the hook is there.
 */
export function codexUngated({ codex, hookCommand }: Pick<Paths, 'codex' | 'hookCommand'>): string | undefined {
  try {
    const text = readFileSync(codex.hooks, 'utf8')
    const groups = listOf(memberOf(memberOf(JSON.parse(text), 'hooks'), 'PreToolUse'))
    const isThere = groups.some(
      (group) => memberOf(group, 'matcher') === undefined && listOf(memberOf(group, 'hooks')).some(isOurs(hookCommand)),
    )
    if (isThere) return undefined
  } catch {
    // Gone or broken: Codex then loads no hook at all.
  }
  return `\`${codex.hooks}\` no longer holds the gate's hook`
}

function isOurs(hookCommand: string): (handler: unknown) => boolean {
  return (handler) => {
    const command = memberOf(handler, 'command')
    return typeof command === 'string' && command.replaceAll("'", '').startsWith(`${hookCommand} codex`)
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
