import { describe, expect, it } from 'vitest'
import { approved, context, dismissed, opened, reserved, routine, STARTED } from '../../test/contracts/samples.ts'
import { evolve } from '../core/evolve.ts'
import type { Fact } from '../core/model/fact.ts'
import { sessionId } from '../core/model/ids.ts'
import { INITIAL_STATE, NO_OBSERVATIONS, type State } from '../core/model/state.ts'
import { checkFile } from './check-file.ts'
import { FIELD_NAMES, fieldsOf } from './codec.ts'

const stateAfter = (...facts: readonly Fact[]): State =>
  facts.reduce((state, fact) => evolve(state, { ...context(), fact }), INITIAL_STATE)

describe('the state file', () => {
  it('[EDGE-2, EDGE-104] has the keys of schema version 4, in their order, and ours behind them', () => {
    const fields = fieldsOf(INITIAL_STATE, 0)
    expect(fields.schema_version).toBe(4)
    expect(Object.keys(fields)).toEqual([...FIELD_NAMES])
    expect(FIELD_NAMES).toEqual(
      // prettier-ignore
      'schema_version mode objective plan current_step session junction junction_queue junction_kept allowances dismissals observations progress memory objective_inferred last_fact'.split(
        ' ',
      ),
    )
  })

  it('[EDGE-15] has one junction, and a queue only while others wait', () => {
    expect(fieldsOf(INITIAL_STATE, 0)).toMatchObject({ junction: null, junction_queue: undefined })
    expect(fieldsOf(stateAfter(opened(1), opened(2)), 2)).toMatchObject({
      junction: {
        id: '00000000-0000-4000-8000-000000000001',
        type: 'irreversible',
        reason: 'git push',
        created_at: '2026-11-15T12:00:00.000Z',
        fingerprint: 'f'.repeat(64),
      },
      junction_queue: [{ number: 2 }],
    })
  })

  it('[EDGE-8] shows a junction with its five fields, each as the specification writes it', () => {
    const { junction } = fieldsOf(stateAfter(opened(1)), 1)
    expect(junction).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      type: expect.stringMatching(/^(?:irreversible|external|ambiguous|quality_gate)$/),
      reason: 'git push',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('[EDGE-9, EDGE-10] shows grants as the specification names them', () => {
    const fields = fieldsOf(stateAfter(opened(1), approved(1), reserved(1), opened(2), dismissed(2)), 5)
    expect(fields).toMatchObject({
      allowances: [
        { fingerprint: 'f'.repeat(64), granted_at: '2026-11-15T12:00:00.000Z', consumed: true, reserved_by: 'call-1' },
      ],
      dismissals: [
        {
          fingerprint: 'e'.repeat(64),
          expires_at: '2026-11-15T13:00:00.000Z',
          dismissed_at: '2026-11-15T12:00:00.000Z',
        },
      ],
      last_fact: 5,
    })
  })

  it('[EDGE-7, EDGE-11, EDGE-12] shows what was observed, and progress derived from it', () => {
    const fields = fieldsOf(stateAfter(STARTED, routine('call-1', 'src/a.ts'), routine('call-2', 'src/b.ts')), 3)
    const at = expect.stringMatching(/^2026-11-15T/)
    expect(fields).toMatchObject({
      session: { id: 'session-1', started_at: at, start_hash: 'a'.repeat(64) },
      observations: {
        files_modified: ['src/a.ts', 'src/b.ts'],
        tools_used: { Edit: 2 },
        tests_run: false,
        last_activity: at,
      },
      progress: { last_tool_at: at, last_edit_hash: expect.stringMatching(/^[0-9a-f]{64}$/), tools_used: 2 },
    })
  })

  it('[EDGE-4, EDGE-5, EDGE-6, EDGE-13, EDGE-120] shows claims, and marks an objective that nobody stated', () => {
    const claims = {
      objective: 'fix it',
      plan: [{ description: 'a', status: 'completed' as const, proof: 'npm test' }],
      currentStep: 1,
      memory: [{ trigger: 'tests', lesson: 'run them' }],
    }
    const shown = {
      // EDGE-4
      objective: 'fix it',
      // EDGE-5
      plan: [{ description: 'a', status: 'completed', proof: 'npm test' }],
      // EDGE-6
      current_step: 1,
      // EDGE-13
      memory: [{ trigger: 'tests', lesson: 'run them' }],
    }
    const edited: Fact = { kind: 'state.edited', claims }
    expect(fieldsOf(stateAfter(edited), 1)).toMatchObject({ ...shown, objective_inferred: undefined })
    // EDGE-120
    const inferred: Fact = { kind: 'objective.set', objective: 'from a prompt', by: 'inferred' }
    expect(fieldsOf(stateAfter(edited, inferred), 1)).toMatchObject({
      objective: 'from a prompt',
      objective_inferred: true,
    })
  })

  it('is accepted by its own check, field for field', () => {
    const state = stateAfter(STARTED, opened(1), opened(2), approved(1), opened(3), dismissed(3), routine('call-1'))
    const fields = JSON.parse(JSON.stringify(fieldsOf(state, 7)))
    expect(checkFile(fields)).toMatchObject({ ok: true, file: { fields, lastFact: 7 } })
  })

  it('has a time for any number', () => {
    const known = stateAfter(STARTED)
    const session = known.sessions[sessionId('session-1')]
    if (!session) throw new Error('the session is not there')
    const observed = { ...NO_OBSERVATIONS, lastActivityMs: 1e300 }
    const state: State = { ...known, sessions: { [sessionId('session-1')]: { ...session, observed } } }
    expect(fieldsOf(state, 0).progress).toMatchObject({ last_tool_at: '+275760-09-13T00:00:00.000Z' })
  })
})
