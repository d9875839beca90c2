import { describe, expect, it } from 'vitest'
import { checkFile } from './check-file.ts'

const VALID = { schema_version: 4, mode: 'active', objective: 'ship it' }

describe('the shape of the state file', () => {
  it('[EDGE-2] is that of schema version 4', () => {
    expect(checkFile(VALID)).toEqual({
      ok: true,
      file: { fields: VALID, claims: { objective: 'ship it' }, lastFact: undefined },
    })
    expect(checkFile({ ...VALID, schema_version: 5 })).toEqual({ ok: false, problem: '`schema_version` must be 4' })
  })

  it.each([[{}], [{ mode: 'plan' }], [null], [[]], ['schema_version: 4']])(
    '[EDGE-106] has a schema_version: %j',
    (value) => {
      expect(checkFile(value)).toMatchObject({ ok: false, problem: expect.stringContaining('schema_version') })
    },
  )

  it.each(['plan', 'active', 'review', 'done'])('[EDGE-3, EDGE-107] knows the mode %s', (mode) => {
    expect(checkFile({ ...VALID, mode })).toMatchObject({ ok: true, file: { fields: { mode } } })
  })

  it.each(['PLAN', 'yolo', '', null, 1, ['plan']])('[EDGE-107] refuses the mode %j', (mode) => {
    expect(checkFile({ ...VALID, mode })).toEqual({
      ok: false,
      problem: '`mode` must be one of plan, active, review, done',
    })
  })

  it.each([[null], [{ id: 'x', type: 'irreversible' }]])('[EDGE-108] takes the junction %j', (junction) => {
    expect(checkFile({ ...VALID, junction })).toMatchObject({ ok: true, file: { fields: { junction } } })
  })

  it.each([[[]], [[{ id: 'x' }, { id: 'y' }]], ['pending'], [true]])(
    '[EDGE-108] refuses the junction %j',
    (junction) => {
      expect(checkFile({ ...VALID, junction })).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/^`junction/),
      })
    },
  )

  it.each([
    [{ consumed: false }, '`allowances.0.fingerprint` is missing'],
    [{ fingerprint: 'f' }, '`allowances.0.consumed` is missing'],
    [{ fingerprint: 'f', consumed: 'no' }, '`allowances.0.consumed` must be true or false'],
    ['f', '`allowances.0` must be a mapping'],
    [[], '`allowances.0` must be a mapping'],
  ])('[EDGE-109] refuses the allowance %j', (allowance, problem) => {
    expect(checkFile({ ...VALID, allowances: [allowance] })).toEqual({ ok: false, problem })
    expect(checkFile({ ...VALID, allowances: [{ fingerprint: 'f', consumed: true }] })).toMatchObject({ ok: true })
  })

  it.each([
    [{ expires_at: 'soon' }, '`dismissals.0.fingerprint` is missing'],
    [{ fingerprint: 'f' }, '`dismissals.0.expires_at` is missing'],
  ])('[EDGE-110] refuses the dismissal %j', (dismissal, problem) => {
    expect(checkFile({ ...VALID, dismissals: [dismissal] })).toEqual({ ok: false, problem })
    expect(checkFile({ ...VALID, dismissals: [{ fingerprint: 'f', expires_at: 'soon' }] })).toMatchObject({ ok: true })
  })

  it.each([
    [
      { plan: [{ description: 'x', status: 'finished' }] },
      '`plan.0.status` must be one of pending, in_progress, completed, blocked',
    ],
    [{ plan: ['x'] }, '`plan.0` must be a mapping'],
    [{ plan: { a: 1 } }, '`plan` must be a list'],
    [{ objective: 7 }, '`objective` must be text'],
    [{ current_step: 0 }, '`current_step` counts from 1'],
    [{ current_step: 1.5 }, '`current_step` must be a whole number'],
    [{ memory: [{ trigger: 'x' }] }, '`memory.0.lesson` is missing'],
    [{ observations: { tools_used: { Edit: 'many' } } }, '`observations.tools_used` must hold a count for each tool'],
    [{ last_fact: -1 }, '`last_fact` must not be negative'],
  ])('says what is wrong: %j', (over, problem) => {
    expect(checkFile({ ...VALID, ...over })).toEqual({ ok: false, problem })
  })

  it('is bounded', () => {
    expect(checkFile({ ...VALID, objective: 'x'.repeat(70_000) })).toEqual({
      ok: false,
      problem: 'objective, plan and memory hold more than 65536 characters',
    })
  })

  it('takes an empty key for an empty value, and what is not there for nothing said', () => {
    expect(checkFile({ schema_version: 4, objective: null, plan: null, memory: null, junction_queue: [] })).toEqual({
      ok: true,
      file: {
        fields: { schema_version: 4, objective: '', plan: [], memory: [] },
        claims: { objective: '', plan: [], memory: [] },
        lastFact: undefined,
      },
    })
  })

  it('leaves out what it does not know, at every level', () => {
    const checked = checkFile({ ...VALID, mine: 1, plan: [{ description: 'x', owner: 'me', proof: null }] })
    expect(checked).toEqual({
      ok: true,
      file: {
        fields: { ...VALID, plan: [{ description: 'x', status: 'pending' }] },
        claims: { objective: 'ship it', plan: [{ description: 'x', status: 'pending' }] },
        lastFact: undefined,
      },
    })
  })
})
