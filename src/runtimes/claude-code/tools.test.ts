import { expect, it } from 'vitest'
import type { Json } from '../../core/model/json.ts'
import type { ToolCall } from '../../core/model/tool.ts'
import { readTool } from '../tools.ts'
import { CLAUDE_CODE_TOOLS } from './tools.ts'

const CWD = '/home/dev/project'
const read = (name: string, input: Json | undefined, server?: string) =>
  readTool(CLAUDE_CODE_TOOLS, { name, input, cwd: CWD, server })

// Tools of older versions, and inputs that the captured payloads do not hold.
const CASES: readonly (readonly [string, Json, ToolCall])[] = [
  ['PowerShell', { command: 'ls' }, { kind: 'shell', name: 'PowerShell', command: 'ls' }],
  ['Monitor', { ws: { url: 'wss://x/' } }, { kind: 'network', name: 'Monitor', target: 'wss://x/', method: 'GET' }],
  ['LS', { path: 'src' }, { kind: 'read', name: 'LS', paths: [`${CWD}/src`] }],
  ['NotebookRead', { notebook_path: 'a.ipynb' }, { kind: 'read', name: 'NotebookRead', paths: [`${CWD}/a.ipynb`] }],
  ['Grep', { pattern: 'x', path: '/etc' }, { kind: 'read', name: 'Grep', paths: ['/etc'], pattern: 'x' }],
  [
    'MultiEdit',
    {
      file_path: 'a.ts',
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'c', new_string: 'd' },
      ],
    },
    {
      kind: 'edit',
      name: 'MultiEdit',
      changes: [
        { op: 'edit', path: `${CWD}/a.ts`, before: 'a', after: 'b' },
        { op: 'edit', path: `${CWD}/a.ts`, before: 'c', after: 'd' },
      ],
    },
  ],
  ['Task', { prompt: 'look' }, { kind: 'delegate', name: 'Task', agentType: 'general-purpose', prompt: 'look' }],
  [
    'SendMessage',
    { to: 'a', message: { type: 'stop' } },
    { kind: 'delegate', name: 'SendMessage', agentType: 'a', prompt: '{"type":"stop"}' },
  ],
  ['Workflow', { script: 'run()' }, { kind: 'delegate', name: 'Workflow', agentType: 'workflow', prompt: 'run()' }],
  ['ScheduleWakeup', { stop: true }, { kind: 'schedule', name: 'ScheduleWakeup', prompt: '' }],
  ['Skill', { skill: 'edge' }, { kind: 'skill', name: 'Skill', skill: 'edge', args: '' }],
  [
    'SlashCommand',
    { command: '/edge approve 1' },
    { kind: 'skill', name: 'SlashCommand', skill: 'edge', args: 'approve 1' },
  ],
  ['SlashCommand', { command: '/clear' }, { kind: 'skill', name: 'SlashCommand', skill: 'clear', args: '' }],
  ['BashOutput', { bash_id: '1' }, { kind: 'other', name: 'BashOutput', input: { bash_id: '1' } }],
  ['KillShell', { shell_id: '1' }, { kind: 'other', name: 'KillShell', input: { shell_id: '1' } }],
]

it.each(CASES)('%s %j', (name, input, tool) => {
  expect(read(name, input)).toEqual({ tool, bad: undefined })
})

it.each([
  ['mcp__x__y', undefined, 'x', 'y'],
  ['mcp__x__y__z', undefined, 'x', 'y__z'],
  ['mcp__plugin_edgep_ctl__y', 'plugin:edgep:ctl', 'plugin:edgep:ctl', 'y'],
  ['mcp__a__b__c', 'a__b', 'a__b', 'c'],
  ['mcp__odd', undefined, 'odd', ''],
  ['mcp__a__b', 'elsewhere', 'elsewhere', 'b'],
])('%s of the server %s', (name, given, server, tool) => {
  expect(read(name, { q: 1 }, given)).toEqual({
    tool: { kind: 'mcp', name, server, tool, input: { q: 1 } },
    bad: undefined,
  })
})

const UNREADABLE: readonly (readonly [name: string, input: Json, bad: string, unread: string])[] = [
  ['Bash', { cmd: 'ls' }, 'tool_input.command', 'shell'],
  ['Bash', { command: 5 }, 'tool_input.command', 'shell'],
  ['Bash', ['ls'], 'tool_input', 'shell'],
  ['Monitor', {}, 'tool_input.command', 'shell'],
  ['Write', { content: 'x' }, 'tool_input.file_path', 'edit'],
  ['Edit', {}, 'tool_input.file_path', 'edit'],
  ['NotebookEdit', {}, 'tool_input.notebook_path', 'edit'],
  ['WebFetch', {}, 'tool_input.url', ''],
  ['Agent', { subagent_type: 'x' }, 'tool_input.prompt', ''],
  ['Skill', {}, 'tool_input.skill', ''],
  ['SlashCommand', {}, 'tool_input.command', ''],
]
it.each(UNREADABLE)('%s %j cannot be read, and says where', (name, input, bad, unread) => {
  expect(read(name, input)).toEqual({ tool: { kind: 'other', name, input, ...(unread !== '' && { unread }) }, bad })
})

it('keeps what is legible beside what is not', () => {
  expect(read('Edit', { file_path: '/a', old_string: 1, new_string: 'b' })).toEqual({
    tool: { kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path: '/a', after: 'b' }] },
    bad: 'tool_input.old_string',
  })
  expect(read('MultiEdit', { file_path: '/a', edits: [{ old_string: 1 }] })).toEqual({
    tool: { kind: 'edit', name: 'MultiEdit', changes: [{ op: 'edit', path: '/a' }] },
    bad: 'tool_input.edits.0.old_string',
  })
  expect(read('Write', { file_path: '/a' })).toEqual({
    tool: { kind: 'edit', name: 'Write', changes: [{ op: 'write', path: '/a' }] },
    bad: 'tool_input.content',
  })
})

it('has no input to tell when there is none', () => {
  expect(read('TodoWrite', undefined)).toEqual({
    tool: { kind: 'other', name: 'TodoWrite', input: null },
    bad: 'tool_input',
  })
  expect(read('mcp__a__b', undefined)).toEqual({
    tool: { kind: 'mcp', name: 'mcp__a__b', server: 'a', tool: 'b', input: null },
    bad: 'tool_input',
  })
})
