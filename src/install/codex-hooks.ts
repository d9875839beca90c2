import { createHash } from 'node:crypto'
import { canonicalJson, isJsonObject, type Json } from '../core/model/json.ts'
import type { TrustedHook } from './codex-config.ts'
import {
  type FoundHandler,
  findHandlers,
  formerCommand,
  HOOK_SECONDS,
  type HookGroup,
  hookFlags,
} from './hooks-json.ts'

const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PreCompact',
  'PostCompact',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'Interrupt',
  'SessionEnd',
]

/** Codex clamps these two and warns; the clamped number is what it hashes. */
const SHORT_TIMEOUT_SECONDS = 3
const SHORT_EVENTS = ['Interrupt', 'SessionEnd']
const DEFAULT_TIMEOUT_SECONDS = 600

export function codexGroups(hookCommand: string, strict: boolean): readonly HookGroup[] {
  return EVENTS.map((event) => {
    const timeout = SHORT_EVENTS.includes(event) ? SHORT_TIMEOUT_SECONDS : HOOK_SECONDS
    const flags = hookFlags(strict && event === 'PreToolUse', timeout)
    const command = [shellWord(hookCommand), 'codex', ...flags].join(' ')
    return { event, group: { hooks: [{ type: 'command', command, timeout }] } }
  })
}

const FLAGS = /^(?: --strict)?(?: --wait \d+)?$/

export function isCodexHook(hookCommand: string): (handler: Json) => boolean {
  const starts = [hookCommand, formerCommand(hookCommand)].map((one) => `${shellWord(one)} codex`)
  return (handler) => {
    const command = isJsonObject(handler) ? handler.command : undefined
    if (typeof command !== 'string') return false
    return starts.some((start) => command.startsWith(start) && FLAGS.test(command.slice(start.length)))
  }
}

/** Codex's names and hashes of our hooks as they stand in `text`; `hooksFile` as Codex itself spells it. */
export function trustOf(text: string, hooksFile: string, hookCommand: string): readonly TrustedHook[] {
  const found = findHandlers(text, isCodexHook(hookCommand))
  return found.ok ? found.handlers.map((handler) => trustedHook(handler, hooksFile)) : []
}

/** A word for `sh`: quoted only where that is needed, so that the common case stays readable. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function trustedHook(
  { event, group, groupIndex, handlerIndex, handler }: FoundHandler,
  hooksFile: string,
): TrustedHook {
  const name = event.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
  const matcher = group.matcher
  const fields = isJsonObject(handler) ? handler : {}
  const definition = {
    event_name: name,
    ...(typeof matcher === 'string' ? { matcher } : {}),
    hooks: [
      {
        type: 'command',
        command: fields.command ?? '',
        timeout: fields.timeout ?? DEFAULT_TIMEOUT_SECONDS,
        async: false,
        ...(typeof fields.statusMessage === 'string' ? { statusMessage: fields.statusMessage } : {}),
      },
    ],
  }
  const hash = createHash('sha256').update(canonicalJson(definition)).digest('hex')
  return { key: `${hooksFile}:${name}:${groupIndex}:${handlerIndex}`, hash: `sha256:${hash}` }
}
