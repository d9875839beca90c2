import { combine, join, NOTHING } from './combine.ts'
import { finish } from './finish.ts'
import { lowerPosture } from './lower.ts'
import type { Assessment, Finding } from './model/assessment.ts'
import type { Decision } from './model/decision.ts'
import type { Event, EventOf } from './model/event.ts'
import type { Fact } from './model/fact.ts'
import { lookUp } from './model/language.ts'
import type { Outcome } from './model/outcome.ts'
import type { Policy } from './model/policy.ts'
import type { State } from './model/state.ts'
import { NO_MEMORY, type SessionMemory } from './model/tool.ts'
import { tellPolicyProblems } from './policy-notice.ts'
import { lockUntilBound } from './protocols/anchor/gate-tool.ts'
import { listenAnchor } from './protocols/anchor/listen.ts'
import {
  guardDelegation,
  holdAtJunction,
  protectOwnFiles,
  refuseCatastrophe,
  warnWithoutPlan,
} from './protocols/edge/gate-tool.ts'
import { lapsedHolds } from './protocols/edge/holds.ts'
import { listenEdge } from './protocols/edge/listen.ts'
import { lapsedPause } from './protocols/edge/pause.ts'
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
import { bookFor } from './rules/rules-of.ts'
import { previewOf } from './rules/text/preview.ts'
import { tellDirector } from './tell-director.ts'
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
  listenAnchor,
  listenBackup,
  listenPlane,
  listenLadder,
  listenLedger,
  tellDirector,
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
  const assessment = assessBy(bookFor(policy))(event.tool, event.around, memoryOf(state, event))
  const method = methodErrors({ state, event, assessment, policy })
  const question: Question = { state, event, policy, assessment: withMethod(assessment, method.findings) }
  const verdicts = ORDER_OF_JUDGEMENT.flatMap((judge) => judge(question) ?? [])
  const judged = combine([...verdicts, ...said(method.steer)])
  return recorded(question, method.facts, backUpPassing(question, lowerPosture(question, judged)))
}

/** The call itself, what ran out meanwhile, and what the plane makes of it: it speaks after everyone else. */
function recorded(question: Question, errors: readonly Fact[], { decision, facts, ...rest }: Outcome): Outcome {
  const { edge } = question.state
  const { atMs } = question.event
  const call = judgedCall(question, decision)
  const watched = watchCall(question, call, decision)
  return {
    ...rest,
    decision: withSteer(decision, watched.steer),
    facts: [
      { ...call, streaks: watched.streaks },
      ...lapsedPause(edge, atMs),
      ...lapsedHolds(edge, atMs),
      ...errors,
      ...facts,
      ...watched.facts,
    ],
  }
}

const said = (steer: string | undefined): readonly Outcome[] =>
  steer === undefined ? [] : [{ ...NOTHING, decision: { kind: 'allow', steer } }]

/** Errors of method are held like any junction. */
function withMethod(assessment: Assessment, more: readonly Finding[]): Assessment {
  const [first, ...rest] = more
  if (first === undefined) return assessment
  return assessment.tier === 'routine'
    ? { ...assessment, tier: 'junction', findings: [first, ...rest] }
    : { ...assessment, findings: [...assessment.findings, ...more] }
}

/** When the session began matters only where files were looked at. */
function memoryOf(state: State, { session, around }: EventOf<'tool.before'>): SessionMemory {
  const known = lookUp(state.sessions, session)
  if (known === undefined) return NO_MEMORY
  return around.paths.length === 0 ? known.memory : { ...known.memory, sinceMs: known.startedAtMs }
}

function withSteer(decision: Decision, steer: string | undefined): Decision {
  if (steer === undefined || decision.kind === 'answer') return decision
  return { ...decision, steer: decision.steer === undefined ? steer : `${decision.steer}\n${steer}` }
}

function judgedCall({ event, assessment }: Question, decision: Decision): JudgedCall {
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
