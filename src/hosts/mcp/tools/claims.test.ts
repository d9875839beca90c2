import { expect, it } from 'vitest'
import { evolve } from '../../../core/index.ts'
import type { ParsedEvent } from '../../../core/model/event.ts'
import { projectRoot } from '../../../core/model/ids.ts'
import type { Json } from '../../../core/model/json.ts'
import { INITIAL_STATE } from '../../../core/model/state.ts'
import { memoryStore } from '../../../stores/memory/store.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { memoryTool, objectiveTool, planTool } from './claims.ts'

const told: ParsedEvent[] = []
const claims = () => told.map((event) => (event.kind === 'claim' ? event.claim : event.kind))
const context: ToolContext = {
  gate: {
    handle: async () => ({ stdout: '' }),
    handleAlone: async () => ({ stdout: '' }),
    submit: async (event) => {
      told.push(event)
      return { kind: 'answer', text: 'noted', ...(told.length === 1 && { refused: true }) }
    },
    settled: async () => undefined,
    close: async () => undefined,
  },
  store: async () => memoryStore({ evolve, initial: INITIAL_STATE }),
  runtime: 'codex',
  cwd: '/p',
  projectOf: (folder) => (folder === '/p' ? projectRoot(folder) : undefined),
}
const call = (tool: Tool, args: Readonly<Record<string, Json>>) =>
  tool.call({ args: { working_dir: '/p', ...args }, call: undefined }, context)

it('[EDGE-4, EDGE-5, EDGE-13, EDGE-70] carries claims to the gate, and the answer back', async () => {
  // EDGE-4
  expect(await call(objectiveTool, { text: 'fix it' })).toEqual({ text: 'noted', isError: true })
  expect(await call(objectiveTool, {})).toEqual({ text: 'noted', isError: false })
  // EDGE-5
  await call(planTool, { steps: ['a', ' ', 7, 'b'] })
  await call(planTool, {})
  await call(planTool, { step: 1, status: 'completed', proof: 'npm test' })
  // EDGE-13
  await call(memoryTool, { trigger: 'releases', lesson: 'run the slow tests' })
  await call(memoryTool, { trigger: 'releases' })
  await call(memoryTool, {})
  expect(claims()).toEqual([
    { of: 'objective', text: 'fix it' },
    { of: 'objective' },
    { of: 'plan', steps: ['a', 'b'] },
    { of: 'plan', steps: [] },
    { of: 'step', step: 1, status: 'completed', proof: 'npm test' },
    { of: 'memory', lesson: { trigger: 'releases', lesson: 'run the slow tests' } },
    { of: 'memory', lesson: { trigger: 'releases', lesson: '' } },
    { of: 'memory' },
  ])
  // EDGE-70
  expect(new Set(told.map(({ runtime }) => runtime))).toEqual(new Set(['fairlead']))
})

it('[EDGE-5] says what is missing', async () => {
  const incomplete = { text: 'pass `step` from 1 with `status` or `proof`, or all `steps`', isError: true }
  for (const args of [{ step: 0, proof: 'x' }, { step: 1 }, { step: 'x', proof: 'y' }, { step: 1, status: 'finished' }])
    expect(await call(planTool, args)).toEqual(incomplete)
  expect(await planTool.call({ args: { working_dir: '/other' }, call: undefined }, context)).toMatchObject({
    isError: true,
  })
})
