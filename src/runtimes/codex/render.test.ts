import { expect, it } from 'vitest'
import type { Decision } from '../../core/model/decision.ts'
import type { ParsedEvent } from '../../core/model/event.ts'
import { agentId, callId, eventId, sessionId } from '../../core/model/ids.ts'
import { render } from './render.ts'

const COMMON = { id: eventId('e'), atMs: 1, runtime: 'codex', session: sessionId('s'), cwd: '/p' }
const TOOL = { kind: 'shell', name: 'Bash', command: 'git push' } as const
const reasons = [{ ruleId: 'EDGE-43', text: 'Junction required: irreversible command `git push`' }] as const
const REASON = reasons[0].text
const WORDS = { steer: 'Use a branch.', notice: 'Held as number 3.' }
const DECISIONS: readonly Decision[] = [
  { kind: 'allow', ...WORDS },
  { kind: 'hold', number: 3, reasons, ...WORDS },
  { kind: 'ask', reasons, ...WORDS },
  { kind: 'block', reasons, ...WORDS },
  { kind: 'answer', text: 'No hold waits.' },
]

const EVENTS: readonly ParsedEvent[] = [
  { ...COMMON, kind: 'session.start', source: 'startup' },
  { ...COMMON, kind: 'prompt', text: 'hello' },
  { ...COMMON, kind: 'tool.before', call: callId('c'), tool: TOOL },
  { ...COMMON, kind: 'permission.request', tool: TOOL },
  { ...COMMON, kind: 'tool.after', call: callId('c'), tool: TOOL, outcome: { ok: false, output: '' } },
  { ...COMMON, kind: 'stop', again: false },
  { ...COMMON, kind: 'agent.start', agent: { id: agentId('a'), type: 'explorer' } },
  { ...COMMON, kind: 'agent.stop', agent: { id: agentId('a'), type: 'explorer' } },
  { ...COMMON, kind: 'compact.before', trigger: 'auto' },
  { ...COMMON, kind: 'compact.after', trigger: 'auto' },
  { ...COMMON, kind: 'other', name: 'Interrupt' },
  { ...COMMON, kind: 'session.end', reason: 'other' },
]

interface Keys {
  readonly top: readonly string[]
  readonly specific: readonly string[]
}

/**
 * The keys that the output schemas inside the 0.166.0 binary know (`additionalProperties: false` at both levels), less
 * those that its code then calls unsupported. One key more, and the tool runs.
 */
const SCHEMAS: Readonly<Record<ParsedEvent['kind'], Keys | undefined>> = {
  'session.start': {
    top: ['continue', 'stopReason', 'systemMessage', 'hookSpecificOutput'],
    specific: ['additionalContext'],
  },
  prompt: { top: ['decision', 'reason', 'systemMessage', 'hookSpecificOutput'], specific: ['additionalContext'] },
  'tool.before': {
    top: ['systemMessage', 'hookSpecificOutput'],
    specific: ['permissionDecision', 'permissionDecisionReason', 'additionalContext'],
  },
  'permission.request': { top: ['systemMessage', 'hookSpecificOutput'], specific: ['decision'] },
  'tool.after': { top: ['systemMessage', 'hookSpecificOutput'], specific: ['additionalContext'] },
  stop: { top: ['systemMessage'], specific: [] },
  'agent.start': { top: ['systemMessage', 'hookSpecificOutput'], specific: ['additionalContext'] },
  'agent.stop': { top: ['systemMessage'], specific: [] },
  'compact.before': { top: ['continue', 'stopReason', 'systemMessage'], specific: [] },
  'compact.after': { top: ['systemMessage'], specific: [] },
  other: { top: ['systemMessage'], specific: [] },
  'session.end': { top: [], specific: [] },
  command: undefined,
  'tool.refused': undefined,
  'config.change': undefined,
  edge: undefined,
  'anchor.call': undefined,
  backup: undefined,
  'anchor.settle': undefined,
  'anchor.revoke': undefined,
  ladder: undefined,
  ledger: undefined,
  claim: undefined,
  report: undefined,
}

const told = (decision: Decision, event: ParsedEvent | undefined) => {
  const { stdout, lost } = render(decision, event)
  return { answer: stdout === '' ? undefined : JSON.parse(stdout), lost }
}
const eventOf = (kind: ParsedEvent['kind']) => EVENTS.find((event) => event.kind === kind)

it('[PLANE-R13a] no answer holds a key that Codex does not know there', () => {
  for (const event of EVENTS) {
    const { top, specific } = SCHEMAS[event.kind] ?? { top: [], specific: [] }
    for (const decision of DECISIONS) {
      const { hookSpecificOutput = {}, ...rest } = told(decision, event).answer ?? {}
      expect(Object.keys(rest).filter((key) => !top.includes(key))).toEqual([])
      const { hookEventName: _, ...inner } = hookSpecificOutput
      expect(Object.keys(inner).filter((key) => !specific.includes(key))).toEqual([])
    }
  }
})

it('[PLANE-R13a] a hold denies the tool; an ask, which Codex cannot do there, does too', () => {
  const answer = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: REASON,
      additionalContext: 'Use a branch.',
    },
    systemMessage: 'Held as number 3.',
  }
  expect(told({ kind: 'hold', number: 3, reasons, ...WORDS }, eventOf('tool.before'))).toEqual({ answer, lost: [] })
  expect(told({ kind: 'ask', reasons, ...WORDS }, eventOf('tool.before'))).toEqual({ answer, lost: ['ask'] })
})

it('[PLANE-R13a] a permission request is denied, or left to the person', () => {
  expect(told({ kind: 'block', reasons }, eventOf('permission.request'))).toEqual({
    answer: {
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: REASON } },
    },
    lost: [],
  })
  expect(told({ kind: 'ask', reasons }, eventOf('permission.request'))).toEqual({ answer: undefined, lost: [] })
})

it('[PLANE-R13b] a prompt that is refused takes the notice into its reason', () => {
  expect(told({ kind: 'block', reasons, ...WORDS }, eventOf('prompt'))).toEqual({
    answer: { decision: 'block', reason: `${REASON}\nHeld as number 3.` },
    lost: ['steer'],
  })
  expect(told({ kind: 'answer', text: 'No hold waits.' }, eventOf('prompt'))).toEqual({
    answer: { decision: 'block', reason: 'No hold waits.' },
    lost: [],
  })
})

it('[PLANE-R13a] a compaction and a start are refused by not going on', () => {
  for (const kind of ['compact.before', 'session.start'] as const) {
    expect(told({ kind: 'block', reasons }, eventOf(kind))).toEqual({
      answer: { continue: false, stopReason: REASON },
      lost: [],
    })
  }
})

it('[EDGE-88] a stop may be remarked on and is never held up', () => {
  for (const kind of ['stop', 'agent.stop'] as const) {
    expect(told({ kind: 'block', reasons, ...WORDS }, eventOf(kind))).toEqual({
      answer: { systemMessage: 'Held as number 3.' },
      lost: ['block', 'steer'],
    })
  }
})

it('[PLANE-R13b] doorways that Codex does not have take nothing', () => {
  const event: ParsedEvent = { ...COMMON, kind: 'config.change', source: 'user_settings', path: '/x' }
  expect(told({ kind: 'block', reasons, ...WORDS }, event)).toEqual({
    answer: undefined,
    lost: ['block', 'steer', 'notice'],
  })
})

it('[EDGE-134] names no command that this client does not have', () => {
  const event: ParsedEvent = { ...COMMON, kind: 'prompt', text: 'edge status' }
  const { stdout } = render({ kind: 'answer', text: 'hold #1: /edge approve 1, or `/edge skip 1`' }, event)
  expect(JSON.parse(stdout)).toEqual({
    decision: 'block',
    reason: 'hold #1: fairlead edge approve 1, or `fairlead edge skip 1`',
  })
})
