import { describe, expect, it } from 'vitest'
import { common } from '../../../../test/support/events.ts'
import { decide } from '../../decide.ts'
import type { Event, Report } from '../../model/event.ts'
import { DEFAULT_POLICY } from '../../model/policy.ts'
import { INITIAL_STATE } from '../../model/state.ts'

const reported = (report: Report) =>
  decide(INITIAL_STATE, { ...common(), kind: 'report', report } as Event, DEFAULT_POLICY).facts

describe('what the console reports', () => {
  it('[EDGE-141, EDGE-142] goes on record: who opened it and how far, and what was refused', () => {
    expect(reported({ of: 'console-opened', level: 'present', browser: 'chromium' })).toEqual([
      { kind: 'console.opened', level: 'present', browser: 'chromium' },
    ])
    expect(reported({ of: 'console-refused', why: 'another program', means: 'curl' })).toEqual([
      { kind: 'console.refused', why: 'another program', means: 'curl' },
    ])
  })
})
