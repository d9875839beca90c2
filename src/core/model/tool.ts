import type { Json } from './json.ts'

/** One change of one file, as the runtime announced it. `after` is the new text where the runtime gives it. */
export interface FileChange {
  readonly op: 'write' | 'edit' | 'delete' | 'move'
  readonly path: string
  readonly to?: string
  readonly before?: string
  readonly after?: string
}

/** What an agent asks to do, in our words. `name` is the runtime's own name of the tool. */
export type ToolCall =
  | { readonly kind: 'shell'; readonly name: string; readonly command: string }
  | { readonly kind: 'edit'; readonly name: string; readonly changes: readonly FileChange[] }
  | { readonly kind: 'read'; readonly name: string; readonly paths: readonly string[]; readonly pattern?: string }
  | {
      readonly kind: 'mcp'
      readonly name: string
      readonly server: string
      readonly tool: string
      readonly input: Json
      readonly readOnly?: boolean
    }
  | { readonly kind: 'network'; readonly name: string; readonly target: string; readonly method: string }
  | { readonly kind: 'delegate'; readonly name: string; readonly agentType: string; readonly prompt: string }
  | { readonly kind: 'schedule'; readonly name: string; readonly prompt: string }
  | { readonly kind: 'skill'; readonly name: string; readonly skill: string; readonly args: string }
  | {
      readonly kind: 'other'
      readonly name: string
      readonly input: Json
      /** A tool that runs commands or changes files, though nobody could read which. */
      readonly unread?: 'shell' | 'edit'
    }

export type ToolKind = ToolCall['kind']
