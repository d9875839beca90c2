import { object } from 'valibot'
import type { Json } from '../core/model/json.ts'
import type { ToolCall } from '../core/model/tool.ts'
import { json, legible, optionalText } from './legible.ts'

/** Deeper values are kept as text: everything behind this door walks inputs recursively, and no tool needs more. */
const MAX_DEPTH = 256

/** A call of a tool as a hook payload tells it. */
export interface NativeCall {
  readonly name: string
  readonly input: Json | undefined
  readonly cwd: string
  /** Name of the MCP server, where the runtime gives it apart from the tool's name. */
  readonly server?: string | undefined
}

/** `tool` is undefined when what matters could not be read; `bad` is a path below the input. */
export interface ToolReading {
  readonly tool: ToolCall | undefined
  /** What it would have been, where that is something an agent may be locked out of. */
  readonly unread?: 'shell' | 'edit'
  readonly bad?: string | undefined
}

export type ReadTool = (call: NativeCall) => ToolReading

/** Turns a call into our words with the table of one runtime. What is in no table, and not MCP, is `other`. */
export function readTool(table: ReadonlyMap<string, ReadTool>, call: NativeCall): ToolReading & { tool: ToolCall } {
  const { tool, bad, unread } = (table.get(call.name) ?? (call.name.startsWith('mcp__') ? readMcp : readOther))(call)
  const path = bad === undefined ? undefined : ['tool_input', bad].filter((part) => part !== '').join('.')
  const other = { kind: 'other', name: call.name, input: keptInput(call.input), ...(unread && { unread }) } as const
  return { tool: tool ?? other, bad: path }
}

const Shell = object({ command: optionalText, run_in_background: json, dangerouslyDisableSandbox: json })

export function readShellCall({ name, input }: NativeCall): ToolReading {
  const { fields, bad } = legible(Shell, input, ['command'])
  if (typeof fields.command !== 'string') return { tool: undefined, bad, unread: 'shell' }
  const background = fields.run_in_background === true && { background: true as const }
  const unsandboxed = fields.dangerouslyDisableSandbox === true && { unsandboxed: true as const }
  return { tool: { kind: 'shell', name, command: fields.command, ...background, ...unsandboxed }, bad }
}

/** The optionalText of a value that a tool answered with. */
export function outputText(value: Json | undefined): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return isWithinDepth(value) ? JSON.stringify(value) : flatText(value)
}

function readOther(call: NativeCall): ToolReading {
  return { tool: undefined, bad: call.input === undefined ? '' : undefined }
}

/** `mcp__server__tool`; the server's own name may hold characters that the tool's name spells as `_`. */
function readMcp({ name, input, server }: NativeCall): ToolReading {
  const spelt = `mcp__${(server ?? '').replace(/[^A-Za-z0-9_-]/g, '_')}__`
  const rest = name.slice('mcp__'.length)
  const cut = rest.indexOf('__')
  const parts =
    server !== undefined && name.startsWith(spelt)
      ? { server, tool: name.slice(spelt.length) }
      : { server: server ?? (cut < 0 ? rest : rest.slice(0, cut)), tool: cut < 0 ? '' : rest.slice(cut + 2) }
  return { tool: { kind: 'mcp', name, ...parts, input: keptInput(input) }, bad: input === undefined ? '' : undefined }
}

function keptInput(input: Json = null): Json {
  return isWithinDepth(input) ? input : flatText(input)
}

function isWithinDepth(value: Json, depth = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((item) => isWithinDepth(item, depth - 1))
}

/** Every key and value in order, without recursion, so that nothing can hide from the rules by being buried. */
function flatText(value: Json): string {
  const parts: string[] = []
  const todo: Json[] = [value]
  while (todo.length > 0) {
    const next = todo.pop() ?? null
    if (typeof next !== 'object' || next === null) parts.push(String(next))
    else for (const [key, item] of Object.entries(next).toReversed()) todo.push(item, key)
  }
  return parts.join(' ')
}

/** `path` seen from `cwd`, without `.`, `..` and doubled slashes. Pure: links are not followed, nothing is looked up. */
export function absolutePath(path: string, cwd: string): string {
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}
