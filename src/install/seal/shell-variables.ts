import { isJsonObject, type Json } from '../../core/model/json.ts'
import { plainJson, scanJson } from '../json-scan.ts'
import { addMember, descend, removeAt, type Spliced } from '../json-splice.ts'

/** Both are needed: the first is what every command goes through, the second also what reads the person's profile. */
const NAMES = ['CLAUDE_CODE_SHELL_PREFIX', 'CLAUDE_CODE_SHELL'] as const

/** What Claude Code reads from `env` in its settings; undefined wants neither to be ours. */
export type ShellVariables = Readonly<Record<(typeof NAMES)[number], string>> | undefined

/** A value of ours: the helper, under one of its names. */
function isOurs(value: Json | undefined, hookCommand: string): boolean {
  const seal = hookCommand.replace(/hook$/, 'seal')
  return value === seal || (typeof value === 'string' && value.startsWith(`${seal}-`))
}

export function hasShell(text: string, wanted: ShellVariables, hookCommand: string): boolean {
  const found = shellIn(text)
  return NAMES.every((name) => (wanted ? found[name] === wanted[name] : !isOurs(found[name], hookCommand)))
}

/** Into a text that has none of ours: what the person had there gives way, and is chained by the plan. */
export function addShell(text: string, wanted: ShellVariables): Spliced {
  let result: Spliced = { ok: true, text }
  for (const [name, value] of Object.entries(wanted ?? {})) {
    if (result.ok) result = removeAt(result.text, ['env', name])
    if (result.ok) result = addMember(result.text, ['env', name], value)
  }
  return result
}

/** Takes ours out and puts back what stood there before. */
export function removeShell(text: string, hookCommand: string, before: string | null): Spliced {
  const [found, former] = [shellIn(text), shellIn(before ?? '')]
  let result: Spliced = { ok: true, text }
  for (const name of NAMES.filter((one) => isOurs(found[one], hookCommand))) {
    const value = former[name]
    if (result.ok) result = removeAt(result.text, ['env', name])
    if (result.ok && value !== undefined) result = addMember(result.text, ['env', name], value)
  }
  if (!result.ok || result.text === text || hasEnv(before)) return result
  const scanned = scanJson(result.text)
  const left = scanned.ok ? descend(scanned.root, ['env']) : undefined
  return left?.kind === 'object' && left.members.length === 0 ? removeAt(result.text, ['env']) : result
}

/** The person's own prefix and shell, where they have some. */
export function foreignShell(text: string, hookCommand: string): { readonly prefix?: string; readonly shell?: string } {
  const [prefix, shell] = NAMES.map((name) => shellIn(text)[name])
  const own = (value: Json | undefined) =>
    typeof value === 'string' && value !== '' && !isOurs(value, hookCommand) ? value : undefined
  const [ownPrefix, ownShell] = [own(prefix), own(shell)]
  return { ...(ownPrefix !== undefined && { prefix: ownPrefix }), ...(ownShell !== undefined && { shell: ownShell }) }
}

/** What this text has of ours. */
export function shellOf(text: string, hookCommand: string): ShellVariables {
  const [prefix, shell] = NAMES.map((name) => shellIn(text)[name])
  return isOurs(prefix, hookCommand) && isOurs(shell, hookCommand)
    ? { CLAUDE_CODE_SHELL_PREFIX: `${prefix}`, CLAUDE_CODE_SHELL: `${shell}` }
    : undefined
}

function shellIn(text: string): { readonly [name: string]: Json } {
  const scanned = scanJson(text)
  const root = scanned.ok && scanned.root !== null ? plainJson(scanned.root) : {}
  const env = isJsonObject(root) ? root['env'] : undefined
  return env !== undefined && isJsonObject(env) ? env : {}
}

function hasEnv(text: string | null): boolean {
  const scanned = text === null ? null : scanJson(text)
  return scanned?.ok === true && descend(scanned.root, ['env']) !== undefined
}
