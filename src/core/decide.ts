import { finish } from './finish.ts'
import { lowerPosture } from './lower.ts'
import type { Assessment } from './model/assessment.ts'
import { ALLOW, type Decision, type Reasons } from './model/decision.ts'
import type { Event, EventOf } from './model/event.ts'
import type { Outcome } from './model/outcome.ts'
import { own } from './model/own.ts'
import type { Policy } from './model/policy.ts'
import { NO_MEMORY, type SessionMemory } from './model/session-memory.ts'
import type { State } from './model/state.ts'
import { tellPolicyProblems } from './policy-notice.ts'
import { lockUntilBound } from './protocols/anchor/gate-tool.ts'
import { listenAnchor } from './protocols/anchor/listen.ts'
import { guardDelegation } from './protocols/doors/guard-delegation.ts'
import { listenDoors } from './protocols/doors/listen.ts'
import { holdAtJunction, protectOwnFiles, refuseCatastrophe } from './protocols/edge/gate-tool.ts'
import { lapsedHolds } from './protocols/edge/lapse.ts'
import { listenEdge } from './protocols/edge/listen.ts'
import { lapsedPause } from './protocols/edge/pause.ts'
import { warnWithoutPlan } from './protocols/edge/warn.ts'
import type { Judge, Question } from './protocols/judge.ts'
import { gateAttention } from './protocols/ledger/gate-tool.ts'
import { listenLedger } from './protocols/ledger/listen.ts'
import type { Listener } from './protocols/listener.ts'
import { backUpPassing, listenBackup } from './protocols/plane/back-up.ts'
import { listenLadder } from './protocols/plane/ladder.ts'
import { listenPlane } from './protocols/plane/listen.ts'
import { methodErrors } from './protocols/plane/method.ts'
import type { JudgedCall } from './protocols/plane/moments.ts'
import { placeOf } from './protocols/plane/place.ts'
import { watchCall } from './protocols/plane/watch-call.ts'
import { assessBy } from './rules/assess.ts'
import { previewOf } from './rules/preview.ts'
import { bookFor } from './rules/rules-of.ts'
import { judgeWaiver } from './waive.ts'

/** EDGE-37, in this order: catastrophe, our own files, anchor lock, waiver, junction and grant, mode warning. All are asked; the first refusal decides. */
const ORDER_OF_JUDGEMENT: readonly Judge[] = [
  refuseCatastrophe,
  protectOwnFiles,
  guardDelegation,
  lockUntilBound,
  judgeWaiver,
  holdAtJunction,
  gateAttention,
  warnWithoutPlan,
]

/** Every event but a tool call about to run is heard by all of them, in this order. */
const LISTENERS: readonly Listener[] = [
  tellPolicyProblems,
  listenEdge,
  listenDoors,
  listenAnchor,
  listenBackup,
  listenPlane,
  listenLadder,
  listenLedger,
]

const PREVIEW_CHARS = 500

/** What to answer, what to remember, what to do. Pure: the same arguments always give the same outcome. */
export function decide(state: State, event: Event, policy: Policy): Outcome {
  const outcome =
    event.kind === 'tool.before'
      ? judgeTool(state, event, policy)
      : join(LISTENERS.flatMap((listen) => listen(state, event, policy) ?? []))
  return finish(outcome, { state, event, policy })
}

function judgeTool(state: State, event: EventOf<'tool.before'>, policy: Policy): Outcome {
  const memory = memoryOf(state, event)
  const assessment = assessBy(bookFor(policy))(event.tool, event.around, memory)
  return judgeAssessed({ state, event, assessment, policy })
}

/** What becomes of a call whose risk is known. */
function judgeAssessed(asked: Question): Outcome {
  const { state, event } = asked
  const method = methodErrors(asked)
  const assessment = method.findings.length === 0 ? asked.assessment : withMethod(asked.assessment, method.findings)
  const question = { ...asked, assessment }
  const verdicts = ORDER_OF_JUDGEMENT.map((judge) => judge(question)).filter((verdict) => verdict !== undefined)
  const words =
    method.steer === undefined ? [] : [{ ...NOTHING, decision: { kind: 'allow', steer: method.steer } as const }]
  const refused = combine([...verdicts, ...words])
  const { decision, facts, ...rest } = backUpPassing(question, lowerPosture(question, refused))
  const lapsed = [...lapsedPause(state.edge, event.atMs), ...lapsedHolds(state.edge, event.atMs)]
  const call = judged(event, assessment, decision)
  const watched = watchCall(question, call, decision)
  return {
    ...rest,
    decision: withSteer(decision, watched.steer),
    facts: [call, ...lapsed, ...method.facts, ...facts, ...watched.facts],
  }
}

/** Errors of method are held like any junction. */
function withMethod({ tier, findings, ...rest }: Assessment, more: Assessment['findings']): Assessment {
  return { ...rest, tier: tier === 'routine' ? 'junction' : tier, findings: [...findings, ...more] }
}

/** When the session began matters only where files were looked at. */
function memoryOf(state: State, { session, around }: EventOf<'tool.before'>): SessionMemory {
  const known = own(state.sessions, session)
  if (known === undefined) return NO_MEMORY
  return around.paths.length === 0 ? known.memory : { ...known.memory, sinceMs: known.startedAtMs }
}

/**
 * Asking is free, spending is not: every reason is listed, but only the first refusal's facts are kept,
 * and what an approver would spend is spent only when nobody refuses.
 */
function combine(verdicts: readonly Outcome[]): Outcome {
  const [first, ...others] = verdicts.filter(isRefusal)
  if (!first) return verdicts.length === 0 ? NOTHING : join(verdicts)
  const [head, ...rest] = first.decision.reasons
  const more = others.map((refusal) => refusal.decision.reasons[0])
  return { ...first, decision: { ...first.decision, reasons: [head, ...rest, ...more] } }
}

const NOTHING: Outcome = { decision: ALLOW, facts: [], effects: [] }

/** What happened is recorded by everyone; the first refusal or answer speaks, otherwise all words are joined. */
function join(outcomes: readonly Outcome[]): Outcome {
  const decisions = outcomes.map(({ decision }) => decision)
  const spoken = decisions.find(({ kind }) => kind !== 'allow')
  const steer = decisions.flatMap((one) => ('steer' in one ? [one.steer] : [])).join('\n')
  const notice = decisions.flatMap((one) => ('notice' in one ? [one.notice] : [])).join('\n')
  return {
    decision: spoken ?? { kind: 'allow', ...(steer !== '' && { steer }), ...(notice !== '' && { notice }) },
    facts: outcomes.flatMap(({ facts }) => facts),
    effects: outcomes.flatMap(({ effects }) => effects),
  }
}

type Refusal = Outcome & { readonly decision: Extract<Decision, { readonly reasons: Reasons }> }

function isRefusal(outcome: Outcome): outcome is Refusal {
  return 'reasons' in outcome.decision
}

/** The plane speaks after everyone else. */
function withSteer(decision: Decision, steer: string | undefined): Decision {
  if (steer === undefined || decision.kind === 'answer') return decision
  return { ...decision, steer: decision.steer === undefined ? steer : `${decision.steer}\n${steer}` }
}

function judged(event: EventOf<'tool.before'>, assessment: Assessment, decision: Decision): JudgedCall {
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
