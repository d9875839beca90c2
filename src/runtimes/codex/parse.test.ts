import { expect, it } from 'vitest'
import { eventId } from '../../core/model/ids.ts'
import { parse } from './parse.ts'

const STAMP = { id: eventId('event-1'), atMs: 1 }
const COMMON = { session_id: 's', cwd: '/p', transcript_path: null }
const KNOWN = { ...STAMP, runtime: 'codex', session: 's', cwd: '/p' }
const read = (payload: object) => parse(JSON.stringify({ ...COMMON, ...payload }), STAMP)

// No capture of it: the real client fires nothing after a failed patch; a newer one may.
it.each([
  ['Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.', true],
  ['Exit code: 1\nWall time: 0 seconds\nOutput:\nno such file', false],
  ['Exit code: -1\n', false],
  ['Success.', true],
])('a patch that answered %j', (output, ok) => {
  const command = '*** Begin Patch\n*** Delete File: a\n*** End Patch'
  const payload = { tool_name: 'apply_patch', tool_input: { command }, tool_use_id: 'c', tool_response: output }
  expect(read({ hook_event_name: 'PostToolUse', ...payload })).toEqual({
    ok: true,
    event: {
      ...KNOWN,
      kind: 'tool.after',
      call: 'c',
      tool: { kind: 'edit', name: 'apply_patch', changes: [{ op: 'delete', path: '/p/a' }] },
      outcome: { ok, output },
    },
  })
})

it('a shell that prints an exit code has not told one', () => {
  const payload = { tool_name: 'Bash', tool_input: { command: 'x' }, tool_use_id: 'c', tool_response: 'Exit code: 1' }
  const parsed = read({ hook_event_name: 'PostToolUse', ...payload })
  expect(parsed.event).toMatchObject({ outcome: { ok: true, output: 'Exit code: 1' } })
})

it('doorways of other clients are only noticed', () => {
  for (const name of ['UserPromptExpansion', 'ConfigChange', 'PermissionDenied', 'PostToolUseFailure']) {
    expect(read({ hook_event_name: name })).toEqual({ ok: true, event: { ...KNOWN, kind: 'other', name } })
  }
})

it('a session may start again by compaction', () => {
  expect(read({ hook_event_name: 'SessionStart', source: 'compact', model: 'gpt-5.5' })).toEqual({
    ok: true,
    event: { ...KNOWN, kind: 'session.start', source: 'compact', model: 'gpt-5.5' },
  })
})
