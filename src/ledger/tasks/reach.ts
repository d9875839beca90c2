import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { openText } from '../files/open-text.ts'

/** Git runs these itself, on the person's own commands; a Beads program never does. */
const GIT_HOOKS = new Set(['pre-commit', 'prepare-commit-msg', 'post-merge', 'post-checkout', 'pre-push'])
/** Settings of a Beads program that run something, or lead to another place or machine. */
const REACHING_KEYS = /^(?:hooks?|db|repos|external_projects)(?:\.|$)|(?:^|[._-])(?:host|url|command|cmd|exec)(?:\.|$)/i
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|::1)?$/
const MAX_DEPTH = 4

/**
 * Why a Beads program is not run here: `.beads/` comes with the repository, and the program would run its scripts, write
 * where it points to, or call the machine that it names. Undefined: it stays at home.
 */
export function reachOf(root: string): string | undefined {
  const folder = join(root, '.beads')
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return '`.beads` is a link'
  for (const name of ['redirect', 'routes.jsonl'])
    if (existsSync(join(folder, name))) return `\`.beads/${name}\` leads elsewhere`
  const script = scriptsIn(join(folder, 'hooks'))[0]
  if (script !== undefined) return `\`.beads/hooks/${script}\` would be run`
  for (const name of ['config.yaml', 'metadata.json']) {
    const key = reachingKey(root, `.beads/${name}`)
    if (key !== undefined) return `\`${key}\` of \`.beads/${name}\` leads elsewhere`
  }
  return undefined
}

function scriptsIn(folder: string): readonly string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (!found.isDirectory()) return ['']
  return readdirSync(folder).filter((name) => !GIT_HOOKS.has(name) && !name.endsWith('.md'))
}

/** JSON is YAML. What cannot be read cannot be called harmless. */
function reachingKey(root: string, path: string): string | undefined {
  const opened = openText(root, path, 100_000)
  if (opened.kind === 'missing') return undefined
  if (opened.kind !== 'text') return 'something'
  try {
    return keysOf(parse(opened.text, { maxAliasCount: 0 }), '').find(
      ([key, value]) => REACHING_KEYS.test(key) && !LOOPBACK.test(String(value ?? '')),
    )?.[0]
  } catch {
    return 'something'
  }
}

function keysOf(value: unknown, prefix: string, depth = 0): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [`${prefix}${key}`, inner] as const,
    ...keysOf(inner, `${prefix}${key}.`, depth + 1),
  ])
}
