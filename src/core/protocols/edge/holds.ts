import type { Finding } from '../../model/assessment.ts'
import type { EventOf } from '../../model/event.ts'
import type { Fingerprint } from '../../model/ids.ts'
import { own } from '../../model/own.ts'
import type { Allowance, EdgeState, Junction, State } from '../../model/state.ts'
import { allowancePrint, dismissalPrint } from '../../rules/fingerprint.ts'
import type { Question } from '../judge.ts'

type Before = EventOf<'tool.before'>

/** All holds, oldest first. */
export function holdsOf(edge: EdgeState): readonly Junction[] {
  return edge.junction ? [edge.junction, ...edge.queue] : edge.queue
}

/** Names this exact action: another argument, folder or tool is another action (EDGE-57). */
export function exactPrint({ event, assessment }: Question, finding: Finding): Fingerprint {
  return allowancePrint({
    type: finding.type,
    reason: finding.reason,
    tool: event.tool.name,
    canonical: assessment.canonical,
    cwd: event.cwd,
  })
}

function kindPrint(finding: Finding): Fingerprint {
  return dismissalPrint({ type: finding.type, family: finding.family, targetClass: finding.targetClass })
}

/** The allowance this call may take, if any. It belongs to one session and one kind of agent. */
export function openAllowance(state: State, event: Before, print: Fingerprint): Allowance | undefined {
  return state.edge.allowances.find(
    (allowance) =>
      allowance.fingerprint === print &&
      !allowance.consumed &&
      allowance.reservedBy === undefined &&
      allowance.session === event.session &&
      // One raised by a subagent may also be spent by the session's main agent, never the other way round.
      (event.agent === undefined || event.agent.type === allowance.agentType),
  )
}

export function isDismissed(edge: EdgeState, finding: Finding, atMs: number): boolean {
  const print = kindPrint(finding)
  return edge.dismissals.some((dismissal) => dismissal.fingerprint === print && atMs < dismissal.expiresAtMs)
}

export function isSkipped(state: State, event: Before, print: Fingerprint): boolean {
  return own(state.sessions, event.session)?.skipped.includes(print) ?? false
}

/** The hold for this action: the one that already waits, or a new one with the next number. */
export function holdFor(
  question: Question,
  finding: Finding,
): { readonly junction: Junction; readonly fresh: boolean } {
  const { state, event } = question
  const print = exactPrint(question, finding)
  const waiting = holdsOf(state.edge).find((hold) => hold.fingerprint === print && hold.session === event.session)
  if (waiting) return { junction: waiting, fresh: false }
  const junction: Junction = {
    id: event.id,
    number: state.edge.nextNumber,
    type: finding.type,
    reason: finding.reason,
    createdAtMs: event.atMs,
    fingerprint: print,
    kindPrint: kindPrint(finding),
    override: finding.override,
    session: event.session,
    ...(event.agent && { agentType: event.agent.type }),
  }
  return { junction, fresh: true }
}
