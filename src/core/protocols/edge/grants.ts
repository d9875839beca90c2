import type { Finding } from '../../model/assessment.ts'
import type { EventOf } from '../../model/event.ts'
import type { Policy } from '../../model/policy.ts'
import type { Allowance } from '../../model/state.ts'
import type { CallToJudge } from '../contract.ts'
import { classPrint, exactPrint } from './holds.ts'
import { needsPassphrase, signedByPassphrase } from './passphrase.ts'
import { isPaused } from './pause.ts'

type Before = EventOf<'tool.before'>

/** Has a person settled in a policy file that this rule does not hold this very command here? Never for the catastrophic or for tampering. */
export function isExcepted(
  { exceptions }: Pick<Policy, 'exceptions'>,
  { tool, around }: Before,
  { rule, tier, harm }: Finding,
): boolean {
  if (tool.kind !== 'shell' || tier !== 'junction' || harm === 'tamper') return false
  const command = tool.command.trim()
  return exceptions.some(
    (one) =>
      one.rule === rule && one.command === command && one.project === around.project && one.folder === around.cwd,
  )
}

/** A pause counts while it lasts; where the policy asks for the passphrase, only one signed with it. */
export function isPausedFor(question: CallToJudge): boolean {
  const { pause } = question.state.edge
  if (!pause || !isPaused(question.state.edge, question.event.atMs)) return false
  return !needsPassphrase(question.policy, 'pause', undefined) || signedByPassphrase(question, pause.signature)
}

/** The allowance this call may take, if any. It belongs to one session and one kind of agent. */
export function openAllowance(question: CallToJudge, finding: Finding): Allowance | undefined {
  const { state, event } = question
  const open = state.edge.allowances.filter((allowance) => isOpenFor(allowance, event))
  if (open.length === 0) return undefined
  const print = exactPrint(question, finding)
  return open.find(
    ({ fingerprint, signature }) => fingerprint === print && isStrongEnough(question, finding, 'approve', signature),
  )
}

function isOpenFor(allowance: Allowance, { session, agent }: Before): boolean {
  return (
    allowance.use.kind === 'open' &&
    allowance.session === session &&
    // One raised by a subagent may also be spent by the session's main agent, never the other way round.
    (agent === undefined || agent.type === allowance.agentType)
  )
}

/** The class was dismissed, by a person who had to show as much as one who would dismiss it now. */
export function isDismissed(question: CallToJudge, finding: Finding): boolean {
  const { state, event } = question
  const live = state.edge.dismissals.filter(({ expiresAtMs }) => event.atMs < expiresAtMs)
  if (live.length === 0) return false
  const print = classPrint(finding)
  return live.some(
    ({ fingerprint, signature }) => fingerprint === print && isStrongEnough(question, finding, 'dismiss', signature),
  )
}

/** EDGE-55: for the gravest only what the passphrase signed counts. */
function isStrongEnough(
  question: CallToJudge,
  finding: Finding,
  verb: 'approve' | 'dismiss',
  signature: string,
): boolean {
  const { override, type, tier } = finding
  const stake = { override, type, ...(tier === 'catastrophic' && { catastrophic: true as const }) }
  return !needsPassphrase(question.policy, verb, stake) || signedByPassphrase(question, signature)
}
