import { expect, it } from 'vitest'
import { isRefusal, saysBeforeTool } from './peek.ts'

it('[EDGE-118] a call is before a tool when its payload says so as a parser reads it', () => {
  const says = (bytes: string, runtime = 'claude-code') => saysBeforeTool({ runtime, bytes })
  expect(says('{"hook_event_name":"PreToolUse"}')).toBe(true)
  expect(says('{"hook_event_name":"PreToolUse"}', 'codex')).toBe(true)
  for (const bytes of [
    '',
    '{}',
    'null',
    '{"hook_event_name":"PostToolUse","x":"PreToolUse"}',
    '{"hook_event_name":"PreToolUse","hook_event_name":"PostToolUse"}',
  ])
    expect(says(bytes)).toBe(false)
  expect([says('{"hook_event_name":"PreToolUse"}', 'emacs'), says('{}', 'emacs')]).toEqual([false, false])
})

it('[EDGE-37] only an answer that refuses or asks, and says nothing else, is taken from somebody unproven', () => {
  const answer = (output: object, more: object = {}) => JSON.stringify({ hookSpecificOutput: output, ...more })
  const deny = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' }
  expect([isRefusal(answer(deny)), isRefusal(answer({ permissionDecision: 'ask' }))]).toEqual([true, true])
  for (const stdout of [
    '',
    'null',
    '{}',
    answer({}),
    answer({ permissionDecision: 'allow' }),
    answer({ ...deny, updatedInput: { command: 'ls' } }),
    answer(deny, { continue: true }),
    '{"hookSpecificOutput":null}',
  ])
    expect(isRefusal(stdout)).toBe(false)
})
