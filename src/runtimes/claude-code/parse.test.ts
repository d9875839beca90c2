import { expect, it } from 'vitest'
import { eventId } from '../../core/model/ids.ts'
import { parse } from './parse.ts'

const STAMP = { id: eventId('event-1'), atMs: 1 }
const COMMON = { session_id: 's', cwd: '/p' }
const KNOWN = { ...STAMP, runtime: 'claude-code', session: 's', cwd: '/p' }
const read = (payload: object) => parse(JSON.stringify(payload), STAMP)
const badShape = (doorway: string, path: string) => ({ kind: 'bad-shape', doorway, path })

// No capture of it: only the auto-mode classifier of the real service denies, and hooks are told.
it('a denial by the client is a refused call', () => {
  const payload = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'c', reason: 'too risky' }
  expect(read({ ...COMMON, hook_event_name: 'PermissionDenied', ...payload })).toEqual({
    ok: true,
    event: {
      ...KNOWN,
      kind: 'tool.refused',
      call: 'c',
      tool: { kind: 'shell', name: 'Bash', command: 'ls' },
      reason: 'too risky',
    },
  })
})

it('only a slash command is a command', () => {
  const payload = {
    ...COMMON,
    hook_event_name: 'UserPromptExpansion',
    command_name: 'mcp__srv__edge',
    command_source: 'mcp',
  }
  const other = { ...KNOWN, kind: 'other', name: 'UserPromptExpansion' }
  expect(read({ ...payload, expansion_type: 'mcp_prompt' })).toEqual({ ok: true, event: other })
  expect(read(payload)).toEqual({ ok: false, problem: badShape('UserPromptExpansion', 'expansion_type'), event: other })
  expect(read({ ...payload, expansion_type: 'slash_command', command_source: undefined })).toEqual({
    ok: true,
    event: { ...KNOWN, kind: 'command', name: 'mcp__srv__edge', args: '', source: 'unknown' },
  })
})

it('both streams of a shell are its output', () => {
  const payload = { tool_name: 'Bash', tool_input: { command: 'x' }, tool_use_id: 'c' }
  const output = (tool_response: unknown) => {
    const parsed = read({ ...COMMON, hook_event_name: 'PostToolUse', ...payload, tool_response })
    return parsed.event?.kind === 'tool.after' ? parsed.event.outcome : undefined
  }
  expect(output({ stdout: 'out', stderr: 'err' })).toEqual({ ok: true, output: 'out\nerr' })
  expect(output({ stdout: '', stderr: 'err' })).toEqual({ ok: true, output: 'err' })
  expect(output('text')).toEqual({ ok: true, output: 'text' })
  expect(output({ backgroundTaskId: 'b1' })).toEqual({ ok: true, output: '{"backgroundTaskId":"b1"}' })
  expect(output(undefined)).toEqual({ ok: true, output: '' })
})

it('values that a newer client invents are taken for the nearest known', () => {
  expect(read({ ...COMMON, hook_event_name: 'SessionStart', source: 'teleport' })).toEqual({
    ok: true,
    event: { ...KNOWN, kind: 'session.start', source: 'startup' },
  })
  expect(read({ ...COMMON, hook_event_name: 'PreCompact', trigger: 'idle' })).toEqual({
    ok: true,
    event: { ...KNOWN, kind: 'compact.before', trigger: 'auto' },
  })
})

it.each([
  [{ hook_event_name: 'UserPromptSubmit' }, 'prompt', { kind: 'prompt', text: '' }],
  [{ hook_event_name: 'SessionStart', model: 3 }, 'model', { kind: 'session.start', source: 'startup' }],
  [{ hook_event_name: 'SubagentStop' }, 'agent_id', { kind: 'agent.stop' }],
  [{ hook_event_name: 'ConfigChange' }, 'source', { kind: 'config.change', source: 'unknown', path: '' }],
  [{ hook_event_name: 'Stop', stop_hook_active: 'yes' }, 'stop_hook_active', { kind: 'stop', again: false }],
  [{ hook_event_name: 'SessionEnd', reason: {} }, 'reason', { kind: 'session.end', reason: 'unknown' }],
])('%j says what is wrong, and tells the rest', (payload, path, body) => {
  expect(read({ ...COMMON, ...payload })).toEqual({
    ok: false,
    problem: badShape(payload.hook_event_name, path),
    event: { ...KNOWN, ...body },
  })
})

it('a call without a name of its doorway is judged as one that is about to run', () => {
  const payload = { ...COMMON, tool_name: 'Bash', tool_input: { command: 'rm -rf /' }, tool_use_id: 'c' }
  expect(read(payload)).toEqual({
    ok: false,
    problem: badShape('PreToolUse', 'hook_event_name'),
    event: { ...KNOWN, kind: 'tool.before', call: 'c', tool: { kind: 'shell', name: 'Bash', command: 'rm -rf /' } },
  })
  expect(read({ ...payload, tool_response: '' })).toEqual({
    ok: false,
    problem: { kind: 'bad-shape', path: 'hook_event_name' },
  })
})

it.each([
  ['[]', ''],
  ['null', ''],
  ['5', ''],
  ['{}', 'hook_event_name'],
  ['{"hook_event_name":5}', 'hook_event_name'],
])('%s is no payload', (bytes, path) => {
  expect(parse(bytes, STAMP)).toEqual({ ok: false, problem: { kind: 'bad-shape', path } })
})

it.each(['', 'hello', '\u0000'])('%j is no JSON', (bytes) => {
  expect(parse(bytes, STAMP)).toEqual({ ok: false, problem: { kind: 'not-json' } })
})
