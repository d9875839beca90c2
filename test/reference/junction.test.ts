import { describe, expect, it } from 'vitest'
import type { Decision } from '../../src/core/model/decision.ts'
import type { Fact } from '../../src/core/model/fact.ts'
import type { Outcome } from '../../src/core/model/outcome.ts'
import type { State } from '../../src/core/model/state.ts'
import { liveHolds } from '../../src/core/protocols/edge/holds.ts'
import { alone, type Course, live, whole } from './course.ts'
import { JunctionModel, type Seen, type Timed } from './junction-model.ts'

/** `npm run torture -- histories` runs more of them. */
const HISTORIES = Number(process.env['FAIRLEAD_HISTORIES'] ?? 100_000)
const FIRST_SEED = Number(process.env['FAIRLEAD_FIRST_SEED'] ?? 1)
/** So many also go through the reading of the command text and every other protocol, which is most of the work. */
const WHOLE = 2_000

function seen(state: State, timed: Timed, { decision, facts }: Outcome): Seen {
  const { edge } = state
  return {
    answer: answerOf(timed, decision, facts),
    kept: edge.kept
      .filter(({ keepUntilMs }) => timed.at < keepUntilMs)
      .map((hold) => `${hold.number}:${hold.met}${hold.skipped ? '!' : ''}`)
      .join(' '),
    holds: liveHolds(edge, timed.at)
      .map((hold) => `${hold.number}:${hold.session}`)
      .join(' '),
    grants: edge.allowances
      .filter(({ use, expiresAtMs = timed.at + 1 }) => use.kind === 'open' && timed.at < expiresAtMs)
      .map((one) => `${one.number}:${one.scope ?? one.session}`)
      .join(' '),
    dismissals: edge.dismissals
      .filter((one) => timed.at < one.expiresAtMs)
      .map((one) => String(one.number))
      .join(' '),
  }
}

function answerOf({ step }: Timed, decision: Decision, facts: readonly Fact[]): string {
  if (step.kind === 'person') {
    if (decision.kind === 'answer') return decision.refused ? 'refused' : step.verb
    return `${step.verb} ${/#(\d+)/.exec('notice' in decision ? (decision.notice ?? '') : '')?.[1]}`
  }
  if (decision.kind === 'hold') return `hold ${decision.number}`
  if (decision.kind !== 'block') return decision.kind
  const text = decision.reasons.map((reason) => reason.text).join('\n')
  const number = /hold #(\d+): (?:stop and wait|nobody is here)/.exec(text)?.[1]
  expect(facts.filter((fact) => fact.kind === 'allowance.reserved')).toEqual([])
  return number === undefined ? 'block' : `block ${number}`
}

/** The first difference, in words; undefined when core and model agree all the way. */
function difference(seed: number, course: Course): string | undefined {
  const model = new JunctionModel()
  const steps: string[] = []
  for (const { timed, outcome, state } of live(seed, course)) {
    steps.push(`${timed.at} ${JSON.stringify(timed.step)}`)
    const [expected, actual] = [model.take(timed), seen(state, timed, outcome)]
    if (JSON.stringify(expected) !== JSON.stringify(actual))
      return `seed ${seed}\n${steps.join('\n')}\nmodel ${JSON.stringify(expected)}\ncore  ${JSON.stringify(actual)}`
  }
  return undefined
}

function differences(count: number, course: Course): readonly string[] {
  const found: string[] = []
  for (let seed = FIRST_SEED; seed < FIRST_SEED + count && found.length < 3; seed += 1) {
    const one = difference(seed, course)
    if (one !== undefined) found.push(one)
  }
  return found
}

describe('the core and a naive model of the junction life cycle', () => {
  it(`[EDGE-50, EDGE-122, EDGE-125] agree on ${HISTORIES} random histories`, () => {
    expect(differences(HISTORIES, alone)).toEqual([])
  }, 7_200_000)

  it(`agree on ${WHOLE} of them from the text of the command on`, () => {
    expect(differences(Math.min(WHOLE, HISTORIES), whole)).toEqual([])
  }, 120_000)
})
