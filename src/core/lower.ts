import { trustedRole } from './director.ts'
import type { Finding } from './model/assessment.ts'
import type { BackupNeed } from './model/backup.ts'
import type { Decision, Reasons } from './model/decision.ts'
import type { Outcome } from './model/outcome.ts'
import { isReleasing, type RolesFact, type Waiver } from './model/plane.ts'
import type { CallToJudge } from './protocols/contract.ts'
import { exactPrint } from './protocols/edge/holds.ts'
import { needFor } from './protocols/plane/back-up.ts'
import { isReversible, mayBecomeReversible, postureOf } from './protocols/plane/posture.ts'
import { hasDirector, profileOf } from './protocols/plane/role-of.ts'
import { DIRECTOR } from './words/plane.ts'

/** What stands in the way of a call may give way: to a director whose files are all in a copy, to a worker whom a director released. */
export function lowerPosture({ isFinal, ...judged }: Outcome, call: CallToJudge): Outcome {
  const { event, policy } = call
  const { findings } = call.assessment
  const { decision } = judged
  if (!('reasons' in decision) || findings.length === 0 || !hasDirector(policy) || isFinal) return judged
  const refused: Refusal = { ...judged, decision }
  const role = trustedRole(call)
  const waiver = role === 'worker' ? waiverFor(call) : undefined
  if (role === 'worker' && !waiver) return toDirector(call, refused)
  const isOpen = (finding: Finding) =>
    postureOf({ role: 'director', ...finding, reversible: isReversible(finding, event.around) }) === 'steer'
  if (findings.every(isOpen)) return waiver ? released(call, waiver) : steered(call)
  const needs = needOf(call)
  if (needs) return { ...refused, needs }
  return waiver ? voided(call, waiver, refused) : refused
}

/** PLANE-L15c: the agent hears who is asked first, and for how long. */
function toDirector({ policy }: CallToJudge, refused: Refusal): Outcome {
  const { decision } = refused
  if (decision.kind !== 'hold') return refused
  return withReason(refused, DIRECTOR.first(decision.number, policy.roles.directorSeconds))
}

/** A copy is worth making when it would change the answer. */
function needOf(call: CallToJudge): BackupNeed | undefined {
  const { findings } = call.assessment
  const isWorth = call.event.around.backups === 'unasked' && findings.every(mayBecomeReversible)
  return isWorth ? needFor(call, findings) : undefined
}

/** One use, for the agent that was held or the session's main agent, as with an allowance. */
function waiverFor(call: CallToJudge): Waiver | undefined {
  const { state, event } = call
  const print = exactPrint(call)
  return state.roles.waivers.find(
    (waiver) =>
      waiver.fingerprint === print &&
      waiver.session === event.session &&
      isReleasing(waiver, event.atMs) &&
      (event.agent === undefined || event.agent.type === waiver.agentType),
  )
}

function released({ event }: CallToJudge, { number }: Waiver): Outcome {
  const spent: RolesFact = { kind: 'waiver.spent', number, call: event.call, backups: backupsOn(event) }
  return { decision: { kind: 'allow' }, facts: [spent], effects: [] }
}

/** PLANE-L15c: all else is the person's. */
function voided({ event }: CallToJudge, { number }: Waiver, refused: Refusal): Outcome {
  const fact: RolesFact = { kind: 'waiver.void', number, call: event.call }
  return { ...withReason(refused, DIRECTOR.releasedUncovered(number)), facts: [...refused.facts, fact] }
}

type Refusal = Outcome & { readonly decision: Extract<Decision, { readonly reasons: Reasons }> }

function withReason(refused: Refusal, text: string): Outcome {
  const [head, ...rest] = refused.decision.reasons
  const reasons: Reasons = [head, ...rest, { ruleId: 'PLANE-L15c', text }]
  return { ...refused, decision: { ...refused.decision, reasons } }
}

function steered({ event, assessment, policy }: CallToJudge): Outcome {
  const backups = backupsOn(event)
  const rules = assessment.findings.map(({ rule }) => rule)
  const reasons = profileOf('director', policy) === 'complex' ? assessment.findings.map(({ reason }) => reason) : []
  const lowered: RolesFact = { kind: 'posture.lowered', role: 'director', rules, backups }
  return { decision: { kind: 'allow', steer: DIRECTOR.covered(backups, reasons) }, facts: [lowered], effects: [] }
}

function backupsOn({ around: { backups } }: CallToJudge['event']): readonly string[] {
  return (backups === 'unasked' ? [] : backups).flatMap((one) => (one.kind === 'taken' ? [one.id] : []))
}
