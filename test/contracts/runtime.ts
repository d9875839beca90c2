import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALLOW, type Decision } from '../../src/core/model/decision.ts'
import type { EventKind, ParsedEvent, Stamp } from '../../src/core/model/event.ts'
import { agentId, callId, eventId, sessionId } from '../../src/core/model/ids.ts'
import type { ToolCall } from '../../src/core/model/tool.ts'
import type { Rendered, Runtime } from '../../src/runtimes/runtime.ts'

const STAMP: Stamp = { id: eventId('00000000-0000-4000-8000-0000000000aa'), atMs: 1_800_000_000_000 }

const REASON = 'Junction required: irreversible command `git push`; approve with /edge approve'
const reasons = [{ ruleId: 'EDGE-43', text: REASON }] as const
const WORDS = { steer: 'Work in small steps.', notice: 'The agent was told.' }

/** Every kind, bare and with words for the agent and the person. */
const DECISIONS: readonly Decision[] = [
  ALLOW,
  { kind: 'hold', number: 7, reasons },
  { kind: 'ask', reasons },
  { kind: 'block', reasons },
  { kind: 'answer', text: 'No hold waits.' },
  { kind: 'allow', ...WORDS },
  { kind: 'hold', number: 7, reasons, ...WORDS },
  { kind: 'ask', reasons, ...WORDS },
  { kind: 'block', reasons, ...WORDS },
  { kind: 'block', reasons: [{ ruleId: 'EDGE-36', text: '\u001b[31m \u0007' }] },
  { kind: 'answer', text: '' },
]

const TOOL: ToolCall = { kind: 'shell', name: 'Bash', command: 'git push' }
const LOSSES = ['steer', 'notice', 'ask', 'block']
const ONLY_OBSERVED: readonly EventKind[] = ['stop', 'agent.stop', 'session.end', 'tool.after']

const PAYLOAD = {
  session_id: 'session-1',
  transcript_path: '/home/dev/transcript.jsonl',
  cwd: '/home/dev/project',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf /', description: 'clean up' },
  tool_use_id: 'call-1',
}

/** What every runtime promises. The dialect is its own business and is tested beside its code. */
export function runtimeContract(runtime: Runtime): void {
  describe(`${runtime.name}: any decision at any doorway`, () => {
    const cases = eventsOf(runtime.name).flatMap((event) => DECISIONS.map((decision) => ({ event, decision })))

    it('[PLANE-R13a] is answered with one JSON object or with nothing, and allow is silence', () => {
      for (const { event, decision } of cases) expect(isOneObjectOrNothing(runtime.render(decision, event))).toBe(true)
      for (const event of eventsOf(runtime.name)) expect(runtime.render(ALLOW, event)).toEqual({ stdout: '', lost: [] })
    })

    it('[PLANE-R13a] is never answered with a permission, and never refused without a reason', () => {
      for (const { event, decision } of cases) {
        const { stdout } = runtime.render(decision, event)
        expect(stdout).not.toMatch(/"(?:allow|approve|updatedInput|updatedPermissions)"/)
        if (isRefusal(stdout)) expect(reasonsIn(stdout).every((reason) => reason.trim() !== '')).toBe(true)
        if (isRefusal(stdout)) expect(reasonsIn(stdout)).toHaveLength(1)
      }
    })

    it('[PLANE-R13b] is carried, or its loss is named', () => {
      for (const { event, decision } of cases) {
        const { stdout, lost } = runtime.render(decision, event)
        expect(lost.filter((name) => !LOSSES.includes(name))).toEqual([])
        expect(new Set(lost).size).toBe(lost.length)
        for (const word of wordsOf(decision)) expect([word, isToldOrLost(word, stdout, lost)]).toEqual([word, true])
        if (decision.kind === 'hold' || decision.kind === 'block') {
          expect([event.kind, isRefusal(stdout) || lost.includes('block')]).toEqual([event.kind, true])
        }
      }
    })

    it('[EDGE-88] never blocks a stop, nor what is over already', () => {
      for (const { event, decision } of cases.filter(({ event }) => ONLY_OBSERVED.includes(event.kind))) {
        const { stdout } = runtime.render(decision, event)
        expect(stdout).not.toMatch(/"(?:decision|continue|reason|stopReason|permissionDecision)"/)
      }
      const stops = cases.filter(({ event }) => event.kind === 'stop' || event.kind === 'agent.stop')
      for (const { event, decision } of stops)
        expect(runtime.render(decision, event).stdout).not.toContain('additional')
    })

    it('[PLANE-R13b] is silent where nothing could be read', () => {
      for (const decision of DECISIONS) expect(runtime.render(decision, undefined).stdout).toBe('')
      expect(runtime.render({ kind: 'block', reasons, ...WORDS }, undefined).lost).toEqual(['block', 'steer', 'notice'])
    })
  })

  describe(`${runtime.name}: any payload`, () => {
    it('[PLANE-R13a] keeps the ids that it came with', () => {
      const inAgent = { ...PAYLOAD, agent_id: 'agent-1', agent_type: 'explorer' }
      expect(runtime.parse(JSON.stringify(inAgent), STAMP)).toEqual({
        ok: true,
        event: {
          ...STAMP,
          runtime: runtime.name,
          session: 'session-1',
          cwd: '/home/dev/project',
          agent: { id: 'agent-1', type: 'explorer' },
          transcript: '/home/dev/transcript.jsonl',
          permissionMode: 'default',
          kind: 'tool.before',
          call: 'call-1',
          tool: { kind: 'shell', name: 'Bash', command: 'rm -rf /' },
        },
      })
    })

    it('[PLANE-R13a] may hold fields that nobody knows, whatever they are called', () => {
      const expected = runtime.parse(JSON.stringify(PAYLOAD), STAMP)
      fc.assert(
        fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (unknown) => {
          const noise = Object.entries(unknown).filter(([key]) => !KNOWN_KEYS.has(key))
          const bytes = JSON.stringify(Object.fromEntries([...noise, ...Object.entries(PAYLOAD)]))
          expect(runtime.parse(bytes, STAMP)).toEqual(expected)
        }),
      )
      const poisoned = `{"__proto__":{"agent_id":"x"},"constructor":{"prototype":{"bad":1}},${JSON.stringify(PAYLOAD).slice(1)}`
      expect(runtime.parse(poisoned, STAMP)).toEqual(expected)
      expect(Object.hasOwn(Object.prototype, 'agent_id')).toBe(false)
    })

    it('[PLANE-R13b] without its ids still tells the command, so that the catastrophic is refused', () => {
      const { tool_input, tool_name, hook_event_name } = PAYLOAD
      const bytes = JSON.stringify({ hook_event_name, tool_name, tool_input, session_id: 5, agent_id: ['x'] })
      expect(runtime.parse(bytes, STAMP)).toEqual({
        ok: false,
        problem: { kind: 'bad-shape', doorway: 'PreToolUse', path: 'session_id' },
        event: {
          ...STAMP,
          runtime: runtime.name,
          session: 'unknown',
          cwd: '/',
          kind: 'tool.before',
          call: 'unknown',
          tool: RM,
        },
      })
    })

    it('[PLANE-R13b] cut off behind its command still tells the command', () => {
      const bytes = JSON.stringify(PAYLOAD)
      const from = bytes.indexOf('rm -rf /') + 'rm -rf /'.length
      for (let length = from; length < bytes.length; length += 1) {
        const parsed = runtime.parse(bytes.slice(0, length), STAMP)
        expect(parsed).toMatchObject({
          ok: false,
          problem: { kind: 'not-json' },
          event: { kind: 'tool.before', tool: RM },
        })
      }
    })

    it('[PLANE-R13a] of a doorway that nobody knows is an event of its own', () => {
      const parsed = runtime.parse(JSON.stringify({ ...PAYLOAD, hook_event_name: 'TeaTime' }), STAMP)
      expect(parsed).toMatchObject({ ok: true, event: { kind: 'other', name: 'TeaTime', session: 'session-1' } })
      for (const name of ['constructor', '__proto__', 'toString']) {
        const odd = runtime.parse(JSON.stringify({ ...PAYLOAD, hook_event_name: name, tool_name: name }), STAMP)
        expect(odd).toMatchObject({ ok: true, event: { kind: 'other', name } })
      }
    })

    it('[PLANE-R13b] made of any bytes gets an answer', () => {
      const doorways = runtime.capabilities(undefined).doorways.map(({ name }) => name)
      const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant(PAYLOAD.tool_input))
      const payload = fc
        .record(Object.fromEntries([...KNOWN_KEYS].map((key) => [key, value])), { requiredKeys: [] })
        .chain((fields) => fc.constantFrom(...doorways).map((name) => ({ ...fields, hook_event_name: name })))
        .map((fields) => JSON.stringify(fields))
      const bytes = fc.oneof(payload, fc.json(), fc.string({ unit: 'binary' }))
      const answers = (text: string, decision: Decision) => {
        const parsed = runtime.parse(text, STAMP)
        return isOneObjectOrNothing(runtime.render(decision, parsed.event))
      }
      fc.assert(fc.property(bytes, fc.constantFrom(...DECISIONS), answers), { numRuns: 500 })
    })

    it('[PLANE-R13b] nested without end is judged as text', () => {
      const depth = 20_000
      const deep = `${'{"a":['.repeat(depth)}"DROP TABLE users"${']}'.repeat(depth)}`
      const bytes = `{"tool_name":"mcp__db__run","tool_input":${deep},${JSON.stringify({ ...PAYLOAD, tool_name: undefined, tool_input: undefined }).slice(1)}`
      const parsed = runtime.parse(bytes, STAMP)
      expect(parsed.ok && parsed.event.kind === 'tool.before' ? JSON.stringify(parsed.event.tool) : '').toContain(
        'DROP TABLE users',
      )
    })
  })

  describe(`${runtime.name}: the surface`, () => {
    it.each([undefined, 'nonsense', '0.0.1', '999.0.0'])('[PLANE-R13b] is told for version %s', (version) => {
      const { doorways, uncovered } = runtime.capabilities(version)
      expect(new Set(doorways.map(({ name }) => name)).size).toBe(doorways.length)
      expect(doorways.filter(({ event, deny }) => ONLY_OBSERVED.includes(event) && deny)).toEqual([])
      expect(uncovered.length).toBeGreaterThan(0)
    })

    it('[PLANE-R13b] says of an old or unknown version that it was not tested', () => {
      const tested = runtime.capabilities('999.0.0').uncovered
      for (const version of [undefined, '0.0.1']) {
        expect(runtime.capabilities(version).uncovered.slice(-tested.length)).toEqual(tested)
        expect(runtime.capabilities(version).uncovered.length).toBeGreaterThan(tested.length)
      }
    })
  })
}

const RM: ToolCall = { kind: 'shell', name: 'Bash', command: 'rm -rf /' }

const KNOWN_KEYS: ReadonlySet<string> = new Set([
  ...Object.keys(PAYLOAD),
  ...['agent_id', 'agent_type', 'mcp_server', 'tool_response', 'duration_ms', 'error', 'prompt', 'source', 'model'],
  ...['stop_hook_active', 'trigger', 'reason', 'expansion_type', 'command_name', 'command_args', 'command_source'],
  'file_path',
])

/** One event of every kind, also of kinds that this runtime never sends: a decision must survive meeting them. */
function eventsOf(runtime: string): readonly ParsedEvent[] {
  const common = { ...STAMP, runtime, session: sessionId('session-1'), cwd: '/home/dev/project' }
  const agent = { id: agentId('agent-1'), type: 'explorer' }
  const call = callId('call-1')
  const byKind: { readonly [Kind in EventKind]: readonly Extract<ParsedEvent, { readonly kind: Kind }>[] } = {
    'session.start': [{ ...common, kind: 'session.start', source: 'startup' }],
    prompt: [{ ...common, kind: 'prompt', text: 'hello' }],
    command: [{ ...common, kind: 'command', name: 'edge', args: 'status', source: 'userSettings' }],
    'tool.before': [{ ...common, kind: 'tool.before', call, tool: TOOL }],
    'tool.after': [true, false].map((ok) => ({
      ...common,
      kind: 'tool.after',
      call,
      tool: TOOL,
      outcome: { ok, output: '' },
    })),
    'tool.refused': [{ ...common, kind: 'tool.refused', call, tool: TOOL, reason: 'no' }],
    'permission.request': [{ ...common, kind: 'permission.request', tool: TOOL }],
    stop: [{ ...common, kind: 'stop', again: true }],
    'compact.before': [{ ...common, kind: 'compact.before', trigger: 'auto' }],
    'compact.after': [{ ...common, kind: 'compact.after', trigger: 'manual' }],
    'agent.start': [{ ...common, agent, kind: 'agent.start' }],
    'agent.stop': [{ ...common, agent, kind: 'agent.stop' }],
    'session.end': [{ ...common, kind: 'session.end', reason: 'clear' }],
    'config.change': [{ ...common, kind: 'config.change', source: 'user_settings', path: '/home/dev/settings.json' }],
    edge: [{ ...common, kind: 'edge', verb: 'approve', proof: { kind: 'human', door: 'cli' } }],
    'anchor.call': [{ ...common, kind: 'anchor.call', args: { stage: 'identity' } }],
    ladder: [
      { ...common, kind: 'ladder', act: { kind: 'judge', seq: 1, right: true }, proof: { kind: 'human', door: 'cli' } },
    ],
    report: [{ ...common, kind: 'report', report: { of: 'malformed-payload', problem: 'not-json' } }],
    backup: [{ ...common, kind: 'backup', act: { kind: 'restore', id: 'b', root: '/home/dev/project', files: 1 } }],
    'anchor.settle': [{ ...common, kind: 'anchor.settle' }],
    'anchor.revoke': [{ ...common, kind: 'anchor.revoke', token: 'a' }],
    claim: [{ ...common, kind: 'claim', claim: { of: 'memory' } }],
    ledger: [{ ...common, kind: 'ledger', act: { do: 'caught-up' } }],
    other: ['PostToolBatch', 'PreModelSwitch', 'Interrupt', 'TeaTime'].map((name) => ({
      ...common,
      kind: 'other',
      name,
    })),
  }
  return Object.values(byKind).flat()
}

function isOneObjectOrNothing({ stdout }: Rendered): boolean {
  if (stdout === '') return true
  const value: unknown = JSON.parse(stdout)
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}

function isRefusal(stdout: string): boolean {
  return /"(?:decision":"block"|continue":false|permissionDecision":"deny"|behavior":"deny")/.test(stdout)
}

function reasonsIn(stdout: string): readonly string[] {
  const found: string[] = []
  JSON.parse(stdout, (key: string, value: unknown) => {
    const isReason = ['reason', 'stopReason', 'permissionDecisionReason', 'message'].includes(key)
    if (isReason && typeof value === 'string') found.push(value)
    return value
  })
  return found
}

function wordsOf(decision: Decision): readonly ('steer' | 'notice')[] {
  if (decision.kind === 'answer') return []
  return (['steer', 'notice'] as const).filter((word) => decision[word] !== undefined)
}

function isToldOrLost(word: 'steer' | 'notice', stdout: string, lost: readonly string[]): boolean {
  return stdout.includes(WORDS[word]) !== lost.includes(word)
}
