import { expect, it } from 'vitest'
import { SESSION } from '../../../../test/support/events.ts'
import { calls, policyWith, tell } from '../../../../test/support/work.ts'
import { sessionId } from '../../../core/model/ids.ts'
import { workLines, workStatusOf } from './work-of.ts'

const here = { runtime: 'claude-code', session: SESSION }

it('[PLANE-F02] shows what the work is about and where it changed, newest last', () => {
  const { state } = tell(calls('explore*6 edit*5 verify*5 ship*5'))
  const work = workStatusOf(state, here)
  expect(work).toMatchObject({
    actions: 21,
    window: { number: 4, kind: 'ship', actions: 2, evidence: 'partial-evaluation' },
    loops: 0,
    off: [],
  })
  expect(work && workLines(work)).toEqual([
    'ship, stretch 4, 2 calls asked for',
    'change 1 at call 10 of 21: explore to edit, held 4 actions',
    'change 2 at call 15 of 21: edit to verify, held 4 actions',
    'change 3 at call 20 of 21: verify to ship, held 4 actions',
  ])
  expect(workStatusOf(state, { ...here, session: sessionId('another') })).toBe(null)
})

it('[PLANE-R12b] says which signals are off and how many loops there were', () => {
  const deaf = calls('explore*22').filter((event) => event.kind === 'tool.before')
  const { state } = tell(deaf, policyWith({ windowCalls: 500 }))
  const work = workStatusOf(state, here)
  expect(work && workLines({ ...work, loops: 1, window: null })).toEqual([
    '22 calls asked for; 1 loop',
    'not watched, for lack of data: failure-loop',
  ])
})
