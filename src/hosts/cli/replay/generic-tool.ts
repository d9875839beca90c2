import type { FileChange, ToolCall } from '../../../core/model/tool.ts'
import { toolWork, wordsOfName } from '../../../core/rules/work/tool-name.ts'
import { nestedCall } from '../../../runtimes/code-mode.ts'

const SHELLS =
  /^(?:bash|bash_tool|sh|shell|shell_command|local_shell|container\.exec|exec|exec_command|execute_bash|execute_command|execute_shell|powershell|pwsh|run_command|run_in_terminal|run_shell_command|run_terminal_cmd|terminal)$/i
const READS =
  /^(?:read|view|cat|grep|glob|ls|list|search|codesearch|read_file|list_dir|grep_search|file_search|open|notebookread)$/i
const WRITES = /^(?:write|create|write_file|create_file|write_to_file)$/i
const EDITS = /^(?:edit|multiedit|str_replace|insert|notebookedit|replace|edit_file|search_replace|undo_edit)$/i
const WEB = /^(?:webfetch|websearch|web_search|fetch|web_fetch)$/i
const DELEGATES = /^(?:task|agent|spawn_agent|delegate)$/i
/** Editors with several commands, of which the target is the first: `view`, or `view /x`. */
const EDITORS = /^(?:str[_-]replace[_-](?:based_edit_tool|editor)|(?:text|file)_editor\w*)$/i
/** Words in the names of tools that run commands, and words that say that they do something else. */
const SHELL_WORDS = /(?:^|_)(?:bash|shell|terminal|powershell|pwsh|cmd|command|exec|execute|launch_process)(?:_|$)/
const OTHER_WORDS =
  /(?:^|_)(?:status|output|read|list|get|kill|stop|wait|input|stdin|code|i?python|js|cells?|files?|query|sql|plan|tasks?|workflow|notebook|search|slash|vscode|mcp|agent|browser)(?:_|$)/

export function isShell(name: string): boolean {
  if (SHELLS.test(name)) return true
  const words = wordsOfName(name)
  return !name.startsWith('mcp__') && SHELL_WORDS.test(words) && !OTHER_WORDS.test(words)
}

/** `functions.read_file`, `default_api:read_file`, `developer__text_editor`: who offers a tool is no part of its name. */
const OFFERED_BY = /^(?!mcp__)(?:[a-z]\w{0,40}(?:[.:]|__))(?=[a-z])/i

/** A call of which a row tells the tool's name and one target (PLANE-F01b), in our words. */
export function genericTool(name: string, target: string): ToolCall {
  const bare = name.replace(OFFERED_BY, '')
  return bare === name ? namedTool(name, target) : { ...namedTool(bare, target), name }
}

function namedTool(name: string, target: string): ToolCall {
  return isShell(name) ? shellCall(name, target) : otherTool(name, pathFromWindows(target))
}

/** `C:\\x\\y` is read as `/c/x/y`, as the shells of that system have it. */
function pathFromWindows(target: string): string {
  if (!/^[a-z]:[\\/]/i.test(target)) return target
  return `/${target.charAt(0).toLowerCase()}${target.slice(2).replaceAll('\\', '/')}`
}

function otherTool(name: string, target: string): ToolCall {
  if (READS.test(name)) return { kind: 'read', name, paths: target === '' ? [] : [target] }
  if (/^apply_?patch$/i.test(name)) return { kind: 'edit', name, changes: patchChanges(target) }
  if (WRITES.test(name)) return changing(name, 'write', target)
  if (EDITS.test(name)) return changing(name, 'edit', target)
  if (WEB.test(name)) return { kind: 'network', name, target, method: 'GET' }
  if (DELEGATES.test(name)) return { kind: 'delegate', name, agentType: '', prompt: target }
  if (/^skill$/i.test(name)) return { kind: 'skill', name, skill: target, args: '' }
  if (EDITORS.test(name)) return editorCall(name, target)
  return unlistedTool(name, target)
}

const changing = (name: string, op: FileChange['op'], path: string): ToolCall => ({
  kind: 'edit',
  name,
  changes: [{ op, path }],
})

function editorCall(name: string, target: string): ToolCall {
  const [, command = '', path = ''] = /^(\w+)(?:\s+(\/\S+))?/.exec(target) ?? []
  return command === '' || EDITORS.test(command)
    ? changing(name, 'edit', target)
    : { ...genericTool(command, path), name }
}

function unlistedTool(name: string, target: string): ToolCall {
  const path = target.startsWith('/') ? target : undefined
  const input = path === undefined ? null : { path }
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  if (server !== undefined && tool !== undefined) return { kind: 'mcp', name, server, tool, input }
  if (path === undefined) return { kind: 'other', name, input }
  if (/delete|remove/i.test(name)) return changing(name, 'delete', path)
  const kind = toolWork(name)
  if (kind === 'edit') return changing(name, 'edit', path)
  return kind === 'explore' ? { kind: 'read', name, paths: [path] } : { kind: 'other', name, input }
}

/** Some models run code that in turn calls a shell, or patches files. */
function shellCall(name: string, target: string): ToolCall {
  const nested = nestedCall(target)
  if (nested?.tool === 'apply_patch') return { kind: 'edit', name, changes: patchChanges(nested.command) }
  return { kind: 'shell', name, command: nested?.command ?? target }
}

const OPS: Readonly<Record<string, FileChange['op']>> = { Add: 'write', Update: 'edit', Delete: 'delete' }

/** Whatever a patch does not say, it changes something. */
function patchChanges(patch: string): readonly FileChange[] {
  const files = [...patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$/gm)]
  if (files.length === 0) return [{ op: 'edit', path: patch.startsWith('/') ? patch : '' }]
  return files.map(([, op = '', path = '']) => ({ op: OPS[op] ?? 'edit', path }))
}
