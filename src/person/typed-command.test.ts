import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Registration } from '../core/model/door.ts'
import { sessionId } from '../core/model/ids.ts'
import type { ProcessFacts } from './processes.ts'
import { readPrompts } from './prompts.ts'
import type { KeyboardEvidence } from './terminal.ts'
import { type ProveTyped, typedDoor } from './typed-command.ts'

type Typed = Parameters<ProveTyped>[0]

let folder = ''
let transcript = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-typed-'))
  transcript = join(folder, 't.jsonl')
  write()
})

afterEach(() => rmSync(folder, { recursive: true }))

function write(...records: readonly object[]): void {
  writeFileSync(
    transcript,
    ['not json "queue-operation"', ...records.map((one) => JSON.stringify(one)), '""'].join('\n'),
  )
}

const enqueued = (content: string, timestamp: string) => ({
  type: 'queue-operation',
  operation: 'enqueue',
  content,
  timestamp,
})

const CLIENT: Registration = { pid: 7, started: 100, tty: true, runtime: 'claude-code', atMs: 1 }

const proc = (pid: number, over: Partial<ProcessFacts> = {}): ProcessFacts => ({
  pid,
  parent: 1,
  started: 100,
  name: 'claude',
  leader: pid,
  hasTty: true,
  env: {},
  executable: undefined,
  command: '',
  namespaces: undefined,
  ...over,
})
const TABLE = new Map([proc(7), proc(8, { name: 'curl' }), proc(9, { started: 5 })].map((one) => [one.pid, one]))

function door(evidence: KeyboardEvidence = { kind: 'person' }, intact = true) {
  return typedDoor({ skillIsIntact: () => intact, weigh: () => evidence, read: (pid) => TABLE.get(pid) })
}

const typed = (over: Partial<Typed> = {}): Typed => ({
  runtime: 'claude-code',
  session: sessionId('s'),
  prompt: '/edge approve 1',
  source: 'userSettings',
  transcript,
  inSubagent: false,
  owner: 7,
  registration: CLIENT,
  otherHold: undefined,
  command: 'fairlead edge approve 1',
  ...over,
})

const HUMAN = { kind: 'human', door: 'claude-code' }

describe('`/edge` as a door', () => {
  it('accepts the person at the client of the session', () => {
    expect(door()(typed())).toEqual(HUMAN)
  })

  const refused: readonly [name: string, over: Partial<Typed>, why: RegExp][] = [
    ['from a subagent', { inSubagent: true }, /subagent/],
    ['from a command of the project', { source: 'projectSettings' }, /comes from `projectSettings`/],
    ['from a connection without an owner', { owner: undefined }, /which program sent it/],
    ['from a process that is gone', { owner: 99 }, /which program sent it/],
    ['from an unregistered client', { registration: undefined }, /wasn't known yet/],
    ['from another program', { owner: 8 }, /from `curl`, process 8/],
    ['from another process with the same number', { owner: 9, registration: { ...CLIENT, pid: 9 } }, /process 9/],
    ['without a transcript', { transcript: undefined }, /while the agent was working/],
    ['from a runtime without a command', { runtime: 'codex' }, /comes from `userSettings`/],
    ['about another session', { otherHold: 3 }, /hold #3 belongs to another session/],
    ['with a transcript that is gone', { transcript: '/nowhere' }, /while the agent was working/],
  ]
  it.each(refused)('refuses what comes %s', (_name, over, why) => {
    expect(door()(typed(over))).toMatchObject({
      kind: 'unproven',
      why: expect.stringMatching(why),
      instead: expect.stringMatching(/fairlead edge approve 1|type it again/),
      means: expect.stringContaining('typed text from'),
    })
  })

  it('refuses while its own command was changed, or the terminal refutes it', () => {
    expect(door({ kind: 'person' }, false)(typed())).toMatchObject({ why: 'the installed `/edge` command was changed' })
    expect(door({ kind: 'refuted', why: 'no key' })(typed())).toMatchObject({ why: 'no key' })
    expect(door({ kind: 'unknown', why: 'zellij' })(typed())).toMatchObject({
      why: 'zellij',
      instead: 'run `fairlead edge approve 1` in your own terminal; it asks for your passphrase',
    })
  })

  it('takes each queued text for one prompt, and what is typed later for typed', () => {
    const prove = door()
    write(enqueued('/edge approve 1', 't1'), enqueued('/edge approve 2', 't2'), {
      type: 'queue-operation',
      operation: 'dequeue',
    })
    expect(prove(typed())).toMatchObject({ why: 'it was typed while the agent was working' })
    expect(prove(typed())).toEqual(HUMAN)
    write(enqueued('/edge approve 1', 't1'), enqueued('/edge approve 1', 't3'))
    expect([prove(typed()).kind, prove(typed()).kind]).toEqual(['unproven', 'human'])
    expect(prove(typed({ session: sessionId('other') })).kind).toBe('unproven')
  })

  it('uses a queued text up also when something else was wrong', () => {
    const prove = door()
    write(enqueued('/edge approve 1', 't1'))
    expect(prove(typed({ owner: 8 })).kind).toBe('unproven')
    expect(prove(typed())).toEqual(HUMAN)
  })
})

describe('what the client says about a prompt', () => {
  const origin = (prompt: string) => readPrompts('claude-code', transcript)?.turnOrigin(prompt)

  it('is known once it is written', () => {
    expect(origin('p')).toBeUndefined()
    write(
      { type: 'user', promptId: 'p', turnOrigin: 'scheduled' },
      { type: 'user', promptId: 'q', turnOrigin: 'human' },
    )
    expect([origin('p'), origin('q')]).toEqual([
      { isPerson: false, name: 'scheduled' },
      { isPerson: true, name: 'human' },
    ])
  })

  it('is not known of a file that is gone, or of a runtime that does not write it', () => {
    expect([readPrompts('claude-code', '/nowhere'), readPrompts('codex', transcript)]).toEqual([undefined, undefined])
  })
})
