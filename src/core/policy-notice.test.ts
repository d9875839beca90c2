import { expect, it } from 'vitest'
import { common, shell } from '../../test/support/events.ts'
import { decide } from './decide.ts'
import { DEFAULT_POLICY } from './model/policy.ts'
import { INITIAL_STATE } from './model/state.ts'

const start = { ...common(), kind: 'session.start', source: 'startup' } as const
const noticeOf = (problems: readonly string[]) => {
  const { decision } = decide(INITIAL_STATE, start, { ...DEFAULT_POLICY, problems })
  return 'notice' in decision ? decision.notice : undefined
}

it('[PLANE-O3] problems of the policy files are told when a session starts', () => {
  expect(noticeOf([])).toBeUndefined()
  expect(noticeOf(['a.yaml:3: no'])).toBe(
    'fairlead: the policy has a problem: a.yaml:3: no; `fairlead config check` names them all',
  )
  expect(noticeOf(['a.yaml:3: no', 'x', 'y'])).toContain('a.yaml:3: no and 2 more; ')
  const { decision } = decide(INITIAL_STATE, shell('ls'), { ...DEFAULT_POLICY, problems: ['x'] })
  expect(decision).toEqual({ kind: 'allow' })
})
