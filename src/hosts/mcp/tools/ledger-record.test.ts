import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gateRooms } from '../../../../test/support/gate-rooms.ts'
import { evolve } from '../../../core/index.ts'
import { projectRoot } from '../../../core/model/ids.ts'
import type { Json } from '../../../core/model/json.ts'
import { INITIAL_STATE } from '../../../core/model/state.ts'
import { makeGate } from '../../../gate/pipeline.ts'
import { memoryStore } from '../../../stores/memory/store.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { decideTool, handoffTool, pivotTool, statusTool } from './ledger.ts'

let folder = ''
let context: ToolContext

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-tools-')))
  vi.stubEnv('HOME', join(folder, 'state'))
  writeFileSync(join(folder, 'a.ts'), 'export const answer = 42\n')
  const store = memoryStore({ evolve, initial: INITIAL_STATE })
  const project = projectRoot(folder)
  const gate = makeGate(gateRooms({ project, store, home: folder }))
  const projectOf = (given: string) => (given === folder ? project : undefined)
  context = { gate, store: async () => store, runtime: 'claude-code', cwd: folder, projectOf }
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const call = (tool: Tool, args: Readonly<Record<string, Json>> = {}) => tool.call({ args, call: undefined }, context)
const evidence = (quote: string) => [{ path: '${PROJECT_ROOT}/a.ts', line: 1, quote }]

it('[LEDGER-33, LEDGER-118] ledger_decide opens the evidence and records at once', async () => {
  const test_scenarios = [
    { name: 'a', type: 'edge_case', expected: 'b' },
    { name: 'c', type: 'none' },
  ]
  const good = {
    title: 'Answer',
    decision: '42',
    evidence: evidence('export const answer = 42'),
    test_scenarios,
    next_steps: ['ship', 7],
  }
  expect(await call(decideTool, good)).toMatchObject({
    text: expect.stringMatching(/^recorded as `d-/),
    isError: false,
  })
  const bad = await call(decideTool, {
    title: 'Other',
    decision: '43',
    evidence: [...evidence('answer = 43'), 'words alone'],
    blockers: 'no list',
  })
  expect(bad.text).toMatch(
    /none of its citations could be verified\nnot grounded: the quote is not in the file\nnot grounded: no path$/,
  )
  expect(await call(decideTool, { title: 'answer', decision: '41' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('an earlier decision stands'),
  })
  expect(JSON.parse((await call(statusTool)).text)).toMatchObject({
    decisions: [
      { title: 'Answer', grounding: 'citation' },
      { title: 'Other', grounding: 'ungrounded' },
    ],
    claims: { total: 2, grounded: 1, assumptions: 0 },
    next_steps: ['ship'],
  })
})

it('[LEDGER-116] ledger_handoff gives a packet', async () => {
  await call(decideTool, { title: 'Answer', decision: '42', assumption: true })
  const [said = '', packet = ''] = (await call(handoffTool, { reason: 'done' })).text.split('\n')
  expect(said).toMatch(/^handed off/)
  expect(JSON.parse(packet)).toMatchObject({
    schema: 'fairlead-handoff-1',
    decisions: [{ title: 'Answer' }],
    last_handoff: { reason: 'done' },
  })
  expect((await call(handoffTool)).text).toContain('handoff')
})

it('[LEDGER-105] ledger_pivot wants all four', async () => {
  const whole = { reason: 'r', result_count: 60, hypothesis_failure: 'f', refined_hypothesis: 'n' }
  expect(await call(pivotTool, whole)).toEqual({ text: 'pivot recorded' })
  for (const name of Object.keys(whole))
    expect(await call(pivotTool, { ...whole, [name]: null })).toMatchObject({ isError: true })
})

it('a call without its words, or from elsewhere, is told the next step', async () => {
  expect(await call(decideTool, { title: 'x' })).toEqual({ text: 'pass `title` and `decision`', isError: true })
  for (const tool of [decideTool, handoffTool, pivotTool, statusTool])
    expect(await call(tool, { working_dir: '/elsewhere' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('working_dir'),
    })
})
