import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../core/model/json.ts'
import { type JsonNode, plainJson, scanJson } from './json-scan.ts'
import { addMember, descend, removeAt, type Spliced } from './json-splice.ts'

const PATH = ['mcpServers', 'fairlead'] as const

/** Our MCP server, as Claude Code keeps the user's own ones. Without a shell, and by the stable command. */
export function serverOf(cliCommand: string): Json {
  return { type: 'stdio', command: cliCommand, args: ['mcp', 'claude-code'], env: {} }
}

export function addServer(text: string, server: Json): Spliced {
  return addMember(text, PATH, server)
}

export function hasServer(text: string, server: Json): boolean {
  const node = nodeIn(text)
  return node !== undefined && isDeepStrictEqual(plainJson(node), server)
}

/** A server of that name that somebody else put there stays. */
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
