import { expect, it } from 'vitest'
import type { Json } from '../../core/model/json.ts'
import type { ToolCall } from '../../core/model/tool.ts'
import { readTool } from '../tools.ts'
import { CODEX_TOOLS } from './tools.ts'

const CWD = '/home/dev/project'
const read = (name: string, input: Json) => readTool(CODEX_TOOLS, { name, input, cwd: CWD })

const HEREDOC = "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF"
const CASES: readonly (readonly [string, Json, ToolCall])[] = [
  ['Bash', { command: HEREDOC }, { kind: 'shell', name: 'Bash', command: HEREDOC }],
  ['spawn_agent', { message: 'go' }, { kind: 'delegate', name: 'spawn_agent', agentType: 'default', prompt: 'go' }],
  [
    'spawn_agent',
    { agent_type: 'worker', items: [{ type: 'text', text: 'go' }] },
    { kind: 'delegate', name: 'spawn_agent', agentType: 'worker', prompt: '[{"type":"text","text":"go"}]' },
  ],
  ['send_input', { id: 'a1', message: 'go' }, { kind: 'delegate', name: 'send_input', agentType: 'a1', prompt: 'go' }],
  [
    'send_message',
    { target: 'a', message: 'go' },
    { kind: 'delegate', name: 'send_message', agentType: 'a', prompt: 'go' },
  ],
  [
    'followup_task',
    { target: 'a', message: 'go' },
    { kind: 'delegate', name: 'followup_task', agentType: 'a', prompt: 'go' },
  ],
  ['view_image', { path: '../dot.png' }, { kind: 'read', name: 'view_image', paths: ['/home/dev/dot.png'] }],
  ['request_permissions', { reason: 'x' }, { kind: 'other', name: 'request_permissions', input: { reason: 'x' } }],
]

it.each(CASES)('%s %j', (name, input, tool) => {
  expect(read(name, input)).toEqual({ tool, bad: undefined })
})

const UNREADABLE: readonly (readonly [name: string, input: Json, bad: string, unread: string])[] = [
  ['Bash', {}, 'tool_input.command', 'shell'],
  ['apply_patch', {}, 'tool_input.command', 'edit'],
  ['apply_patch', { command: 'no patch at all' }, 'tool_input.command', 'edit'],
  ['spawn_agent', {}, 'tool_input.message', ''],
  ['create_goal', {}, 'tool_input.objective', ''],
  ['view_image', {}, 'tool_input.path', ''],
]
it.each(UNREADABLE)('%s %j cannot be read, and says where', (name, input, bad, unread) => {
  expect(read(name, input)).toEqual({ tool: { kind: 'other', name, input, ...(unread !== '' && { unread }) }, bad })
})
