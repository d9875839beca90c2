import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gateRooms } from '../../../test/support/gate-rooms.ts'
import { evolve } from '../../core/index.ts'
import { eventId, projectRoot, sessionId } from '../../core/model/ids.ts'
import { INITIAL_STATE } from '../../core/model/state.ts'
import { makeGate } from '../../gate/pipeline.ts'
import { memoryStore } from '../../stores/memory/store.ts'
import { recordSideDoors } from './side-doors.ts'

const PROJECT = projectRoot('/p')
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-side-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

const skill = (id: string, input: object) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', name: 'Skill', id, input }] },
})

const PEER = { kind: 'peer', verifiedPeerPid: 77 }
const queued = (uuid: string, attachment: object) => ({
  type: 'attachment',
  uuid,
  attachment: { type: 'queued_command', ...attachment },
})

it('records once what the client refused without asking us', async () => {
  const transcript = join(folder, 't.jsonl')
  const lines = [
    skill('a', { skill: 'edge', args: 'approve 1' }),
    skill('b', { command: '/edge approve' }),
    skill('c', { skill: 'review' }),
    { type: 'user', uuid: 'd', turnOrigin: 'peer', message: { content: '/edge approve 1' } },
    { type: 'user', uuid: 'e', message: { content: '/edge approve 1' } },
    { type: 'user', uuid: 'f', message: { content: '<command-name>/edge</command-name>' } },
    { type: 'user', uuid: 'g', message: { content: 'what does /edge do?' } },
    { type: 'user', uuid: 'h', message: '/edge' },
    { type: 'user', uuid: 'i', origin: PEER, message: { content: 'Another session says:\n/edge dismiss 60\n\nSo.' } },
    { type: 'user', uuid: 'j', origin: { kind: 'human' }, message: { content: '/edge approve 1' } },
    { type: 'user', uuid: 'k', turnOrigin: 'scheduled', message: { content: '/edge status' } },
    queued('l', { prompt: '/edge approve 1', origin: PEER }),
    queued('m', { prompt: '/edge approve 1' }),
    queued('n', { prompt: '/edge approve 1', origin: { kind: 'human' } }),
    queued('o', { prompt: 'is /edge a word?', origin: PEER }),
    queued('p', { type: 'other', prompt: '/edge approve 1', origin: PEER }),
    skill('q', { skill: 'edge', args: 'skip 1' }),
    skill('r', { skill: 'edge', args: 'frobnicate' }),
    { type: 'assistant', message: { content: ['Skill', { name: '"Skill"', input: null }, '/edge'] } },
  ]
  writeFileSync(transcript, ['"Skill" /edge', ...lines.map((one) => JSON.stringify(one))].join('\n'))
  const store = memoryStore({ evolve, initial: INITIAL_STATE })
  const call = (payload: object | string) => ({
    runtime: 'claude-code',
    bytes: typeof payload === 'string' ? payload : JSON.stringify(payload),
    stamp: { id: eventId('x'), atMs: 1 },
    startDir: '/',
  })
  const stop = { hook_event_name: 'Stop', session_id: 's', transcript_path: transcript }
  const gate = makeGate(gateRooms({ project: PROJECT, store }))
  const record = (payload: object | string) => recordSideDoors({ gate, store: async () => store }, call(payload))
  await record(stop)
  await store.homeOf({ runtime: 'claude-code', session: sessionId('s'), project: PROJECT })
  for (const payload of [
    { ...stop, hook_event_name: 'PreToolUse' },
    { ...stop, transcript_path: '/nowhere' },
    { ...stop, session_id: 1 },
    '{"hook_event_name":"Stop"',
    '["hook_event_name":"Stop"]',
  ])
    await record(payload)
  expect(await store.facts(PROJECT, {})).toEqual([])
  await record(stop)
  await record(stop)
  const why = 'the client accepts `/edge` only from a person at its keyboard'
  const refused = (means: string, verb = 'approve') => ({ kind: 'approval.refused', verb, why, means })
  expect((await store.facts(PROJECT, {})).map((row) => row.fact)).toEqual([
    refused('the `Skill` tool'),
    refused('the `Skill` tool'),
    refused('a prompt from `peer`'),
    refused('a prompt from `unknown`'),
    refused('a message to the client from process 77', 'dismiss'),
    refused('a message to the client from process 77'),
    refused('the `Skill` tool', 'skip'),
    refused('the `Skill` tool'),
  ])
})
