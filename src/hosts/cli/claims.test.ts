import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { asPerson, ranAt, type Seat, typed } from '../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../test/support/fresh-home.ts'
import { homeOf } from '../../../test/support/home-of.ts'
import { hookCall } from '../../../test/support/hook-call.ts'
import { edgeMode } from './edge/mode.ts'

let root: string
let seat: Seat

beforeEach(async () => {
  ;({ root, seat } = freshHome())
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const says = async (...words: readonly string[]) => {
  const { code, out, line } = await typed(seat, words)
  return code === 0 ? out : `refused: ${line}`
}

it('[EDGE-5, EDGE-13, EDGE-70] states objective, plan and lessons as claims, and shows them in the state file', async () => {
  await typed(seat, ['init', '--yes'])
  await hookCall(seat, { hook_event_name: 'SessionStart', source: 'startup' })
  expect(await says('objective', 'fix', 'the parser')).toBe('objective: fix the parser')
  expect(await says('plan', 'read it', 'fix it')).toBe('1. pending: read it\n2. pending: fix it')
  expect(await says('plan', '--step', '1', '--status', 'completed', '--proof', 'npm test')).toBe(
    '1. completed: read it (proof: npm test)\n2. pending: fix it',
  )
  expect(await says('memory', 'releases', 'run the slow tests')).toBe('releases: run the slow tests')
  expect(await says('memory', 'x', 'y')).toBe('releases: run the slow tests\nx: y')
  expect(await says('memory', 'x', '--forget')).toBe(await says('memory'))
  expect(await says('plan', '--step', '7', '--status', 'blocked')).toBe(
    "refused: there's no step 7; the plan has 2 steps",
  )
  const file = readFileSync(join(homeOf(seat), 'active_context.yaml'), 'utf8')
  expect(file).toMatch(/^objective: "?fix the parser"?$/m)
  expect(file).toMatch(/proof: "?npm test"?\n[\s\S]*current_step: 2/)
  expect(file).toContain('run the slow tests')
})

it.each([[], ['--in-repo']])(
  '[EDGE-28, EDGE-71] lets a person be done once the work was seen, by claims alone: init %s',
  async (...flags) => {
    await typed(seat, ['init', '--yes', ...flags])
    const done = async () => (await ranAt(seat, (context) => edgeMode(context, { verb: 'done' }, asPerson), {})).out
    await hookCall(seat, { hook_event_name: 'SessionStart', source: 'startup' })
    for (const words of [
      ['objective', 'fix it'],
      ['plan', 'fix it'],
      ['plan', '--step', '1', '--status', 'completed'],
    ])
      await typed(seat, words)
    await ranAt(seat, (context) => edgeMode(context, { verb: 'active' }, asPerson), {})
    expect(await done()).toBe('')
    for (const id of ['1', '2', '3']) {
      const input = { file_path: join(seat.cwd, 'a.ts'), content: id }
      const call = { tool_name: 'Write', tool_input: input, tool_use_id: id }
      await hookCall(seat, { hook_event_name: 'PreToolUse', ...call })
      await hookCall(seat, { hook_event_name: 'PostToolUse', ...call, tool_response: {} })
    }
    expect(await done()).toBe('operator mode done; the work is archived')
  },
)

it('[EDGE-70] states nothing where Fairlead is not set up', async () => {
  expect(await says('plan', 'x')).toMatch(/^refused: /)
})
