import { expect, it } from 'vitest'
import type { Decision } from '../../core/model/decision.ts'
import type { ParsedEvent } from '../../core/model/event.ts'
import { callId, eventId, sessionId } from '../../core/model/ids.ts'
import { render } from './render.ts'

const COMMON = { id: eventId('e'), atMs: 1, runtime: 'claude-code', session: sessionId('s'), cwd: '/p' }
const TOOL = { kind: 'shell', name: 'Bash', command: 'git push' } as const
const BEFORE: ParsedEvent = { ...COMMON, kind: 'tool.before', call: callId('c'), tool: TOOL }
const PROMPT: ParsedEvent = { ...COMMON, kind: 'prompt', text: 'hello' }
const COMMAND: ParsedEvent = { ...COMMON, kind: 'command', name: 'edge', args: 'status', source: 'userSettings' }

const first = { ruleId: 'EDGE-43', text: 'Junction required: irreversible command `git push`' }
const second = { ruleId: 'EDGE-36', text: 'and that is not all' }
const HOLD: Decision = { kind: 'hold', number: 3, reasons: [first, second] }
const ASK: Decision = { kind: 'ask', reasons: [first] }
const WORDS = { steer: 'Use a branch.', notice: 'Held as number 3.' }

const told = (decision: Decision, event: ParsedEvent) => {
  const { stdout, lost } = render(decision, event)
  return { answer: stdout === '' ? undefined : JSON.parse(stdout), lost }
}

it('[PLANE-R13a] a hold denies the tool with every reason, the first one first', () => {
  expect(told({ ...HOLD, ...WORDS }, BEFORE)).toEqual({
    answer: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: `${first.text}\n${second.text}`,
        additionalContext: 'Use a branch.',
      },
      systemMessage: 'Held as number 3.',
    },
    lost: [],
  })
})

it('[PLANE-R13a] an ask opens the dialog of the client, or leaves it open', () => {
  expect(told(ASK, BEFORE)).toEqual({
    answer: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: first.text,
      },
    },
    lost: [],
  })
  expect(told(ASK, { ...COMMON, kind: 'permission.request', tool: TOOL })).toEqual({ answer: undefined, lost: [] })
})

it('[PLANE-R13b] a prompt that is refused takes the notice into its reason, and never reaches the model', () => {
  for (const [event, hookEventName] of [
    [PROMPT, 'UserPromptSubmit'],
    [COMMAND, 'UserPromptExpansion'],
  ] as const) {
    expect(told({ ...ASK, ...WORDS }, event)).toEqual({
      answer: {
        decision: 'block',
        reason: `${first.text}\nHeld as number 3.`,
        hookSpecificOutput: { hookEventName, suppressOriginalPrompt: true },
      },
      lost: ['ask', 'steer'],
    })
  }
})

it('[PLANE-R13a] an answer ends the command of a person', () => {
  expect(told({ kind: 'answer', text: 'No hold waits.' }, COMMAND)).toEqual({
    answer: {
      decision: 'block',
      reason: 'No hold waits.',
      hookSpecificOutput: { hookEventName: 'UserPromptExpansion', suppressOriginalPrompt: true },
    },
    lost: [],
  })
  expect(told({ kind: 'answer', text: 'No hold waits.' }, BEFORE)).toEqual({
    answer: { systemMessage: 'No hold waits.' },
    lost: [],
  })
})

it('[PLANE-R13a] an approval goes on with a word to the agent and one to the person', () => {
  expect(told({ kind: 'allow', ...WORDS }, COMMAND)).toEqual({
    answer: {
      hookSpecificOutput: { hookEventName: 'UserPromptExpansion', additionalContext: 'Use a branch.' },
      systemMessage: 'Held as number 3.',
    },
    lost: [],
  })
})

it('[PLANE-R13a] the expansion of an MCP prompt is refused like any other', () => {
  expect(told(HOLD, { ...COMMON, kind: 'other', name: 'UserPromptExpansion' }).answer).toMatchObject({
    decision: 'block',
  })
})

it('[PLANE-R13a] a failed call is answered under the name of its own doorway', () => {
  const after = (ok: boolean): ParsedEvent => ({
    ...COMMON,
    kind: 'tool.after',
    call: callId('c'),
    tool: TOOL,
    outcome: { ok, output: '' },
  })
  for (const [ok, hookEventName] of [
    [true, 'PostToolUse'],
    [false, 'PostToolUseFailure'],
  ] as const) {
    expect(told({ kind: 'allow', steer: 'Look again.' }, after(ok))).toEqual({
      answer: { hookSpecificOutput: { hookEventName, additionalContext: 'Look again.' } },
      lost: [],
    })
  }
})

it('[EDGE-88] a stop may be remarked on and is never held up', () => {
  expect(told({ ...HOLD, ...WORDS }, { ...COMMON, kind: 'stop', again: false })).toEqual({
    answer: { systemMessage: 'Held as number 3.' },
    lost: ['block', 'steer'],
  })
  expect(told({ ...HOLD, ...WORDS }, { ...COMMON, kind: 'agent.stop' })).toEqual({
    answer: undefined,
    lost: ['block', 'steer', 'notice'],
  })
})

it('[PLANE-R13b] a reason is cut and cleaned, and never empty', () => {
  const reasonOf = (text: string) =>
    told({ kind: 'block', reasons: [{ ruleId: 'EDGE-36', text }] }, BEFORE).answer.hookSpecificOutput
      .permissionDecisionReason
  expect(reasonOf('\u001b[31mstop\u001b[0m\u0007')).toBe('stop')
  expect(reasonOf('x'.repeat(10_000))).toBe(`${'x'.repeat(8189)}…`)
  expect(reasonOf('\u0007 ')).toBe('Refused by Fairlead.')
})
