import { describe, expect, it } from 'vitest'
import type { Json } from '../core/model/json.ts'
import { CLAUDE_CODE_TRANSCRIPT } from './claude-code/transcript.ts'
import { CODEX_TRANSCRIPT } from './codex/transcript.ts'

const at = (second: number) => `2026-11-15T09:00:${String(second).padStart(2, '0')}.000Z`
const startMs = Date.parse(at(0))

describe('a transcript of Claude Code', () => {
  const base = { sessionId: 's1', cwd: '/p', isSidechain: false }
  const use = (id: string, name: string, input: Json, over = {}) => ({
    ...base,
    type: 'assistant',
    timestamp: at(1),
    message: {
      content: [
        { type: 'text', text: 'x' },
        { type: 'tool_use', id, name, input },
      ],
    },
    ...over,
  })
  const result = (id: string, content: Json, over = {}) => ({
    ...base,
    type: 'user',
    timestamp: at(2),
    message: { content: [{ type: 'tool_result', tool_use_id: id, content, ...over }] },
  })
  const records: readonly Json[] = [
    { type: 'queue-operation', operation: 'enqueue' },
    { ...base, type: 'user', timestamp: at(0), message: { content: 'fix it' } },
    { ...base, type: 'assistant', message: { content: 'text only' } },
    { ...base, type: 'assistant', message: {} },
    use('c1', 'Bash', { command: 'npm test' }),
    { ...result('c1', 'ok'), toolUseResult: { stdout: 'fine', stderr: '' } },
    use('c2', 'Edit', { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' }, { isSidechain: true, agentId: 'a7' }),
    result('c2', 'not found', { is_error: true }),
    result('c9', 'of a call that is not here'),
    { ...base, type: 'system', subtype: 'informational' },
    { ...base, type: 'system', subtype: 'compact_boundary', timestamp: at(3), compactMetadata: { trigger: 'manual' } },
    { ...base, type: 'system', subtype: 'compact_boundary', timestamp: 'soon' },
  ]

  it('[PLANE-R13a] is the events that its hooks would have brought', () => {
    const { session, cwd, events } = CLAUDE_CODE_TRANSCRIPT.read(records)
    expect([session, cwd, CLAUDE_CODE_TRANSCRIPT.owns(records[1] ?? null)]).toEqual(['s1', '/p', true])
    expect(events.map(({ kind, atMs }) => [kind, atMs === 0 ? 0 : atMs - startMs])).toEqual([
      ['prompt', 0],
      ['tool.before', 1_000],
      ['tool.after', 2_000],
      ['tool.before', 1_000],
      ['tool.after', 2_000],
      ['compact.after', 3_000],
      ['compact.after', 0],
    ])
    expect(events[1]).toMatchObject({ call: 'c1', tool: { kind: 'shell', command: 'npm test' } })
    expect(events[2]).toMatchObject({ outcome: { ok: true, output: 'fine' } })
    expect(events[3]).toMatchObject({ agent: { id: 'a7' }, tool: { kind: 'edit' } })
    expect(events[4]).toMatchObject({ outcome: { ok: false, output: 'not found' } })
  })

  it('says so when it does not know', () => {
    expect(CLAUDE_CODE_TRANSCRIPT.read([{ type: 'summary' }])).toEqual({ session: 'unknown', cwd: '/', events: [] })
  })
})

describe('a rollout of Codex', () => {
  const item = (payload: Json, second = 1): Json => ({ timestamp: at(second), type: 'response_item', payload })
  const call = (id: string, name: string, args: Json) =>
    item({ type: 'function_call', name, arguments: JSON.stringify(args), call_id: id })
  const records: readonly Json[] = [
    { timestamp: at(0), type: 'session_meta', payload: { id: 't1', cwd: '/p' } },
    call('c1', 'exec_command', { cmd: 'rg foo' }),
    item({ type: 'function_call_output', call_id: 'c1', output: 'a.ts:1' }, 2),
    call('c2', 'shell', { command: ['bash', '-lc', 'npm test'] }),
    call('c3', 'shell', { command: ['ls', '-la'] }),
    item({
      type: 'custom_tool_call',
      name: 'apply_patch',
      call_id: 'c4',
      input: '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** End Patch',
    }),
    item({ type: 'local_shell_call', call_id: 'c5', action: { command: ['pwd'] } }),
    item({ type: 'function_call', name: 'update_plan', arguments: 'torn', call_id: 'c6' }),
    item({
      type: 'custom_tool_call',
      name: 'exec',
      call_id: 'c7',
      input: 'await Promise.all([tools.exec_command({"cmd":"git log","workdir":"x"}), tools.shell({ command: `ls` })])',
    }),
    item({
      type: 'custom_tool_call',
      name: 'exec',
      call_id: 'c8',
      input: String.raw`await tools.apply_patch("*** Begin Patch\n*** Add File: a.ts\n+b\n*** End Patch")`,
    }),
    item({ type: 'custom_tool_call', name: 'exec', call_id: 'c10', input: 'await tools.write_stdin({})' }),
    item({ type: 'function_call_output', call_id: 'c9', output: '' }),
    item({ type: 'message', role: 'assistant' }),
    { timestamp: at(4), type: 'compacted', payload: { message: 'x' } },
    { timestamp: at(5), type: 'event_msg', payload: { type: 'token_count' } },
  ]

  it('[PLANE-R13a] is read in the form of early versions, too', () => {
    const early = [
      { id: 't0', timestamp: at(0), instructions: null },
      { type: 'message', role: 'user', content: [] },
      { type: 'function_call', name: 'shell', arguments: '{"command":["bash","-lc","npm test"]}', call_id: 'c1' },
      { type: 'function_call_output', call_id: 'c1', output: 'ok' },
    ]
    const { session, events } = CODEX_TRANSCRIPT.read(early)
    expect([session, early.some(CODEX_TRANSCRIPT.owns)]).toEqual(['t0', true])
    expect(events).toMatchObject([
      { kind: 'tool.before', tool: { kind: 'shell', command: 'npm test' } },
      { kind: 'tool.after', outcome: { ok: true, output: 'ok' } },
    ])
  })

  it('[PLANE-R13a] is the events that its hooks would have brought', () => {
    const { session, cwd, events } = CODEX_TRANSCRIPT.read(records)
    expect([session, cwd, CODEX_TRANSCRIPT.owns(records[0] ?? null)]).toEqual(['t1', '/p', true])
    expect(events.map((event) => [event.kind, 'tool' in event ? event.tool.kind : ''])).toEqual([
      ['tool.before', 'shell'],
      ['tool.after', 'shell'],
      ['tool.before', 'shell'],
      ['tool.before', 'shell'],
      ['tool.before', 'edit'],
      ['tool.before', 'shell'],
      ['tool.before', 'other'],
      ['tool.before', 'shell'],
      ['tool.before', 'edit'],
      ['tool.before', 'other'],
      ['compact.after', ''],
    ])
    const commands = events.flatMap((event) =>
      event.kind === 'tool.before' && event.tool.kind === 'shell' ? [event.tool.command] : [],
    )
    expect(commands).toEqual(['rg foo', 'npm test', 'ls -la', 'pwd', 'git log\nls'])
    expect(events[1]).toMatchObject({ outcome: { ok: true, output: 'a.ts:1' } })
  })

  it('says so when it does not know', () => {
    expect(CODEX_TRANSCRIPT.read([])).toEqual({ session: 'unknown', cwd: '/', events: [] })
  })
})
