import type { Json } from '../../../core/model/json.ts'
import type { FileChange, ToolCall } from '../../../core/model/tool.ts'

const SHELLS = /^(?:bash|shell|exec|exec_command|execute_bash|powershell|run_shell_command|run_terminal_cmd|terminal)$/i
const READS =
  /^(?:read|view|cat|grep|glob|ls|list|search|codesearch|read_file|list_dir|grep_search|file_search|open|notebookread)$/i
const WRITES = /^(?:write|create|write_file|create_file)$/i
const EDITS = /^(?:edit|multiedit|str_replace|insert|notebookedit|replace|edit_file|search_replace|undo_edit)$/i
const WEB = /^(?:webfetch|websearch|web_search|fetch|web_fetch)$/i
const DELEGATES = /^(?:task|agent|spawn_agent|delegate)$/i

/** A call of which a row tells the tool's name and one target (PLANE-F01b), in our words. */
export function genericTool(name: string, target: string): ToolCall {
  if (SHELLS.test(name)) return { kind: 'shell', name, command: innerCommand(target) }
  if (READS.test(name)) return { kind: 'read', name, paths: [target] }
  if (/^apply_?patch$/i.test(name)) return { kind: 'edit', name, changes: patchChanges(target) }
  if (WRITES.test(name)) return { kind: 'edit', name, changes: [{ op: 'write', path: target }] }
  if (EDITS.test(name)) return { kind: 'edit', name, changes: [{ op: 'edit', path: target }] }
  if (WEB.test(name)) return { kind: 'network', name, target, method: 'GET' }
  if (DELEGATES.test(name)) return { kind: 'delegate', name, agentType: '', prompt: target }
  if (/^skill$/i.test(name)) return { kind: 'skill', name, skill: target, args: '' }
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  if (server !== undefined && tool !== undefined) return { kind: 'mcp', name, server, tool, input: null }
  return { kind: 'other', name, input: null satisfies Json }
}

/** Some clients run code that in turn calls a shell: `tools.exec_command({"cmd": "npm test"})`. */
function innerCommand(text: string): string {
  const commands = [...text.matchAll(/tools\.exec_command\(\{"cmd":"((?:[^"\\]|\\.)*)"/g)].map(([, command]) => command)
  return commands.length > 0 ? commands.join('\n') : text
}

const OPS: Readonly<Record<string, FileChange['op']>> = { Add: 'write', Update: 'edit', Delete: 'delete' }

function patchChanges(patch: string): readonly FileChange[] {
  return [...patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$/gm)].map(([, op = '', path = '']) => ({
    op: OPS[op] ?? 'edit',
    path,
  }))
}
