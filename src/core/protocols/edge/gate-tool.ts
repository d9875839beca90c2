import type { Finding } from '../../model/assessment.ts'
import type { Decision, Reason } from '../../model/decision.ts'
import type { Fact } from '../../model/fact.ts'
import type { Outcome } from '../../model/outcome.ts'
import { own } from '../../model/own.ts'
import type { Junction, SkippedHold } from '../../model/state.ts'
import type { PersonHere } from '../../model/surroundings.ts'
import { needsPassphrase } from '../../rules/needs-passphrase.ts'
import type { Judge, Question } from '../judge.ts'
import { isExcepted } from './excepted.ts'
import { holdFor, isDismissed, isSealed, openAllowance, skippedHold } from './holds.ts'
import { isPaused } from './pause.ts'
import { editsClaimsOnly, stateReason } from './state-edit.ts'

/** EDGE-36, EDGE-38: refused in every mode. Some of these a person may still let pass once. */
export const refuseCatastrophe: Judge = (question) => {
  const finding = question.assessment.findings.find((one) => one.tier === 'catastrophic' && one.harm !== 'tamper')
  if (!finding) return undefined
  const safety: Reason = { ruleId: 'EDGE-38', text: 'This command is blocked for safety.' }
  // EDGE-55: without a passphrase from before this client came there is no way to let it pass, so nothing waits.
  const seal = own(question.state.doors.clients, question.event.session)?.seal
  const isFinal = finding.override === 'never' || (finding.override === 'passphrase' && seal === undefined)
  if (isFinal) return refuse([safety, reasonOf(finding)], [])
  const passed = spendAllowance(question, finding)
  if (passed) return passed
  const skipped = skippedHold(question, finding)
  if (skipped) return refuse([safety, reasonOf(finding), wasSkipped(skipped)], [])
  const { junction, fresh } = holdFor(question, finding)
  return refuse([safety, reasonOf(finding), howToApprove(question, junction)], opened(junction, fresh))
}

/** An agent that reaches for the gate itself is refused, and no door opens that. Its own claims it may write. */
export const protectOwnFiles: Judge = ({ assessment, event }) => {
  const finding = assessment.findings.find((one) => one.harm === 'tamper' && !editsClaimsOnly(one, event.around))
  return finding && refuse([stateReason(finding, event.around) ?? reasonOf(finding)], [])
}

/** EDGE-37, EDGE-43: what cannot be undone waits for a person, once per exact action. */
export const holdAtJunction: Judge = (question) => {
  const { event, assessment, policy } = question
  if (policy.edge.level === 'observe' || isPausedFor(question)) return undefined
  const risky = assessment.findings.filter(
    (one) => one.tier === 'junction' && one.harm !== 'tamper' && !isExcepted(policy, event, one),
  )
  if (risky.length === 0) return undefined
  const finding = risky.find((one) => !isDismissed(question, one))
  if (policy.edge.level === 'steer') return finding && { decision: steer(finding), facts: [], effects: [] }
  // EDGE-122: an allowance is looked for before a dismissal, so a person's exact word is spent first. Its hold may have
  // been about any of the findings: an earlier one could have been dismissed at the time.
  for (const one of risky) {
    const passed = spendAllowance(question, one)
    if (passed) return passed
  }
  if (!finding) return undefined
  const skipped = skippedHold(question, finding)
  return skipped ? refuse([wasSkipped(skipped)], []) : hold(question, finding)
}

/** A pause counts while it lasts, where the policy asks for it only with the passphrase behind it. */
function isPausedFor(question: Question): boolean {
  const { pause } = question.state.edge
  if (!pause || !isPaused(question.state.edge, question.event.atMs)) return false
  return !needsPassphrase(question.policy, 'pause', undefined) || isSealed(question, pause)
}

function hold(question: Question, finding: Finding): Outcome {
  const { event, policy } = question
  const { junction, fresh } = holdFor(question, finding)
  const required: Reason = { ruleId: 'EDGE-43', text: `Junction required: ${finding.reason}` }
  if (policy.edge.surface === 'native' && isAskedHere(event.around.person)) {
    return {
      decision: { kind: 'ask', reasons: [required, ...saferWay(finding)] },
      facts: asked(junction, fresh, event.call),
      effects: [],
    }
  }
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
  const allowance = openAllowance(question, finding)
  if (!allowance) return undefined
  return {
    decision: { kind: 'allow' },
    facts: [{ kind: 'allowance.reserved', allowance: allowance.id, call: question.event.call }],
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

/** The runtime's own prompt stands for the hold: what runs afterwards tells what the person answered. */
function asked(junction: Junction, fresh: boolean, call: Question['event']['call']): readonly Fact[] {
  return fresh
    ? [{ kind: 'junction.opened', junction: { ...junction, asked: call } }]
    : [{ kind: 'junction.asked', number: junction.number, call }]
}

function reasonOf(finding: Finding): Reason {
  const safer = finding.safer === undefined ? '' : `; safer: \`${finding.safer}\``
  return { ruleId: finding.rule, text: `${finding.reason}${safer}` }
}

function saferWay(finding: Finding): readonly Reason[] {
  return finding.safer === undefined ? [] : [{ ruleId: finding.rule, text: `safer: \`${finding.safer}\`` }]
}

function wasSkipped({ number, reason, byDirector }: SkippedHold): Reason {
  const who = byDirector ? 'director' : 'person'
  return { ruleId: 'EDGE-52', text: `skipped by the ${who} (hold #${number}): ${reason}; try a different approach` }
}

/** What to do about it depends on whether anybody is there to ask. */
function howToApprove({ event }: Question, { number }: Junction): Reason {
  const { person } = event.around
  const approve = `${event.around.cli} edge approve ${number}`
  const text =
    person.kind === 'absent'
      ? `hold #${number}: nobody is here to approve it; try no other route, finish the rest and list this as left undone`
      : `hold #${number}: stop and wait for the person, ${wayHere(person, number)} run \`${approve}\` in a terminal of their own`
  return { ruleId: 'EDGE-51', text }
}

const isAskedHere = (person: PersonHere): boolean => person.kind === 'present' && person.asks

function wayHere(person: PersonHere, number: number): string {
  const by = person.kind === 'present' ? person.by : 'neither'
  if (by === 'command') return `who may type \`/edge approve ${number}\` here or`
  return by === 'dialog' ? `whom you ask with the tool \`ask_person\`, hold ${number}; or they` : 'who may'
}
