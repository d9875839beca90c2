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
import { makeOrigins } from './origins.ts'

const PROJECT = projectRoot('/p')
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-origins-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function setUp() {
  const transcript = join(folder, 't.jsonl')
  const store = memoryStore({ evolve, initial: INITIAL_STATE })
  const origins = makeOrigins({ gate: makeGate(gateRooms({ project: PROJECT, store })), store: async () => store })
  const call = (payload: object) => ({
    runtime: 'claude-code',
    bytes: JSON.stringify({ session_id: 's', ...payload }),
    stamp: { id: eventId('the-grant'), atMs: 1 },
    startDir: '/',
  })
  const typed = call({ hook_event_name: 'UserPromptExpansion', prompt_id: 'p', transcript_path: transcript })
  const tool = call({ hook_event_name: 'PreToolUse' })
  const says = (turnOrigin: string) =>
    writeFileSync(transcript, JSON.stringify({ type: 'user', promptId: 'p', turnOrigin }))
  const facts = async () => (await store.facts(PROJECT, {})).map((row) => row.fact)
  return { store, origins, typed, tool, says, facts }
}

it('takes back a grant behind which the client saw no person', async () => {
  const { store, origins, typed, tool, says, facts } = setUp()
  await store.homeOf({ runtime: 'claude-code', session: sessionId('s'), project: PROJECT })
  origins.typed(typed)
  await origins.check(tool)
  expect(await facts()).toEqual([])
  says('scheduled')
  await origins.check(tool)
  await origins.check(tool)
  const why = 'the client says `scheduled` started this turn, not a person'
  expect(await facts()).toEqual([{ kind: 'grant.rejected', grant: 'the-grant', why }])
})

it('leaves a person’s grant alone, and whatever it cannot read', async () => {
  const { store, origins, typed, tool, says, facts } = setUp()
  says('scheduled')
  for (const bytes of ['"UserPromptExpansion"', '{"UserPromptExpansion"', '{"hook_event_name":"UserPromptExpansion"}'])
    origins.typed({ ...typed, bytes })
  await origins.check(tool)
  origins.typed(typed)
  // The session is nobody's: there is no project to write to.
  await origins.check(tool)
  await store.homeOf({ runtime: 'claude-code', session: sessionId('s'), project: PROJECT })
  says('human')
  origins.typed(typed)
  await origins.check(tool)
  expect(await facts()).toEqual([])
})
