import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Paths } from '../config/paths.ts'
import { foreignField } from '../core/model/json.ts'
import { AT_ONCE, readText } from '../disk/read-file.ts'

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

const MAX_BYTES = 4 * 1_024 * 1_024
const MAX_PLUGIN_FILES = 500
const PLUGIN_DEPTH = 6

/**
 * Whether a hook may answer the client's permission prompt for the person: in any settings file that this
 * project's client reads, or in a plugin. None of ours does. What cannot be read may hold one.
 */
export function othersMayAnswer(project: string, { claude }: Pick<Paths, 'claude'>): boolean {
  const settings = [
    ...[claude.settings, claude.managedSettings, join(claude.folder, 'settings.local.json')],
    ...foldersAbove(project).flatMap((folder) =>
      ['settings.json', 'settings.local.json'].map((name) => join(folder, '.claude', name)),
    ),
    ...listed(join(dirname(claude.managedSettings), 'managed-settings.d')),
  ]
  const plugins = hookFilesIn(join(claude.folder, 'plugins'), PLUGIN_DEPTH)
  if (plugins.length > MAX_PLUGIN_FILES) return true
  return [...settings, ...plugins].some(mayAnswer)
}

function mayAnswer(file: string): boolean {
  const text = readText(file, MAX_BYTES)
  // Gone, which is the usual case; a file that is there and too large or no text is not trusted.
  if (text === undefined) return listed(dirname(file)).includes(file)
  if (!text.includes('PermissionRequest')) return false
  try {
    const groups = foreignField(foreignField(JSON.parse(text), 'hooks'), 'PermissionRequest')
    return groups !== undefined && (!Array.isArray(groups) || groups.length > 0)
  } catch {
    return true
  }
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersAbove(above)]
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Plugins keep theirs in `hooks/hooks.json`, or in files that their manifest names. */
function hookFilesIn(folder: string, depth: number): readonly string[] {
  if (depth === 0) return []
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : hookFilesIn(path, depth - 1)
      return entry.name.endsWith('.json') ? [path] : []
    })
  } catch {
    return []
  }
}
