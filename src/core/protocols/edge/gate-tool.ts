import type { Finding } from '../../model/assessment.ts'
import type { Decision, Reason, Reasons } from '../../model/decision.ts'
import type { EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { lookUp } from '../../model/language.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Hold, KeptHold, SkippedHold } from '../../model/state.ts'
import type { PersonHere } from '../../model/surroundings.ts'
import { previewOf, redactedPreview } from '../../rules/text/preview.ts'
import {
  approveBy,
  BLOCKED_FOR_SAFETY,
  HEADLINES,
  HOLD_TEXTS,
  MODE_TEXTS,
  type Refused,
  WHY_ENDED,
} from '../../words/edge.ts'
import { SEALED_WORDS } from '../../words/gate.ts'
import { WHY_KEPT_ENDED } from '../../words/kept.ts'
import type { CallJudge, CallToJudge } from '../contract.ts'
import { isDismissed, isExcepted, isPausedFor, isStrongEnough } from './grants.ts'
import { changesSince, countedReason, exactPrint, holdFor, needsPassphrase, sharedHolds, skippedHold } from './holds.ts'
import { isOpenFor, isSealedWell, lapsed } from './kept.ts'
import { isOwnRevert } from './own-revert.ts'
import { editsClaimsOnly, stateReason } from './state-edit.ts'

/** EDGE-36, EDGE-38: refused in every mode. Some of these a person may still let pass once. */
export const refuseCatastrophe: CallJudge = (question) => {
  const finding = question.assessment.findings.find(isCatastrophe)
  if (!finding) return undefined
  const safety: Reason = { ruleId: 'EDGE-38', text: BLOCKED_FOR_SAFETY }
  // EDGE-55: without a passphrase from before this client came there is no way to let it pass, so nothing waits.
  const key = lookUp(question.state.clients, question.event.session)?.passphraseKey
  const isFinal =
    finding.override === 'never' ||
    (finding.override === 'passphrase' && key === undefined) ||
    // No approval is offered for what stays refused after it.
    protectOwnFiles(question) !== undefined
  if (isFinal) return refuse([safety, reasonOf(finding)], [])
  const passed = spendAllowance(question)
  if (passed) return passed
  const skipped = skippedHold(question)
  if (skipped) return { ...refuse([safety, reasonOf(finding), wasSkipped(skipped)], []), isFinal: true }
  const { findings } = question.assessment
  const { hold, fresh } = holdFor(question, [finding, ...findings.filter((one) => one !== finding)])
  const { reasons, facts } = outdatedBy(question)
  const headline = HEADLINES.blocked(refusedBy(question, finding), approveWay(question, hold))
  return refuse(
    [safety, reasonOf(finding), ...reasons, howToApprove(question, hold)],
    [...facts, ...opened(hold, fresh)],
    headline,
  )
}

const isCatastrophe = ({ tier, harm }: Finding): boolean => tier === 'catastrophic' && harm !== 'tamper'

/** Tampering with the gate is refused, and nobody can approve it. An agent may write its own claims. */
export const protectOwnFiles: CallJudge = ({ assessment, event }) => {
  const finding = assessment.findings.find((one) => one.harm === 'tamper' && !editsClaimsOnly(one, event.around))
  return finding && refuse([stateReason(finding, event.around) ?? reasonOf(finding)], [])
}

/** EDGE-37, EDGE-43: a risky call is held for a person, once per exact action. */
export const holdAtJunction: CallJudge = (question) => {
  const { event, assessment, policy } = question
  if (policy.edge.level === 'observe' || isPausedFor(question)) return undefined
  const risky = assessment.findings.filter(
    (one) =>
      one.tier === 'junction' &&
      one.harm !== 'tamper' &&
      !isExcepted(policy, event, one) &&
      !isOwnRevert(question, one),
  )
  if (risky.length === 0) return undefined
  const [finding, ...others] = risky.filter((one) => !isDismissed(question, one))
  if (policy.edge.level === 'steer') return finding && { decision: steer(finding), facts: [], effects: [] }
  // EDGE-122: an allowance is looked for before a dismissal, so that an exact approval is used first.
  const passed = spendAllowance(question)
  // What lets a catastrophe pass is for the whole call, and is spent there.
  if (passed) return assessment.findings.some(isCatastrophe) ? undefined : passed
  if (!finding) return undefined
  const skipped = skippedHold(question)
  return skipped ? { ...refuse([wasSkipped(skipped)], []), isFinal: true } : heldCall(question, [finding, ...others])
}

function heldCall(question: CallToJudge, findings: readonly [Finding, ...Finding[]]): Outcome {
  const { event } = question
  const { hold, fresh } = holdFor(question, findings)
  const outdated = outdatedBy(question)
  const required: Reason = { ruleId: 'EDGE-43', text: HOLD_TEXTS.required(findings) }
  const reasons: Reasons = [required, ...outdated.reasons, ...saferWay(findings[0])]
  if (isAskedHere(question, hold)) {
    return {
      decision: {
        ...{ kind: 'ask', reasons, headline: HEADLINES.asked(hold.number, refusedBy(question, findings[0])) },
        ...letOutBy(question),
      },
      facts: [...outdated.facts, ...asked(hold, fresh, event.call)],
      effects: [],
    }
  }
  const headline = HEADLINES.held(hold.number, refusedBy(question, findings[0]), approveWay(question, hold))
  return {
    decision: {
      kind: 'hold',
      number: hold.number,
      reasons: [...reasons, howToApprove(question, hold)],
      headline,
      ...(mayPark(question, hold) && { parks: true as const }),
    },
    facts: [...outdated.facts, ...opened(hold, fresh)],
    effects: [],
  }
}

/** EDGE-57: what was granted for this call, or waits for it, is void once a file behind it is another. */
function outdatedBy(question: CallToJudge): { readonly reasons: readonly Reason[]; readonly facts: readonly Fact[] } {
  const { state, event } = question
  const granted = state.edge.allowances
    .filter((allowance) => isOpenFor(allowance, event))
    .map((grant) => ({ grant, changes: changesSince(question, grant) }))
    .filter(({ changes }) => changes.length > 0)
    .map(({ grant, changes }) => ({ id: grant.id, why: HOLD_TEXTS.changedSince(changes, grant) }))
  const waiting = sharedHolds(question).filter((hold) => changesSince(question, hold).length > 0)
  return {
    reasons: granted.map(({ why }) => ({ ruleId: 'EDGE-57', text: why })),
    facts: [
      ...granted.map(({ id, why }): Fact => ({ kind: 'grant.rejected', grant: id, why })),
      ...waiting.map((hold) => lapsed(hold, 'met' in hold ? WHY_KEPT_ENDED.superseded : WHY_ENDED.filesChanged)),
    ],
  }
}

/** EDGE-39: reserved here, so that of two identical calls only one passes; committed when the result arrives. */
function spendAllowance(question: CallToJudge): Outcome | undefined {
  const { state, event, assessment } = question
  const open = state.edge.allowances.filter((allowance) => isOpenFor(allowance, event))
  if (open.length === 0) return undefined
  const print = exactPrint(question)
  const allowance = open.find(
    (one) =>
      one.fingerprint === print &&
      isSealedWell(one) &&
      assessment.findings.every((finding) => isStrongEnough(question, finding, 'approve', one.signature)),
  )
  if (!allowance) return undefined
  const { person } = event.around
  const asksToo = person.kind === 'present' && person.asksToo
  return {
    // What it asks now would look like the same question again.
    decision: {
      ...{ kind: 'allow', ...(asksToo && { notice: HOLD_TEXTS.theirQuestion(allowance.number) }) },
      ...letOutBy(question),
    },
    facts: [{ kind: 'allowance.reserved', allowance: allowance.id, call: event.call }],
    effects: [],
  }
}

/** EDGE-136: a command that asks for it leaves the seal only by this approval, never because nobody asks. */
function letOutBy({ assessment }: CallToJudge): { readonly unsealed?: true } {
  return assessment.findings.some(({ rule }) => rule === 'system.unsealed') ? { unsealed: true } : {}
}

/** The agent is warned, not held. */
function steer(finding: Finding): Decision {
  return { kind: 'allow', steer: HOLD_TEXTS.risky(HOLD_TEXTS.reason(finding)) }
}

function refuse(reasons: Reasons, facts: readonly Fact[], headline?: string): Outcome {
  return { decision: { kind: 'block', reasons, ...(headline !== undefined && { headline }) }, facts, effects: [] }
}

/** EDGE-134: what a person reads first. */
function refusedBy({ event }: CallToJudge, finding: Finding): Refused {
  const { argv } = finding
  const command = previewOf(event.tool, COMMAND_CHARS)
  // A name in angle brackets is the judge's own, for what has no command.
  const words = argv.filter((word) => !/^<[\w-]+>$/.test(word)).join(' ')
  return {
    command,
    risky: words === '' ? command : redactedPreview(words, COMMAND_CHARS),
    reason: countedReason(finding, event.around),
  }
}

const COMMAND_CHARS = 500

/** EDGE-125: what was kept is met again, under its number. */
function opened(junction: Hold | KeptHold, fresh: boolean): readonly Fact[] {
  if (fresh) return [{ kind: 'junction.opened', junction }]
  return 'met' in junction ? [{ kind: 'junction.met', number: junction.number }] : []
}

/** The runtime's own prompt replaces the hold's: whether the call runs afterwards shows what the person answered. */
function asked(junction: Hold, fresh: boolean, call: CallToJudge['event']['call']): readonly Fact[] {
  return fresh
    ? [{ kind: 'junction.opened', junction: { ...junction, asked: call } }]
    : [{ kind: 'junction.asked', number: junction.number, call }]
}

function reasonOf(finding: Finding): Reason {
  return { ruleId: finding.rule, text: HOLD_TEXTS.reason(finding) }
}

function saferWay(finding: Finding): readonly Reason[] {
  return finding.safer === undefined ? [] : [{ ruleId: finding.rule, text: HOLD_TEXTS.safer(finding.safer) }]
}

function wasSkipped(hold: SkippedHold): Reason {
  return { ruleId: 'EDGE-52', text: HOLD_TEXTS.wasSkipped(hold) }
}

/** What to do about it depends on whether anybody is there to ask. */
function howToApprove(question: CallToJudge, hold: Hold): Reason {
  return { ruleId: 'EDGE-51', text: HOLD_TEXTS.howToApprove(hold, question.event.around.cli, doorsFor(question, hold)) }
}

function approveWay(question: CallToJudge, hold: Hold): string {
  return approveBy(hold, question.event.around.cli, doorsFor(question, hold))
}

/** Only doors that will be believed for this hold: where the passphrase is needed, that is the terminal. */
function doorsFor({ event: { around }, policy }: CallToJudge, hold: Hold): PersonHere {
  const { person } = around
  const isTerminalOnly = person.kind === 'present' && needsPassphrase(policy, 'approve', hold)
  return isTerminalOnly ? { ...person, by: 'neither' } : person
}

/** In the client's own prompt, where that waits for a person and no passphrase is needed. A director's turn comes first. */
function isAskedHere({ event: { around, agent }, policy }: CallToJudge, hold: Hold): boolean {
  const { edge, roles } = policy
  if (edge.surface !== 'native' || needsPassphrase(policy, 'approve', hold)) return false
  if (agent !== undefined && roles.director !== 'none') return false
  return around.person.kind === 'present' && around.person.asks
}

/** EDGE-131: not where the person answers in the client itself: what is typed there waits until the hook has answered. */
function mayPark(question: CallToJudge, hold: Hold): boolean {
  const person = doorsFor(question, hold)
  return person.kind !== 'present' || person.by === 'neither'
}

/** EDGE-118: an agent that would start without the gate is not started. */
export const guardDelegation: CallJudge = ({ event }) => {
  const why = event.around.ungated
  if (event.tool.kind !== 'delegate' || why === null) return undefined
  return refuse([{ ruleId: 'EDGE-118', text: HOLD_TEXTS.ungated(why) }], [])
}

/** EDGE-135: settings that lead commands around the seal are not obeyed. Nobody can approve it: they can only be put right. */
export const refuseUnsealed: CallJudge = ({ event }) => {
  const reason = unsealedReason(event)
  return reason && refuse([reason], [])
}

export function unsealedReason({ around: { unsealed } }: EventOf<'tool.before'>): Reason | undefined {
  return unsealed === null ? undefined : { ruleId: 'EDGE-135', text: SEALED_WORDS.unsealed(unsealed) }
}

/** EDGE-44: an edit in `active` without a plan passes with a warning, once a session unless the policy says always. */
export const warnWithoutPlan: CallJudge = ({ state, event, policy }) => {
  const { mode, claims, pinned } = state.edge
  if (event.tool.kind !== 'edit' || mode !== 'active' || claims.plan.length > 0 || isPlanning(event)) return undefined
  const { warn } = policy.edge
  const isTold = lookUp(state.sessions, event.session)?.said.includes('no-plan') ?? false
  if (warn === 'off' || (warn === 'once' && isTold)) return undefined
  return {
    // The person sees it too, but only if they pinned `active` themselves.
    decision: {
      kind: 'allow',
      steer: MODE_TEXTS.stateSteps(event.around.cli),
      ...(pinned && { notice: MODE_TEXTS.noPlan }),
    },
    facts: isTold ? [] : [{ kind: 'session.told', remark: 'no-plan' }],
    effects: [],
  }
}

/** Writing the plan itself needs no plan. */
function isPlanning({ tool, around }: EventOf<'tool.before'>): boolean {
  return tool.kind === 'edit' && tool.changes.every((change) => change.path === around.stateFile)
}
