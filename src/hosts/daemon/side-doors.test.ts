import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { evolve } from '../../core/index.ts'
import { eventId, projectRoot, sessionId } from '../../core/model/ids.ts'
import { INITIAL_STATE } from '../../core/model/state.ts'
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
  const record = (payload: object | string) => recordSideDoors(async () => store, call(payload))
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
  const why = 'the client lets no model use `/edge`'
  const refused = (means: string) => ({ kind: 'approval.refused', verb: 'approve', why, means })
  expect((await store.facts(PROJECT, {})).map((row) => row.fact)).toEqual([
    refused('the tool `Skill`'),
    refused('the tool `Skill`'),
    refused('a prompt of origin `peer`'),
    refused('a prompt of origin `unknown`'),
  ])
})
