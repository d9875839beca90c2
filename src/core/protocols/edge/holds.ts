import type { Finding } from '../../model/assessment.ts'
import type { EdgeVerb, EventOf } from '../../model/event.ts'
import type { Fingerprint, SessionId } from '../../model/ids.ts'
import { own } from '../../model/own.ts'
import type { Allowance, EdgeState, Junction, SessionState, SkippedHold, State } from '../../model/state.ts'
import { needsPassphrase } from '../../rules/needs-passphrase.ts'
import { allowancePrint, dismissalPrint } from '../../rules/text/fingerprint.ts'
import type { Question } from '../judge.ts'

type Before = EventOf<'tool.before'>

/** Nobody approves by accident what an agent wanted half an hour ago. */
export const HOLD_MS = 30 * 60_000

/** All holds, oldest first. */
export function holdsOf(edge: EdgeState): readonly Junction[] {
  return edge.junction ? [edge.junction, ...edge.queue] : edge.queue
}

/** Those that still wait at this moment, oldest first. */
export function liveHolds(edge: EdgeState, atMs: number): readonly Junction[] {
  return holdsOf(edge).filter((hold) => atMs - hold.createdAtMs < HOLD_MS)
}

const DECIDING: ReadonlySet<EdgeVerb> = new Set<EdgeVerb>(['approve', 'skip', 'dismiss'])

/** What a person said about a hold, at whatever door. */
interface HoldChoice {
  readonly verb: EdgeVerb
  /** The number of the hold. */
  readonly hold?: number | undefined
  readonly session: SessionId
  readonly atMs: number
}

/**
 * The hold that a person means, the same for every door: the one with this number; without a number, the oldest of this
 * session; from outside any session, the oldest of the project. `approve` with its number also reopens a skipped one (EDGE-52).
 */
export function whichHold({ edge, sessions }: State, { verb, hold, session, atMs }: HoldChoice): Junction | undefined {
  if (!DECIDING.has(verb)) return undefined
  const waiting = liveHolds(edge, atMs)
  if (hold !== undefined) {
    const skipped = verb === 'approve' ? Object.values<SessionState>(sessions).flatMap((one) => one.skipped) : []
    return [...waiting, ...skipped].find(({ number }) => number === hold)
  }
  const isOutside = own(sessions, session) === undefined
  return waiting.find((one) => one.session === session) ?? (isOutside ? waiting[0] : undefined)
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
export function openAllowance(question: Question, finding: Finding): Allowance | undefined {
  const { state, event } = question
  const open = state.edge.allowances.filter((allowance) => isOpen(allowance, event))
  if (open.length === 0) return undefined
  const print = exactPrint(question, finding)
  const isStrong = ({ signature }: Allowance) => isStrongEnough(question, finding, { signature, verb: 'approve' })
  return open.find((allowance) => allowance.fingerprint === print && isStrong(allowance))
}

/** EDGE-55: for the gravest only what the passphrase signed counts. */
function isStrongEnough(
  question: Question,
  finding: Finding,
  grant: Signed & { readonly verb: 'approve' | 'dismiss' },
) {
  const { override, type, tier } = finding
  const stake = { override, type, ...(tier === 'catastrophic' && { catastrophic: true as const }) }
  return !needsPassphrase(question.policy, grant.verb, stake) || isSealed(question, grant)
}

interface Signed {
  readonly signature: string
}

/** Signed with the passphrase, and with one that was set before this session's client came. */
export function isSealed({ state, event }: Question, { signature }: Signed): boolean {
  const seal = own(state.doors.clients, event.session)?.seal
  return seal !== undefined && signature.startsWith(`ed25519:${seal}:`)
}

function isOpen(allowance: Allowance, { session, agent }: Before): boolean {
  return (
    !allowance.consumed &&
    allowance.reservedBy === undefined &&
    allowance.session === session &&
    // One raised by a subagent may also be spent by the session's main agent, never the other way round.
    (agent === undefined || agent.type === allowance.agentType)
  )
}

/** The class was dismissed, by a person who had to show as much as one who would dismiss it now. */
export function isDismissed(question: Question, finding: Finding): boolean {
  const { state, event } = question
  const live = state.edge.dismissals.filter(({ expiresAtMs }) => event.atMs < expiresAtMs)
  if (live.length === 0) return false
  const print = kindPrint(finding)
  return live.some(
    ({ fingerprint, signature }) =>
      fingerprint === print && isStrongEnough(question, finding, { signature, verb: 'dismiss' }),
  )
}

/** EDGE-52: the person, or a director, has said no to this very action in this session. */
export function skippedHold(question: Question, finding: Finding): SkippedHold | undefined {
  const { state, event } = question
  const skipped = own(state.sessions, event.session)?.skipped ?? []
  if (skipped.length === 0) return undefined
  const print = exactPrint(question, finding)
  return skipped.find((hold) => hold.fingerprint === print)
}

/** A hold merges with another only where the agent could also spend what is granted for it. */
function mayShare({ agentType }: Junction, { agent }: Before): boolean {
  return agent === undefined || agent.type === agentType
}

/** The hold for this action: the one that already waits, or a new one with the next number. */
export function holdFor(
  question: Question,
  finding: Finding,
): { readonly junction: Junction; readonly fresh: boolean } {
  const { state, event } = question
  const print = exactPrint(question, finding)
  const waiting = liveHolds(state.edge, event.atMs).find(
    (hold) => hold.fingerprint === print && hold.session === event.session && mayShare(hold, event),
  )
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
    ...(finding.tier === 'catastrophic' && { catastrophic: true as const }),
  }
  return { junction, fresh: true }
}
