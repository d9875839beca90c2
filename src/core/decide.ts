import type { Assessment } from './model/assessment.ts'
import { ALLOW, type Decision, type Reasons } from './model/decision.ts'
import type { Event, EventOf } from './model/event.ts'
import type { Fact } from './model/fact.ts'
import type { Outcome } from './model/outcome.ts'
import { own } from './model/own.ts'
import type { Policy } from './model/policy.ts'
import { NO_MEMORY } from './model/session-memory.ts'
import type { State } from './model/state.ts'
import { unreachable } from './model/unreachable.ts'
import { answerPerson, pointToDoor } from './protocols/edge/answer-person.ts'
import { holdAtJunction, protectOwnFiles, refuseCatastrophe } from './protocols/edge/gate-tool.ts'
import { noteRefusal, observeTool } from './protocols/edge/observe.ts'
import { lapsedPause } from './protocols/edge/pause.ts'
import { endSession, startSession, stopSession } from './protocols/edge/session.ts'
import type { Judge } from './protocols/judge.ts'
import { assessBy } from './rules/assess.ts'
import { isInside } from './rules/inside.ts'
import { previewOf, redactedPreview } from './rules/preview.ts'
import { rulesOf } from './rules/rules-of.ts'

/** EDGE-37, in this order: catastrophe, our own files, junction and grant. All are asked; the first refusal decides. */
const ORDER_OF_JUDGEMENT: readonly Judge[] = [refuseCatastrophe, protectOwnFiles, holdAtJunction]

const PREVIEW_CHARS = 500

/** What to answer, what to remember, what to do. Pure: the same arguments always give the same outcome. */
export function decide(state: State, event: Event, policy: Policy): Outcome {
  switch (event.kind) {
    case 'tool.before':
      return judgeTool(state, event, policy)
    case 'tool.after':
      return observeTool(state, event)
    case 'tool.refused':
      return noteRefusal(event)
    case 'edge':
      return answerPerson(state, event)
    case 'session.start':
      return startSession(state, event)
    case 'stop':
      return stopSession()
    case 'session.end':
      return endSession(state, event)
    case 'config.change':
      return guardConfig(event)
    case 'prompt':
      return note({ kind: 'prompt.received', preview: redactedPreview(event.text, PREVIEW_CHARS) })
    case 'command':
      return event.name === 'edge'
        ? pointToDoor(state, event)
        : note({ kind: 'doorway.noticed', name: `command ${event.name}` })
    case 'permission.request':
      return note({ kind: 'permission.asked', tool: event.tool.name, preview: previewOf(event.tool, PREVIEW_CHARS) })
    case 'compact.before':
      return note({ kind: 'context.compacted', stage: 'before', trigger: event.trigger })
    case 'compact.after':
      return note({ kind: 'context.compacted', stage: 'after', trigger: event.trigger })
    case 'agent.start':
      return event.agent ? note({ kind: 'agent.started', agent: event.agent.id, type: event.agent.type }) : nothing()
    case 'agent.stop':
      return event.agent ? note({ kind: 'agent.stopped', agent: event.agent.id }) : nothing()
    case 'other':
      return note({ kind: 'doorway.noticed', name: event.name })
    default:
      return unreachable(event)
  }
}

function judgeTool(state: State, event: EventOf<'tool.before'>, policy: Policy): Outcome {
  const memory = own(state.sessions, event.session)?.memory ?? NO_MEMORY
  const assessment = assessBy(rulesOf(policy))(event.tool, event.around, memory)
  const question = { state, event, assessment, policy }
  const verdicts = ORDER_OF_JUDGEMENT.map((judge) => judge(question)).filter((verdict) => verdict !== undefined)
  const { decision, facts, effects } = combine(verdicts)
  const lapsed = lapsedPause(state.edge, event.atMs)
  return { decision, facts: [judged(event, assessment, decision), ...lapsed, ...facts], effects }
}

/**
 * Asking is free, spending is not: every reason is listed, but only the first refusal's facts are kept,
 * and what an approver would spend is spent only when nobody refuses.
 */
function combine(verdicts: readonly Outcome[]): Outcome {
  const [first, ...others] = verdicts.filter(isRefusal)
  if (!first) {
    const [steer] = verdicts.flatMap(({ decision }) => ('steer' in decision ? [decision.steer] : []))
    return {
      decision: steer === undefined ? ALLOW : { kind: 'allow', steer },
      facts: verdicts.flatMap((one) => one.facts),
      effects: verdicts.flatMap((one) => one.effects),
    }
  }
  const [head, ...rest] = first.decision.reasons
  const more = others.map((refusal) => refusal.decision.reasons[0])
  return { ...first, decision: { ...first.decision, reasons: [head, ...rest, ...more] } }
}

type Refusal = Outcome & { readonly decision: Extract<Decision, { readonly reasons: Reasons }> }

function isRefusal(outcome: Outcome): outcome is Refusal {
  return 'reasons' in outcome.decision
}

function judged(event: EventOf<'tool.before'>, assessment: Assessment, decision: Decision): Fact {
  const spoke = 'reasons' in decision ? decision.reasons.map((reason) => reason.ruleId) : []
  const refused = 'reasons' in decision ? assessment.findings : []
  return {
    kind: 'call.judged',
    call: event.call,
    tool: event.tool.name,
    toolKind: event.tool.kind,
    preview: previewOf(event.tool, PREVIEW_CHARS),
    tier: assessment.tier,
    outcome: decision.kind,
    rules: [...new Set([...spoke, ...assessment.findings.map((finding) => finding.rule)])],
    refused: refused.map(({ family, harm, targets }) => ({ family, harm, targets })),
  }
}

/** A client that reloads its settings may lose our hooks: the change is refused for the running session. */
function guardConfig(event: EventOf<'config.change'>): Outcome {
  const refused = event.around.ownPaths.some((path) => isInside(event.path, path))
  const changed: Fact = { kind: 'config.changed', source: event.source, path: event.path, refused }
  const text = `\`${event.path}\` holds Fairlead's hooks, so this session keeps the settings it started with; start a new session to load the change`
  const decision: Decision = refused ? { kind: 'block', reasons: [{ ruleId: 'EDGE-118', text }] } : ALLOW
  return { decision, facts: [changed], effects: [] }
}

function note(fact: Fact): Outcome {
  return { decision: ALLOW, facts: [fact], effects: [] }
}

function nothing(): Outcome {
  return { decision: ALLOW, facts: [], effects: [] }
}
