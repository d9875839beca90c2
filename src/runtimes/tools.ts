import { nullish, object } from 'valibot'
import type { Json } from '../core/model/json.ts'
import type { ToolCall } from '../core/model/tool.ts'
import { legible, text } from './legible.ts'

/** A call of a tool as a hook payload tells it. */
export interface NativeCall {
  readonly name: string
  readonly input: Json | undefined
  readonly cwd: string
  /** Name of the MCP server, where the runtime gives it apart from the tool's name. */
  readonly server?: string | undefined
}

/** `tool` is undefined when what matters could not be read; `bad` is a path below `tool_input`. */
export interface ToolReading {
  readonly tool: ToolCall | undefined
  readonly bad?: string | undefined
}

export type ReadTool = (call: NativeCall) => ToolReading

const Shell = object({ command: text })
const Path = object({ file_path: text, path: text })

/** Turns a call into our words with the table of one runtime; a tool that is in no table is `other`. */
export function readTool(table: ReadonlyMap<string, ReadTool>, call: NativeCall): Required<ToolReading> & { tool: ToolCall } {
  const read = table.get(call.name) ?? (call.name.startsWith('mcp__') ? readMcp : readOther)
  const { tool, bad } = read(call)
  const problem = bad === undefined ? undefined : ['tool_input', bad].filter((part) => part !== '').join('.')
  return { tool: tool ?? otherTool(call), bad: problem }
}
