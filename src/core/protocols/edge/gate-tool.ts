import type { Finding } from '../../model/assessment.ts'
import type { Decision, Reason } from '../../model/decision.ts'
import type { Fact } from '../../model/fact.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Junction } from '../../model/state.ts'
import type { Judge, Question } from '../judge.ts'
import { isExcepted } from './excepted.ts'
import { exactPrint, holdFor, isDismissed, isSkipped, openAllowance } from './holds.ts'
import { isPaused } from './pause.ts'

/** EDGE-36, EDGE-38: refused in every mode. Some of these a person may still let pass once. */
export const refuseCatastrophe: Judge = (question) => {
  const finding = question.assessment.findings.find((one) => one.tier === 'catastrophic' && one.harm !== 'tamper')
  if (!finding) return undefined
  const safety: Reason = { ruleId: 'EDGE-38', text: 'This command is blocked for safety.' }
  if (finding.override !== 'any-door') return refuse([safety, reasonOf(finding)], [])
  const passed = spendAllowance(question, finding)
  if (passed) return passed
  const { junction, fresh } = holdFor(question, finding)
  return refuse([safety, reasonOf(finding), howToApprove(question, junction)], opened(junction, fresh))
}

/** An agent that reaches for the gate itself is refused, and no door opens that. */
export const protectOwnFiles: Judge = ({ assessment }) => {
  const finding = assessment.findings.find((one) => one.harm === 'tamper')
  return finding && refuse([reasonOf(finding)], [])
}

/** EDGE-37, EDGE-43: what cannot be undone waits for a person, once per exact action. */
export const holdAtJunction: Judge = (question) => {
  const { state, event, assessment, policy } = question
  if (policy.edge.level === 'observe' || isPaused(state.edge, event.atMs)) return undefined
  const risky = assessment.findings.filter(
    (one) => one.tier === 'junction' && one.harm !== 'tamper' && !isExcepted(policy, event, one),
  )
  const finding = risky.find((one) => !isDismissed(state.edge, one, event.atMs))
  const first = risky[0]
  if (!first) return undefined
  if (policy.edge.level === 'steer') return finding && { decision: steer(finding), facts: [], effects: [] }
  // EDGE-122: an allowance is looked for before a dismissal, so a person's exact word is spent first.
  const passed = spendAllowance(question, first)
  if (passed) return passed
  if (!finding) return undefined
  if (isSkipped(state, event, exactPrint(question, finding))) {
    return refuse(
      [{ ruleId: 'EDGE-52', text: `skipped by the person: ${finding.reason}; try a different approach` }],
      [],
    )
  }
  const { junction, fresh } = holdFor(question, finding)
  const required: Reason = { ruleId: 'EDGE-43', text: `Junction required: ${finding.reason}` }
  return {
    decision: {
      kind: 'hold',
      number: junction.number,
      reasons: [required, ...saferWay(finding), howToApprove(question, junction)],
    },
    facts: opened(junction, fresh),
    effects: [],
  }
}

/** EDGE-39: reserved here, so that of two identical calls only one passes; committed when the result arrives. */
function spendAllowance(question: Question, finding: Finding): Outcome | undefined {
  const { state, event } = question
  const allowance = openAllowance(state, event, exactPrint(question, finding))
  if (!allowance) return undefined
  return {
    decision: { kind: 'allow' },
    facts: [{ kind: 'allowance.reserved', allowance: allowance.id, call: event.call }],
    effects: [],
  }
}

/** A word to the agent instead of a hold. */
function steer(finding: Finding): Decision {
  return { kind: 'allow', steer: `risky: ${reasonOf(finding).text}` }
}

function refuse(reasons: readonly [Reason, ...Reason[]], facts: readonly Fact[]): Outcome {
  return { decision: { kind: 'block', reasons }, facts, effects: [] }
}

function opened(junction: Junction, fresh: boolean): readonly Fact[] {
  return fresh ? [{ kind: 'junction.opened', junction }] : []
}

function reasonOf(finding: Finding): Reason {
  const safer = finding.safer === undefined ? '' : `; safer: \`${finding.safer}\``
  return { ruleId: finding.rule, text: `${finding.reason}${safer}` }
}

function saferWay(finding: Finding): readonly Reason[] {
  return finding.safer === undefined ? [] : [{ ruleId: finding.rule, text: `safer: \`${finding.safer}\`` }]
}

function howToApprove({ event }: Question, junction: Junction): Reason {
  const approve = `${event.around.cli ?? 'fairlead'} edge approve ${junction.number}`
  return {
    ruleId: 'EDGE-51',
    text: `hold #${junction.number}: stop and wait for the person, who may run \`${approve}\` in a terminal of their own`,
  }
}
