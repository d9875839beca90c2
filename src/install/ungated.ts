import { readFileSync } from 'node:fs'
import type { Paths } from '../config/paths.ts'
import { foreignField } from '../core/model/json.ts'
import { AT_ONCE } from '../disk/read-file.ts'

/** Why an agent that this runtime starts now would run without the gate; undefined when it would not. */
export function ungatedBecause(runtime: string, paths: Pick<Paths, 'codex' | 'hookCommand'>): string | undefined {
  return runtime === 'codex' ? codexUngated(paths) : undefined
}

/** Codex reads its hooks again for every new thread, subagents too: one that starts now would find no hook of ours. */
function codexUngated({ codex, hookCommand }: Pick<Paths, 'codex' | 'hookCommand'>): string | undefined {
  try {
    const text = readFileSync(codex.hooks, { encoding: 'utf8', flag: AT_ONCE })
    const groups = listOf(foreignField(foreignField(JSON.parse(text), 'hooks'), 'PreToolUse'))
    const isThere = groups.some(
      (group) =>
        foreignField(group, 'matcher') === undefined && listOf(foreignField(group, 'hooks')).some(isOurs(hookCommand)),
    )
    if (isThere) return undefined
  } catch {
    // Gone or broken: Codex then loads no hook at all.
  }
  return `\`${codex.hooks}\` no longer holds the gate's hook`
}

function isOurs(hookCommand: string): (handler: unknown) => boolean {
  return (handler) => {
    const command = foreignField(handler, 'command')
    return typeof command === 'string' && command.replaceAll("'", '').startsWith(`${hookCommand} codex`)
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
