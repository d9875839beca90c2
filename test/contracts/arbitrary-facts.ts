import fc from 'fast-check'
import type { Fact } from '../../src/core/model/fact.ts'
import { callId } from '../../src/core/model/ids.ts'
import { OPERATOR_MODES, STEP_STATUSES } from '../../src/core/model/state.ts'
import { approved, dismissed, opened, released, reserved, routine, STARTED, STOPPED } from './samples.ts'

/** Text as it comes from outside: any script, controls, halves of surrogate pairs, YAML's own signs. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '~',
    'null',
    'yes',
    '1e3',
    '0x1F',
    '- a',
    'a: b',
    '# c',
    "'",
    '"',
    '|\n  x',
    '---',
    '\ud800',
  ),
  fc.constantFrom(
    '2026-11-15',
    '\u0000',
    '\u001b[2J',
    'a\r\nb',
    '\t',
    'x\n\n',
    '__proto__',
    '*a',
    '&a',
    '!!js',
    '%YAML',
  ),
)

const anyName = fc.oneof(anyText, fc.constantFrom('Edit', '__proto__', 'constructor', 'toString', 'hasOwnProperty'))

const claims = fc.record({
  objective: anyText,
  plan: fc.array(
    fc.record(
      { description: anyText, status: fc.constantFrom(...STEP_STATUSES), proof: anyText },
      { requiredKeys: ['description', 'status'] },
    ),
    { maxLength: 4 },
  ),
  currentStep: fc.integer({ min: 1, max: 9 }),
  memory: fc.array(fc.record({ trigger: anyText, lesson: anyText }), { maxLength: 3 }),
})

const number = fc.integer({ min: 1, max: 4 })

/** Facts in any order, also in orders that the core would never produce; spending apart, which is exact. */
export const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.constant<Fact>(STARTED),
  fc.constant<Fact>(STOPPED),
  anyText.map((reason): Fact => ({ kind: 'session.ended', reason })),
  anyText.map((preview): Fact => ({ kind: 'prompt.received', preview })),
  fc.tuple(anyText, anyText, anyName).map(([call, file, tool]): Fact => ({ ...routine(call, file), tool })),
  fc.tuple(number, anyText).map(([one, reason]) => opened(one, reason)),
  number.map(approved),
  number.map(dismissed),
  number.map((one): Fact => ({ kind: 'junction.lapsed', number: one, why: 'its session ended' })),
  fc.constantFrom(...OPERATOR_MODES).map((to): Fact => ({ kind: 'mode.changed', to, by: 'cli' })),
  claims.map((claimed): Fact => ({ kind: 'state.edited', claims: claimed })),
  number.map((one): Fact => ({ kind: 'allowance.committed', allowance: `grant-${one}`, call: callId('call-1') })),
  number.map((one) => released(one)),
)

/** One event's facts. An allowance is released before it is reserved again, as the spend row demands. */
export const anyFacts: fc.Arbitrary<readonly Fact[]> = fc.oneof(
  { weight: 5, arbitrary: fc.array(anyFact, { maxLength: 3 }) },
  { weight: 1, arbitrary: number.map((one) => [released(one), reserved(one)]) },
)
