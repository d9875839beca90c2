import { expect, it } from 'vitest'
import type { ToolCall } from '../../model/tool.ts'
import { previewOf, redactedPreview } from './preview.ts'

it('redacts before it cuts, so that no cut leaves half a secret', () => {
  const text = `${'x'.repeat(480)} token=abcdefghijklmnopqrstuvwxyz`
  expect(redactedPreview(text, 500)).toBe(`${'x'.repeat(480)} token=[redacted:as…`)
  expect(redactedPreview('short', 500)).toBe('short')
})

it('tells in a line what each kind of call is about', () => {
  const calls: readonly ToolCall[] = [
    { kind: 'shell', name: 'Bash', command: 'ls' },
    {
      kind: 'edit',
      name: 'apply_patch',
      changes: [
        { op: 'move', path: '/a', to: '/b' },
        { op: 'write', path: '/c' },
      ],
    },
    { kind: 'read', name: 'Grep', paths: ['/a'], pattern: 'x' },
    { kind: 'read', name: 'Read', paths: ['/a'] },
    { kind: 'mcp', name: 'mcp__a__b', server: 'a', tool: 'b', input: { z: 1, a: [true] } },
    { kind: 'network', name: 'WebFetch', method: 'GET', target: 'https://example.com' },
    { kind: 'delegate', name: 'Agent', agentType: 'explorer', prompt: 'look' },
    { kind: 'schedule', name: 'CronCreate', prompt: 'later' },
    { kind: 'skill', name: 'Skill', skill: 'review', args: 'x' },
    { kind: 'other', name: 'X', input: null },
  ]
  expect(calls.map((call) => previewOf(call, 500))).toEqual([
    'ls',
    'move /a → /b, write /c',
    '/a x',
    '/a',
    '{"a":[true],"z":1}',
    'GET https://example.com',
    'explorer: look',
    'later',
    'review x',
    'null',
  ])
})

it('has no kind of call without a preview', () => {
  expect(() => previewOf({ kind: 'new' } as never, 500)).toThrow('unreachable')
})
