import type { Finding } from '../../model/assessment.ts'
import type { EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import type { Policy } from '../../model/policy.ts'
import type { EdgeState, Pause } from '../../model/state.ts'
import { pushesOwnBranch } from '../../rules/flow/push-scope.ts'
import { WHY_ENDED } from '../../words/edge.ts'
import type { CallToJudge } from '../contract.ts'
import { classPrint, needsPassphrase, signedByPassphrase } from './holds.ts'

/** Does the policy except exactly this command from this rule, here? Never for the catastrophic or for tampering. */
export function isExcepted(
  { exceptions, git }: Pick<Policy, 'exceptions' | 'git'>,
  { tool, around }: EventOf<'tool.before'>,
  { rule, tier, harm, argv }: Finding,
): boolean {
  if (tool.kind !== 'shell' || tier !== 'junction' || harm === 'tamper') return false
  if (rule === 'git.push' && git.pushScope === 'shared-branches' && pushesOwnBranch(argv)) return true
  const command = tool.command.trim()
  return exceptions.some(
    (one) =>
      one.rule === rule && one.command === command && one.project === around.project && one.folder === around.cwd,
  )
}

/** The pause that counts at this moment. */
export function livePause({ pause }: EdgeState, atMs: number): Pause | undefined {
  return pause !== undefined && atMs < pause.expiresAtMs ? pause : undefined
}

/** Where the policy asks for the passphrase, only a pause signed with it counts. */
export function isPausedFor(question: CallToJudge): boolean {
  const pause = livePause(question.state.edge, question.event.atMs)
  if (!pause) return false
  return !needsPassphrase(question.policy, 'pause', undefined) || signedByPassphrase(question, pause.signature)
}

/** It ended by itself; the first call afterwards puts that on record. */
export function lapsedPause(edge: EdgeState, atMs: number): readonly Fact[] {
  if (!edge.pause || livePause(edge, atMs)) return []
  return [{ kind: 'pause.ended', pause: edge.pause.id, why: WHY_ENDED.pauseTimeUp }]
}

/** Similar commands are allowed, by a grant as strong as the policy asks for now. */
export function isDismissed(question: CallToJudge, finding: Finding): boolean {
  const { state, event } = question
  const live = state.edge.dismissals.filter(({ expiresAtMs }) => event.atMs < expiresAtMs)
  if (live.length === 0) return false
  const print = classPrint(question, finding)
  return live.some(
    ({ fingerprint, signature }) => fingerprint === print && isStrongEnough(question, finding, 'dismiss', signature),
  )
}

/** EDGE-55: for the gravest only what the passphrase signed counts. */
export function isStrongEnough(
  question: CallToJudge,
  finding: Finding,
  verb: 'approve' | 'dismiss',
  signature: string,
): boolean {
  const { override, type, tier } = finding
  const stake = { override, type, ...(tier === 'catastrophic' && { catastrophic: true as const }) }
  return !needsPassphrase(question.policy, verb, stake) || signedByPassphrase(question, signature)
}
