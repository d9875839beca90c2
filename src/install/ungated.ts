import { readFileSync } from 'node:fs'
import type { Paths } from '../config/paths.ts'
import { AT_ONCE } from '../disk/read-file.ts'

/** Why an agent that this runtime starts now would run without the gate; undefined when it would not. */
export function ungatedBecause(runtime: string, paths: Pick<Paths, 'codex' | 'hookCommand'>): string | undefined {
  return runtime === 'codex' ? codexUngated(paths) : undefined
}

/** Codex reads its hooks again for every new thread, subagents too: one that starts now would find no hook of ours. */
function codexUngated({ codex, hookCommand }: Pick<Paths, 'codex' | 'hookCommand'>): string | undefined {
  try {
    const text = readFileSync(codex.hooks, { encoding: 'utf8', flag: AT_ONCE })
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
