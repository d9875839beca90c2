import type { Finding } from './model/assessment.ts'
import type { BackupNeed } from './model/backup.ts'
import type { Decision, Reason, Reasons } from './model/decision.ts'
import type { Event } from './model/event.ts'
import type { Outcome } from './model/outcome.ts'
import type { RolesFact, Waiver } from './model/plane.ts'
import { exactPrint } from './protocols/edge/holds.ts'
import type { Question } from './protocols/judge.ts'
import { needFor } from './protocols/plane/back-up.ts'
import { isReversible, mayBecomeReversible, postureOf } from './protocols/plane/posture.ts'
import { hasDirector, profileOf } from './protocols/plane/role-of.ts'
import { trustedRole } from './trusted-role.ts'
import { isPersons, isWorkers } from './waive.ts'

/** What stands in the way of a call may give way: to a director whose files are all in a copy, to a worker whom a director released. */
export function lowerPosture(question: Question, judged: Outcome): Outcome {
  const { event, assessment, policy } = question
  const { findings } = assessment
  const { decision } = judged
  if (!('reasons' in decision) || findings.length === 0 || !hasDirector(policy)) return judged
  const refused: Refusal = { ...judged, decision }
  if (decision.reasons.some(isFinal)) return refused
  const role = trustedRole(question)
  const waiver = role === 'worker' ? waiverFor(question) : undefined
  if (role === 'worker' && !waiver) return toDirector(question, refused)
  const isOpen = (finding: Finding) =>
    postureOf({ role: 'director', ...finding, reversible: isReversible(finding, event.around) }) === 'steer'
  if (findings.every(isOpen)) return waiver ? released(question, waiver) : steered(question)
  const needs = needOf(question)
  if (needs) return { ...refused, needs }
  return waiver ? voided(question, waiver, refused) : refused
}

/** No role opens what an anchor locks, and none what somebody has said no to in this session. */
const isFinal = ({ ruleId }: Reason): boolean => ruleId.startsWith('ANCHOR-') || ruleId === 'EDGE-52'

/** PLANE-L15c: the agent hears who is asked first, and for how long. */
function toDirector({ policy }: Question, refused: Refusal): Outcome {
  const { decision } = refused
  if (decision.kind !== 'hold') return refused
  return withReason(
    refused,
    `the director may waive hold #${decision.number} within ${policy.roles.directorSeconds} seconds; after that it is the person's`,
  )
}

/** A copy is worth making when it would change the answer. */
function needOf(question: Question): BackupNeed | undefined {
  const { findings } = question.assessment
  const isWorth = question.event.around.backups === 'unasked' && findings.every(mayBecomeReversible)
  return isWorth ? needFor(question, findings) : undefined
}

/** One use, for the agent that was held or the session's main agent, as with an allowance. */
function waiverFor(question: Question): Waiver | undefined {
  const { state, event, assessment } = question
  const prints = assessment.findings.map((finding) => exactPrint(question, finding))
  return state.roles.waivers.find(
    (waiver) =>
      prints.includes(waiver.fingerprint) &&
      waiver.session === event.session &&
      event.atMs < waiver.expiresAtMs &&
      (event.agent === undefined || event.agent.type === waiver.agentType),
  )
}

function released({ event }: Question, { number }: Waiver): Outcome {
  const spent: RolesFact = { kind: 'waiver.spent', number, call: event.call, backups: backupsOn(event) }
  return { decision: { kind: 'allow' }, facts: [spent], effects: [] }
}

/** PLANE-L15c: all else is the person's. */
function voided({ event }: Question, { number }: Waiver, refused: Refusal): Outcome {
  const text = `the director released hold #${number}, but no backup covers all that it may lose; it is the person's now`
  const fact: RolesFact = { kind: 'waiver.void', number, call: event.call }
  return { ...withReason(refused, text), facts: [...refused.facts, fact] }
}

type Refusal = Outcome & { readonly decision: Extract<Decision, { readonly reasons: Reasons }> }

function withReason(refused: Refusal, text: string): Outcome {
  const [head, ...rest] = refused.decision.reasons
  const reasons: Reasons = [head, ...rest, { ruleId: 'PLANE-L15c', text }]
  return { ...refused, decision: { ...refused.decision, reasons } }
}

function steered({ event, assessment, policy }: Question): Outcome {
  const backups = backupsOn(event)
  const rules = assessment.findings.map(({ rule }) => rule)
  const detail = assessment.findings.map(({ reason }) => `\n- ${reason}`).join('')
  const evidence = profileOf('director', policy) === 'complex' ? detail : ''
  const steer = `risky, and everything it may lose is in backup ${backups.join(', ')}${evidence}`
  const lowered: RolesFact = { kind: 'posture.lowered', role: 'director', rules, backups }
  return { decision: { kind: 'allow', steer }, facts: [lowered], effects: [] }
}

function backupsOn({ around: { backups } }: Question['event']): readonly string[] {
  return (backups === 'unasked' ? [] : backups).flatMap((one) => (one.kind === 'taken' ? [one.id] : []))
}

/** Where every runtime shows a notice. What happens inside a subagent is out of the person's sight. */
const SHOWS: ReadonlySet<Event['kind']> = new Set([
  'session.start',
  'prompt',
  'command',
  'tool.before',
  'tool.after',
  'stop',
])

/** PLANE-L15c: a hold that the director let pass by is the person's, and the person is told so once, where it is seen. */
export function escalate(
  outcome: Outcome,
  { state, event, policy }: Pick<Question, 'state' | 'policy'> & { readonly event: Event },
): Outcome {
  const { decision } = outcome
  if (!hasDirector(policy) || event.agent !== undefined || !SHOWS.has(event.kind) || decision.kind === 'answer')
    return outcome
  const due = state.edge.holds.filter(
    (hold) =>
      isWorkers(hold, policy) &&
      !state.roles.escalated.includes(hold.number) &&
      isPersons(hold, { state, atMs: event.atMs, policy }),
  )
  if (due.length === 0) return outcome
  const facts = due.map(({ number }): RolesFact => ({ kind: 'hold.escalated', number }))
  const told = due.map(
    ({ number, reason }) => `hold #${number} was not taken by the director and waits for you: ${reason}`,
  )
  const notice = [...('notice' in decision ? [decision.notice] : []), ...told].join('\n')
  return { ...outcome, decision: { ...decision, notice }, facts: [...outcome.facts, ...facts] }
}
