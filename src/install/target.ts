import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../core/model/json.ts'
import { INSTALL_PROBLEMS, INSTALLED_PARTS } from '../core/words/install.ts'
import { isClaudeProjectHook, isClaudeUserHook, removeStatusLine, statusCommandOf } from './claude-hooks.ts'
import { addToConfig, type CodexWish, hasInConfig, removeFromConfig } from './codex-config.ts'
import { isCodexHook } from './codex-hooks.ts'
import { addGroups, type HookGroup, hasGroups, type IsOurs, removeHandlers } from './hooks-json.ts'
import { type JsonNode, plainJson, scanJson } from './json-scan.ts'
import { addMember, descend, removeAt, type Spliced } from './json-splice.ts'
import {
  addLines,
  addMarkdownBlock,
  hasLines,
  hasMarkdownBlock,
  removeBlock,
  removeMarkdownBlock,
} from './marked-block.ts'
import { isOurScript } from './scripts.ts'
import { addShell, hasShell, removeShell, type ShellVariables } from './seal/shell-variables.ts'
import { isEdgeSkill } from './skill.ts'

/** What kind of place a file is, so that `uninstall` knows what is ours in it. */
export type TargetKind =
  | 'claude-settings'
  | 'claude-project'
  | 'claude-servers'
  | 'codex-hooks'
  | 'codex-config'
  | 'script'
  | 'skill'
  | 'exclude'
  | 'ledger-document'
  | 'ledger-state'
  | 'yaml-block'
  | 'markdown-block'

/** A file that `init` wants to change, and how. */
export interface Target {
  readonly kind: TargetKind
  readonly path: string
  /** For the person, after "adds". */
  readonly what: string
  /** Of a file that does not exist yet; an existing one keeps its own. */
  readonly mode: number
  has(text: string): boolean
  /** Text of a missing file is empty. */
  add(text: string): Spliced
}

export type Removed =
  /** Null: without us the file would not be there. */
  { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly problem: string }

type Hooks = {
  readonly kind: 'claude-settings' | 'claude-project' | 'codex-hooks'
  readonly path: string
  readonly what: string
}

/** `shell`: for the settings that also say through what Claude Code runs commands. */
export function hooksTarget(
  place: Hooks,
  groups: readonly HookGroup[],
  { hookCommand, shell }: { readonly hookCommand: string; readonly shell?: ShellVariables },
): Target {
  const isOurs = handlerTest(place.kind, hookCommand)
  const isUsers = place.kind === 'claude-settings'
  return {
    ...place,
    mode: place.kind === 'claude-project' ? 0o644 : 0o600,
    has: (text) => hasGroups(text, groups, isOurs) && (!isUsers || hasShell(text, shell, hookCommand)),
    add: (text) => {
      const added = addGroups(text, groups)
      return added.ok && isUsers ? addShell(added.text, shell) : added
    },
  }
}

/** Where Claude Code keeps the MCP servers of the user. It writes this file too, so ours is one member among its own. */
export function serversTarget(path: string, cliCommand: string): Target {
  const server = serverOf(cliCommand)
  return {
    kind: 'claude-servers',
    path,
    what: INSTALLED_PARTS.server,
    mode: 0o600,
    has: (text) => hasServer(text, server),
    add: (text) => addServer(text, server),
  }
}

export function codexConfigTarget(path: string, wish: CodexWish): Target {
  return {
    kind: 'codex-config',
    path,
    what: configured(wish),
    mode: 0o600,
    has: (text) => hasInConfig(text, wish),
    add: (text) => addToConfig(text, wish),
  }
}

function configured({ trust, closeTty, server, profile }: CodexWish): string {
  const parts = [
    ...(trust.length > 0 ? [INSTALLED_PARTS.trust] : []),
    ...(closeTty ? [INSTALLED_PARTS.noTerminals] : []),
    ...(server ? [INSTALLED_PARTS.dialog] : []),
    ...(profile ? [INSTALLED_PARTS.profile] : []),
  ]
  return parts.join(', ')
}

export function fileTarget(kind: 'script' | 'skill', path: string, content: string): Target {
  const isOurs = kind === 'script' ? isOurScript : isEdgeSkill
  return {
    kind,
    path,
    what: kind === 'script' ? INSTALLED_PARTS.script : INSTALLED_PARTS.command(path.split('/').at(-2)),
    mode: kind === 'script' ? 0o755 : 0o644,
    has: (text) => text === content,
    add: (text) =>
      text === '' || isOurs(text) ? { ok: true, text: content } : { ok: false, problem: INSTALL_PROBLEMS.taken },
  }
}

/** What a team has written there stays. */
export function pinTarget(path: string, content: string): Target {
  const target = fileTarget('script', path, content)
  return { ...target, what: INSTALLED_PARTS.pin, mode: 0o644, has: isOurScript }
}

/** A document of the ledger protocol. Whether an existing one may be replaced is planned before. */
export function documentTarget(path: string, content: string): Target {
  return {
    kind: 'ledger-document',
    path,
    what: INSTALLED_PARTS.document,
    mode: 0o644,
    has: (text) => text === content,
    add: () => ({ ok: true, text: content }),
  }
}

/** A file that is begun and from then on belongs to the project. */
export function stateTarget(path: string, content: string): Target {
  return {
    kind: 'ledger-state',
    path,
    what: INSTALLED_PARTS.ledger,
    mode: 0o644,
    has: (text) => text.trim() !== '',
    add: () => ({ ok: true, text: content }),
  }
}

/** Marked lines in a file of somebody else. */
export function blockTarget(kind: 'yaml-block' | 'markdown-block', path: string, lines: readonly string[]): Target {
  const isYaml = kind === 'yaml-block'
  return {
    kind,
    path,
    what: isYaml ? INSTALLED_PARTS.skillProtocols : INSTALLED_PARTS.ledgerBlock,
    mode: 0o644,
    has: (text) => (isYaml ? hasLines(text, lines) || /^protocols:/m.test(text) : hasMarkdownBlock(text, lines)),
    add: (text) => ({ ok: true, text: isYaml ? addLines(text, lines) : addMarkdownBlock(text, lines) }),
  }
}

export function excludeTarget(path: string, lines: readonly string[]): Target {
  return {
    kind: 'exclude',
    path,
    what: INSTALLED_PARTS.excludes,
    mode: 0o644,
    has: (text) => hasLines(text, lines),
    add: (text) => ({ ok: true, text: addLines(text, lines) }),
  }
}

/** Takes what is ours out of a text that changed since `init`. `before` is what stood there then, null for no file. */
export function removeOurs(kind: TargetKind, text: string, context: RemoveContext): Removed {
  const spliced = withoutOurs(kind, text, context)
  if (!spliced.ok) return spliced
  const wholeFile = kind === 'script' || kind === 'skill'
  const gone = (context.before === null || wholeFile) && isEmpty(kind, spliced.text)
  return { ok: true, text: gone ? null : spliced.text }
}

export interface RemoveContext {
  readonly before: string | null
  readonly hookCommand: string
}

function withoutOurs(kind: TargetKind, text: string, { before, hookCommand }: RemoveContext): Spliced {
  switch (kind) {
    case 'claude-settings': {
      const removed = removeHandlers(text, handlerTest(kind, hookCommand), before)
      const without = removed.ok ? removeShell(removed.text, hookCommand, before) : removed
      return without.ok ? removeStatusLine(without.text, statusCommandOf(hookCommand)) : without
    }
    case 'claude-project':
    case 'codex-hooks':
      return removeHandlers(text, handlerTest(kind, hookCommand), before)
    case 'claude-servers':
      return removeServer(text)
    case 'codex-config':
      return removeFromConfig(text)
    case 'exclude':
    case 'yaml-block':
      return { ok: true, text: removeBlock(text) }
    case 'markdown-block':
      return { ok: true, text: removeMarkdownBlock(text) }
    // Somebody wrote in it since: it is theirs now.
    case 'ledger-document':
    case 'ledger-state':
      return { ok: true, text }
    case 'script':
      return { ok: true, text: isOurScript(text) ? (before ?? '') : text }
    case 'skill':
      return { ok: true, text: isEdgeSkill(text) ? (before ?? '') : text }
  }
}

/** Whether anything of anybody is left. */
function isEmpty(kind: TargetKind, text: string): boolean {
  if (text.trim() === '') return true
  const isJson = ['claude-settings', 'claude-project', 'claude-servers', 'codex-hooks'].includes(kind)
  return isJson && /^\{\s*\}$/.test(text.trim())
}

function handlerTest(kind: Hooks['kind'], hookCommand: string): IsOurs {
  if (kind === 'claude-project') return isClaudeProjectHook
  return kind === 'claude-settings' ? isClaudeUserHook(hookCommand) : isCodexHook(hookCommand)
}

const PATH = ['mcpServers', 'fairlead'] as const

/** Our MCP server, as Claude Code keeps the user's own ones. Without a shell, and by the stable command. */
export function serverOf(cliCommand: string): Json {
  return { type: 'stdio', command: cliCommand, args: ['mcp', 'claude-code'], env: {} }
}

/** @internal */
export function addServer(text: string, server: Json): Spliced {
  return addMember(text, PATH, server)
}

export function hasServer(text: string, server: Json): boolean {
  const node = nodeIn(text)
  return node !== undefined && isDeepStrictEqual(plainJson(node), server)
}

/** A server of that name that somebody else put there stays. @internal */
export function removeServer(text: string): Spliced {
  const node = nodeIn(text)
  if (node === undefined || !isOurs(plainJson(node))) return { ok: true, text }
  const removed = removeAt(text, PATH)
  if (!removed.ok) return removed
  const scanned = scanJson(removed.text)
  const left = scanned.ok ? descend(scanned.root, ['mcpServers']) : undefined
  return left?.kind === 'object' && left.members.length === 0 ? removeAt(removed.text, ['mcpServers']) : removed
}

function nodeIn(text: string): JsonNode | undefined {
  const scanned = scanJson(text)
  return scanned.ok ? descend(scanned.root, PATH) : undefined
}

function isOurs(server: Json): boolean {
  if (typeof server !== 'object' || server === null || !('args' in server)) return false
  return isDeepStrictEqual(server.args, ['mcp', 'claude-code'])
}
