import { combine, join } from './combine.ts'
import { escalate, judgeWaiver, tellDirector } from './director.ts'
import { withHeadline } from './headline.ts'
import { lowerPosture } from './lower.ts'
import type { Assessment, Finding } from './model/assessment.ts'
import type { Decision } from './model/decision.ts'
import { type Event, type EventOf, seeing } from './model/event.ts'
import type { ExhibitNeeds } from './model/exhibit.ts'
import { lookUp } from './model/language.ts'
import type { Outcome } from './model/outcome.ts'
import type { Policy, Unconfirmed } from './model/policy.ts'
import type { SessionState, State } from './model/state.ts'
import type { EarlyAssessment } from './model/surroundings.ts'
import { NO_MEMORY, type SessionMemory } from './model/tool.ts'
import { lockUntilBound } from './protocols/anchor/gate-tool.ts'
import { listenAnchor } from './protocols/anchor/listen.ts'
import type { CallToJudge, Deciding, Listener } from './protocols/contract.ts'
import { answerPerson } from './protocols/edge/answer-person.ts'
import {
  guardDelegation,
  holdAtJunction,
  protectOwnFiles,
  refuseCatastrophe,
  refuseUnsealed,
  warnWithoutPlan,
} from './protocols/edge/gate-tool.ts'
import { lapsedPause } from './protocols/edge/grants.ts'
import { lapsedHolds } from './protocols/edge/kept.ts'
import { listenEdge } from './protocols/edge/listen.ts'
import { gateAttention } from './protocols/ledger/gate-tool.ts'
import { listenLedger } from './protocols/ledger/listen.ts'
import { persistAtBoundary } from './protocols/ledger/record/write.ts'
import { backUpPassing, listenBackup, syncAtBoundary } from './protocols/plane/back-up.ts'
import { measureWindows } from './protocols/plane/baseline.ts'
import { listenLadder } from './protocols/plane/ladder.ts'
import { listenPlane } from './protocols/plane/listen.ts'
import { type MethodErrors, methodErrors } from './protocols/plane/method.ts'
import type { JudgedCall } from './protocols/plane/moments.ts'
import { placeOf } from './protocols/plane/moments.ts'
import { watchCall } from './protocols/plane/watch.ts'
import { assessBy } from './rules/assess.ts'
import { exhibitNeeds } from './rules/exhibit-needs.ts'
import { bookFor } from './rules/rules-of.ts'
import { previewOf } from './rules/text/preview.ts'
import { policyProblem, unconfirmedPolicy } from './words/plane.ts'

interface JudgingCall extends CallToJudge {
  readonly method: MethodErrors
}

/** EDGE-37: all are asked about a call that is about to run; the first refusal decides. */
const JUDGES: readonly ((call: JudgingCall) => Outcome | undefined)[] = [
  refuseCatastrophe,
  protectOwnFiles,
  guardDelegation,
  refuseUnsealed,
  lockUntilBound,
  judgeWaiver,
  holdAtJunction,
  gateAttention,
  warnWithoutPlan,
  hintAtMethod,
]

/** What becomes of their verdict: a director may pass where everything is in a copy, the copy is made, the call is put on record. */
const AFTER_VERDICT: readonly ((verdict: Outcome, call: JudgingCall) => Outcome)[] = [
  lowerPosture,
  backUpPassing,
  tellFirst,
  recordCall,
]

/** Every other event is heard by all of these. */
const LISTENERS: readonly Listener[] = [
  tellPolicyProblems,
  tellUnconfirmed,
  listenEdge,
  answerPerson,
  listenAnchor,
  listenBackup,
  listenPlane,
  listenLadder,
  listenLedger,
  tellDirector,
]

/** What holds for every outcome, whichever protocol made it. */
const FINISHING: readonly ((outcome: Outcome, deciding: Deciding) => Outcome)[] = [
  measureWindows,
  syncAtBoundary,
  persistAtBoundary,
  escalate,
  notePolicyChange,
]

/** What to answer, what to remember, what to do. Pure: the same arguments always give the same outcome. */
export function decide(state: State, event: Event, policy: Policy): Outcome {
  const outcome =
    event.kind === 'tool.before'
      ? judgeCall(state, event, policy)
      : join(LISTENERS.flatMap((listen) => listen(state, event, policy) ?? []))
  return FINISHING.reduce((made, step) => step(made, { state, event, policy }), outcome)
}

/**
 * What has to be looked at before this call is decided: nothing for what nobody would hold, which is nearly every call. With the
 * assessment, which is not made again unless the session has moved on.
 */
export function exhibitNeedsOf(
  state: State,
  event: EventOf<'tool.before'>,
  policy: Policy,
): { readonly assessed: EarlyAssessment; readonly needs?: ExhibitNeeds } {
  const session = lookUp(state.sessions, event.session)
  const assessed = { assessment: assessmentOf(session, event, policy), session, policy }
  const { findings } = callToJudge(state, seeing(event, { assessed }), policy).assessment
  return findings.length === 0 ? { assessed } : { assessed, needs: exhibitNeeds(event.tool, event.around, findings) }
}

function assessmentOf(session: SessionState | undefined, event: EventOf<'tool.before'>, policy: Policy): Assessment {
  const { assessed } = event.around
  if (assessed !== null && assessed.session === session && assessed.policy === policy) return assessed.assessment
  return assessBy(bookFor(policy))(event.tool, event.around, memoryOf(session, event, policy))
}

function callToJudge(state: State, event: EventOf<'tool.before'>, policy: Policy): JudgingCall {
  const assessment = assessmentOf(lookUp(state.sessions, event.session), event, policy)
  const method = methodErrors({ state, event, assessment, policy })
  return { state, event, policy, method, assessment: withMethod(assessment, method.findings) }
}

function judgeCall(state: State, event: EventOf<'tool.before'>, policy: Policy): Outcome {
  const call = callToJudge(state, event, policy)
  const verdict = combine(JUDGES.flatMap((judge) => judge(call) ?? []))
  return AFTER_VERDICT.reduce((made, step) => step(made, call), verdict)
}

/** EDGE-134: every refusal begins with what was refused and why, and the person hears it where their client shows messages. */
function tellFirst(made: Outcome, { event }: JudgingCall): Outcome {
  const { decision } = made
  return 'reasons' in decision ? { ...made, decision: withHeadline(decision, event) } : made
}

/** When the session began matters only where files were looked at. */
function memoryOf(known: SessionState | undefined, { around }: EventOf<'tool.before'>, policy: Policy): SessionMemory {
  if (known === undefined) return NO_MEMORY
  const { made = [], ...memory } = known.memory
  // To the letter of the published rules, it does not matter whose work is lost.
  const own = made.length === 0 || policy.edge.ownWork === 'hold' ? memory : known.memory
  const isNeeded = around.paths.length > 0 || around.texts?.some(({ bornAtMs }) => bornAtMs !== undefined) === true
  return !isNeeded ? own : { ...own, sinceMs: known.startedAtMs }
}

/** Errors of method are held like any junction. */
function withMethod(assessment: Assessment, more: readonly Finding[]): Assessment {
  const [first, ...rest] = more
  if (first === undefined) return assessment
  return assessment.tier === 'routine'
    ? { ...assessment, tier: 'junction', findings: [first, ...rest] }
    : { ...assessment, findings: [...assessment.findings, ...more] }
}

function hintAtMethod({ method: { steer } }: JudgingCall): Outcome | undefined {
  return steer === undefined ? undefined : { decision: { kind: 'allow', steer }, facts: [], effects: [] }
}

/** The call itself, what ran out meanwhile, and what the plane makes of it: it speaks after everyone else. */
function recordCall({ decision, facts, ...rest }: Outcome, call: JudgingCall): Outcome {
  const { state } = call
  const { atMs } = call.event
  const row = rowOf(call, decision)
  const watched = watchCall(call, row, decision)
  return {
    ...rest,
    decision: withSteer(decision, watched.steer),
    facts: [
      { ...row, streaks: watched.streaks },
      ...lapsedPause(state.edge, atMs),
      ...lapsedHolds(state, atMs),
      ...call.method.facts,
      ...facts,
      ...watched.facts,
    ],
  }
}

function withSteer(decision: Decision, steer: string | undefined): Decision {
  if (steer === undefined || decision.kind === 'answer') return decision
  return { ...decision, steer: decision.steer === undefined ? steer : `${decision.steer}\n${steer}` }
}

const PREVIEW_CHARS = 500

function rowOf({ event, assessment }: CallToJudge, decision: Decision): JudgedCall {
  const spoke = 'reasons' in decision ? decision.reasons.map((reason) => reason.ruleId) : []
  const refused = 'reasons' in decision ? assessment.findings : []
  const place = placeOf(assessment.work.path, event.around.project)
  return {
    kind: 'call.judged',
    call: event.call,
    cwd: event.around.cwd,
    tool: event.tool.name,
    toolKind: event.tool.kind,
    preview: previewOf(event.tool, PREVIEW_CHARS),
    tier: assessment.tier,
    work: assessment.work.kind,
    ...(place !== undefined && { place }),
    outcome: decision.kind,
    rules: [...new Set([...spoke, ...assessment.findings.map((finding) => finding.rule)])],
    refused: refused.map(({ family, harm, targets }) => ({ family, harm, targets })),
  }
}

/** What is wrong in the policy files does not count, and a person should know it: told once, when a session starts. */
function tellPolicyProblems(...[, event, { problems }]: Parameters<Listener>): Outcome | undefined {
  const [first] = problems
  if (event.kind !== 'session.start' || first === undefined) return undefined
  return { decision: { kind: 'allow', notice: policyProblem(first, problems.length - 1) }, facts: [], effects: [] }
}

/** Told at every start until the person has decided; what only tightens counts and needs no word. */
function tellUnconfirmed(...[, event, { unconfirmed }]: Parameters<Listener>): Outcome | undefined {
  const { looser } = unconfirmed ?? AS_CONFIRMED
  if (event.kind !== 'session.start' || looser.length === 0) return undefined
  return { decision: { kind: 'allow', notice: unconfirmedPolicy(looser) }, facts: [], effects: [] }
}

const AS_CONFIRMED: Unconfirmed = { file: '', looser: [], tighter: [] }

/** On record once for each text of the file, whichever event comes first after it. */
function notePolicyChange(outcome: Outcome, { state, policy: { unconfirmed = AS_CONFIRMED } }: Deciding): Outcome {
  if (unconfirmed.file === (state.edge.policyFile ?? '')) return outcome
  return { ...outcome, facts: [...outcome.facts, { kind: 'policy.changed', ...unconfirmed }] }
}
