import { describe, expect, it } from 'vitest'
import { common, SESSION, shell } from '../../test/support/events.ts'
import { play } from '../../test/support/history.ts'
import type { Event, ParsedEvent, Proof } from '../core/model/event.ts'
import { agentId, callId, sessionId } from '../core/model/ids.ts'
import { INITIAL_STATE } from '../core/model/state.ts'
import { type Arrival, throughDoor } from './arrival.ts'
import type { ProveTyped } from './typed-command.ts'

const HUMAN: Proof = { kind: 'human', door: 'claude-code' }
const proveTyped: ProveTyped = ({ otherHold }) =>
  otherHold === undefined ? HUMAN : { kind: 'unproven', why: `hold #${otherHold}`, instead: '' }
const parts = { cli: 'fairlead', proveTyped }
const held = play([shell('git push')]).state

function command(args: string, over: Partial<ParsedEvent> = {}): ParsedEvent {
  const { around: _around, ...rest } = common(over)
  return { ...rest, kind: 'command', name: 'edge', args, source: 'userSettings' }
}

const connected: Arrival = { way: 'connection', owner: process.pid }
const byProgram: Arrival = { way: 'program', parent: process.pid }
const enter = (event: ParsedEvent, arrival: Arrival = connected, state = held) =>
  throughDoor(parts, event, { arrival, state })

describe('what arrives', () => {
  it('is a person’s act when it is `/edge`, with the proof of the door', () => {
    expect(enter(command('approve 1'))).toMatchObject({
      kind: 'edge',
      verb: 'approve',
      hold: 1,
      proof: HUMAN,
      session: SESSION,
    })
    expect(enter(command('dismiss 30'))).toMatchObject({ kind: 'edge', verb: 'dismiss', minutes: 30 })
    expect(enter(command(''))).toMatchObject({ kind: 'edge', verb: 'status' })
  })

  it('stays what it is otherwise', () => {
    const other: ParsedEvent = { ...command('x'), kind: 'command', name: 'review', args: '', source: '' }
    expect([enter(other).kind, enter(command('nonsense')).kind]).toEqual(['command', 'command'])
  })

  it('decides nothing that another session holds', () => {
    expect(enter(command('approve 1', { session: sessionId('other') }))).toMatchObject({
      proof: { kind: 'unproven', why: 'hold #1' },
    })
    const skip: Event = { ...common(), kind: 'edge', verb: 'skip', proof: HUMAN }
    const skipped = play([shell('ls', { session: sessionId('other') }), skip], held).state
    expect(enter(command('approve 1', { session: sessionId('other') }), connected, skipped)).toMatchObject({
      proof: { kind: 'unproven', why: 'hold #1' },
    })
    expect(enter(command('plan', { session: sessionId('other') }))).toMatchObject({ proof: HUMAN })
    expect(enter(command('approve 9'), connected, INITIAL_STATE)).toMatchObject({ proof: HUMAN })
  })

  it('is not proven when a program brings it, and names that program', () => {
    expect(enter(command('approve 1'), byProgram)).toMatchObject({
      proof: {
        kind: 'unproven',
        why: "it came from a program, not over the client's connection",
        instead: 'type it again, or run `fairlead edge approve 1` in your own terminal',
        means: expect.stringMatching(/^the hook program, started by `.+`, process \d+$/),
      },
    })
    const closed = { why: 'the port is taken', next: 'run `fairlead init --port`' }
    expect(enter(command('skip'), { ...byProgram, parent: 0, closed })).toMatchObject({
      proof: {
        why: closed.why,
        instead: expect.stringContaining(closed.next),
        means: expect.stringContaining('`unknown`'),
      },
    })
    expect(throughDoor({ cli: 'x' }, command('skip'), { arrival: connected, state: held })).toMatchObject({
      proof: { why: "the daemon wasn't running" },
    })
  })

  it('gives an allowance back only for the client', () => {
    const { around: _around, ...rest } = common()
    const refused: ParsedEvent = {
      ...rest,
      kind: 'tool.refused',
      call: callId('c'),
      tool: { kind: 'other', name: 'x', input: null },
      reason: '',
    }
    expect(enter(refused)).toEqual(refused)
    expect(enter(refused, byProgram)).toEqual(refused)
    const sight = { pid: 1, started: 2, tty: true }
    const state = { ...held, clients: { [SESSION]: { ...sight, runtime: 'claude-code', atMs: 0 } } }
    expect(enter({ ...refused, client: sight }, byProgram, state)).toMatchObject({ proven: true })
    expect(enter({ ...refused, client: { ...sight, started: 3 } }, byProgram, state)).not.toHaveProperty('proven')
  })

  it('answers words where there is no command, and decides nothing by them', () => {
    const { around: _around, ...rest } = common()
    const typed = (text: string, over: Partial<ParsedEvent> = {}): ParsedEvent => ({
      ...rest,
      runtime: 'codex',
      ...over,
      kind: 'prompt',
      text,
    })
    expect(enter(typed('edge approve 1'), byProgram)).toMatchObject({
      kind: 'edge',
      verb: 'approve',
      hold: 1,
      proof: { kind: 'unproven', means: 'a prompt, typed or queued' },
    })
    expect(enter(typed(' edge'), byProgram)).toMatchObject({ kind: 'edge', verb: 'status' })
    const plain = ['edge cases fail', 'the edge', 'edge approve 1\nand more', 'edgewise'].map((text) => typed(text))
    const others = [
      typed('edge status', { runtime: 'claude-code' }),
      typed('edge status', { agent: { id: agentId('a'), type: 't' } }),
    ]
    for (const event of [...plain, ...others]) expect(enter(event, byProgram)).toEqual(event)
  })

  it('names no client where no client is', () => {
    const { around: _around, ...rest } = common()
    const start: ParsedEvent = { ...rest, kind: 'session.start', source: 'startup' }
    for (const arrival of [byProgram, connected, { way: 'connection', owner: undefined }] as const)
      expect(enter(start, arrival)).toEqual(start)
  })
})
