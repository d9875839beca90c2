import { ALLOW, type Decision } from '../../model/decision.ts'
import type { EventOf, Report } from '../../model/event.ts'
import { type Fact, UNSIGNED } from '../../model/fact.ts'
import { isInside } from '../../model/inside.ts'
import { unreachable } from '../../model/language.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import type { State } from '../../model/state.ts'
import { previewOf, redactedPreview } from '../../rules/text/preview.ts'
import { HOLD_TEXTS } from '../../words/edge.ts'
import { GATE_WORDS } from '../../words/gate.ts'
import type { OtherEvent } from '../contract.ts'
import { takeClaim } from './claim.ts'
import { lapsedHolds } from './kept.ts'
import { noteRefusal, observeTool } from './observe.ts'
import { declinedAtPrompt, endSession, startSession, stopSession } from './session-life.ts'

const PREVIEW_CHARS = 500

/** Edge keeps the record: nearly every event leaves a fact here, whatever the other protocols add. */
export function listenEdge(state: State, event: OtherEvent, policy: Policy): Outcome {
  switch (event.kind) {
    case 'tool.after':
      return observeTool(state, event, policy)
    case 'tool.refused':
      return noteRefusal(state, event)
    case 'session.start':
      return startSession(state, event)
    case 'stop':
      return stopSession(state, event, policy)
    case 'session.end':
      return endSession(state, event)
    case 'config.change':
      return guardConfig(event)
    case 'prompt':
      return hearPrompt(state, event)
    case 'command':
      return event.name === 'edge' ? nothing() : note({ kind: 'doorway.noticed', name: `command ${event.name}` })
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
    case 'claim':
      return takeClaim(state.edge, event.claim)
    // A person's own words are answered in `answer-person.ts`.
    case 'edge':
    case 'anchor.call':
    case 'backup':
    case 'anchor.settle':
    case 'anchor.revoke':
    case 'ladder':
    case 'ledger':
      return nothing()
    case 'report':
      return event.report.of === 'look'
        ? { decision: ALLOW, facts: lapsedHolds(state, event.atMs), effects: [] }
        : note(reported(event.report))
    case 'other':
      return note({ kind: 'doorway.noticed', name: event.name })
    default:
      return unreachable(event)
  }
}

/** A new prompt means that the runtime's own question was not answered with yes. */
function hearPrompt(state: State, { text, session }: EventOf<'prompt'>): Outcome {
  const received: Fact = { kind: 'prompt.received', preview: redactedPreview(text, PREVIEW_CHARS) }
  return { decision: ALLOW, facts: [...declinedAtPrompt(state, session), received], effects: [] }
}

/** A client that reloads its settings may lose our hooks: the change is refused for the running session. */
function guardConfig(event: EventOf<'config.change'>): Outcome {
  const refused = event.around.ownPaths.some((path) => isInside(event.path, path))
  const changed: Fact = { kind: 'config.changed', source: event.source, path: event.path, refused }
  const decision: Decision = refused
    ? { kind: 'block', reasons: [{ ruleId: 'EDGE-118', text: HOLD_TEXTS.settingsKept(event.path) }] }
    : ALLOW
  return { decision, facts: [changed], effects: [] }
}

function note(fact: Fact): Outcome {
  return { decision: ALLOW, facts: [fact], effects: [] }
}

function nothing(): Outcome {
  return { decision: ALLOW, facts: [], effects: [] }
}

/** What one of our own processes saw, as the fact that goes on record. */
function reported(report: Exclude<Report, { readonly of: 'look' }>): Fact {
  switch (report.of) {
    case 'notice': {
      const { notice, why } = report
      return why === undefined ? { kind: 'notice.sent', ...notice } : { kind: 'notice.failed', ...notice, why }
    }
    case 'turn-origin':
      return { kind: 'grant.rejected', grant: report.grant, why: GATE_WORDS.turnNotBegunByPerson(report.origin) }
    case 'side-door': {
      const { verb, means } = report
      return { kind: 'approval.refused', verb, why: GATE_WORDS.edgeFromPersonOnly, means }
    }
    case 'daemon-end': {
      const { of: _of, ...end } = report
      return { kind: 'daemon.ended', ...end }
    }
    case 'own-change': {
      const { of: _of, ...change } = report
      return { kind: 'config.changed', ...change }
    }
    case 'first-head':
      return { kind: 'audit.unvouched', finding: 'first', found: report.found }
    case 'malformed-payload':
      return { kind: 'payload.malformed', problem: report.problem }
    case 'console-opened':
      return { kind: 'console.opened', level: report.level, browser: report.browser }
    case 'console-refused':
      return { kind: 'console.refused', why: report.why, means: report.means }
    case 'governed': {
      const { of: _of, ...governed } = report
      return { kind: 'project.governed', ...governed }
    }
    case 'released':
      return { kind: 'project.released', signature: UNSIGNED }
    case 'list-lost':
      return { kind: 'project.kept', problem: report.problem }
    default:
      return unreachable(report)
  }
}
