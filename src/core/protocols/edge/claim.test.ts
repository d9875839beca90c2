import { describe, expect, it } from 'vitest'
import { EDGE_POLICY as DEFAULT_POLICY } from '../../../../test/support/edge-policy.ts'
import { after, before, common } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { edit, person } from '../../../../test/support/people.ts'
import { decide } from '../../decide.ts'
import type { EventOf } from '../../model/event.ts'
import { INITIAL_STATE, type Statement } from '../../model/state.ts'

const claim = (said: Statement): EventOf<'claim'> => ({
  ...common({ runtime: 'fairlead' }),
  kind: 'claim',
  claim: said,
})
const says = (...said: readonly Statement[]) => {
  const { state, decisions, facts } = play(said.map(claim))
  return { claims: state.edge.claims, answer: decisions.at(-1), facts: facts.at(-1), state }
}
const answer = (text: string) => ({ kind: 'answer', text })
const PLAN: Statement = { of: 'plan', steps: ['read it', ' fix\nit '] }
const NOTHING = INITIAL_STATE.edge.claims

describe('what an agent says of its work', () => {
  it('[EDGE-4, EDGE-70] is the objective', () => {
    const claims = { ...NOTHING, objective: 'fix the parser' }
    expect(says({ of: 'objective', text: ' fix  the parser' })).toMatchObject({
      claims,
      answer: answer('objective: fix the parser'),
      facts: [{ kind: 'state.edited', claims }],
    })
    expect(says({ of: 'objective' })).toMatchObject({ claims: NOTHING, answer: answer('no objective yet'), facts: [] })
  })

  it('[EDGE-5, EDGE-6, EDGE-70] is the plan, and how far each step is', () => {
    const steps = [
      { description: 'read it', status: 'pending' },
      { description: 'fix it', status: 'pending' },
    ]
    const first = says(PLAN)
    expect(first).toMatchObject({
      claims: { ...NOTHING, plan: steps },
      answer: answer('1. pending: read it\n2. pending: fix it'),
    })
    expect(says(PLAN, { of: 'plan', steps: [] })).toMatchObject({
      claims: first.claims,
      answer: first.answer,
      facts: [],
    })
    const done: Statement = { of: 'step', step: 1, status: 'completed', proof: 'npm test' }
    const completed = { ...steps[0], status: 'completed', proof: 'npm test' }
    expect(says(PLAN, done)).toMatchObject({
      claims: { plan: [completed, steps[1]], currentStep: 2 },
      answer: answer('1. completed: read it (proof: npm test)\n2. pending: fix it'),
    })
    expect(says(PLAN, done, { of: 'plan', steps: ['look', 'read it'] }).claims).toMatchObject({
      plan: [{ description: 'look', status: 'pending' }, completed],
      currentStep: 1,
    })
    const begun: Statement = { of: 'step', step: 2, status: 'in_progress' }
    expect(says(PLAN, begun).claims.currentStep).toBe(2)
    expect(says(PLAN, begun, done).claims.currentStep).toBe(2)
    expect(says(PLAN, { of: 'step', step: 2, proof: 'x' }).claims).toMatchObject({
      plan: [steps[0], { ...steps[1], proof: 'x' }],
      currentStep: 1,
    })
    expect(says(PLAN, done, { ...done, step: 2 }).claims.currentStep).toBe(2)
  })

  it('[EDGE-5] names what is not there', () => {
    const step: Statement = { of: 'step', step: 3, status: 'blocked' }
    const refused = (text: string) => ({ kind: 'answer', text, refused: true })
    expect(says(step)).toMatchObject({ answer: refused("there's no plan yet; state its steps first"), facts: [] })
    expect(says(PLAN, step).answer).toEqual(refused("there's no step 3; the plan has 2 steps"))
    expect(says({ of: 'plan', steps: [] }).answer).toEqual(answer('no plan yet; pass its steps, each in quotes'))
    const much: Statement = { of: 'plan', steps: Array.from({ length: 200 }, (_, at) => `${at} ${'x'.repeat(600)}`) }
    expect(says(much)).toMatchObject({
      claims: NOTHING,
      answer: refused('objective, plan and memory are too long together; shorten them'),
    })
  })

  it('[EDGE-13] is a lesson, which replaces the one before and can be dropped', () => {
    const lesson = (trigger: string, words: string): Statement => ({ of: 'memory', lesson: { trigger, lesson: words } })
    expect(says({ of: 'memory' })).toMatchObject({ answer: answer('no lessons yet'), facts: [] })
    expect(says(lesson('a', 'one'), lesson('b', 'two'), lesson('a', 'three'))).toMatchObject({
      claims: {
        memory: [
          { trigger: 'b', lesson: 'two' },
          { trigger: 'a', lesson: 'three' },
        ],
      },
      answer: answer('b: two\na: three'),
    })
    expect(says(lesson('a', 'one'), lesson('a', '')).claims.memory).toEqual([])
  })

  it('[EDGE-70] holds no secret, belongs to no session, and counts as no work', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const { claims, state } = says({ of: 'objective', text: `use ${token}` }, PLAN)
    expect(JSON.stringify(claims)).not.toContain(token)
    expect([state.sessions, state.clients, state.edge.work]).toEqual([{}, {}, INITIAL_STATE.edge.work])
  })

  it('[EDGE-28, EDGE-71] lets `/edge done` pass once work was observed, and not before', () => {
    const said: readonly Statement[] = [
      { of: 'objective', text: 'fix it' },
      { of: 'plan', steps: ['fix it'] },
      { of: 'step', step: 1, status: 'completed', proof: 'npm test' },
    ]
    const { state } = play([...said.map(claim), person('active')])
    expect(decide(state, person('done'), DEFAULT_POLICY).decision).toMatchObject({ refused: true })
    const one = before(edit())
    const worked = play([one, after(one), after(one), after(one)], state).state
    expect(decide(worked, person('done'), DEFAULT_POLICY).decision).toEqual(
      answer('operator mode done; the work is archived'),
    )
  })
})
