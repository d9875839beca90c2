import type { Finding } from '../../model/assessment.ts'
import type { Decider, Registration } from '../../model/door.ts'
import type { EdgeVerb, EventOf, Proof, Stamp } from '../../model/event.ts'
import type { Fact, Grant } from '../../model/fact.ts'
import type { Fingerprint, SessionId } from '../../model/ids.ts'
import { lookUp } from '../../model/language.ts'
import type { Policy } from '../../model/policy.ts'
import type { EdgeState, Hold, SessionState, SkippedHold, State } from '../../model/state.ts'
import { allowancePrint, dismissalPrint } from '../../rules/text/fingerprint.ts'
import { WHY_ENDED } from '../../words/edge.ts'
import { PASSPHRASE } from '../../words/person.ts'
import type { CallToJudge } from '../contract.ts'

/** After that, a hold can't be approved by accident any more. */
const HOLD_MS = 30 * 60_000

/** The holds that still wait at this moment, oldest first. */
export function liveHolds({ holds }: EdgeState, atMs: number): readonly Hold[] {
  return holds.filter((hold) => atMs - hold.createdAtMs < HOLD_MS)
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
export function whichHold({ edge, sessions }: State, { verb, hold, session, atMs }: HoldChoice): Hold | undefined {
  if (!DECIDING.has(verb)) return undefined
  const waiting = liveHolds(edge, atMs)
  if (hold !== undefined) {
    const skipped = verb === 'approve' ? Object.values<SessionState>(sessions).flatMap((one) => one.skipped) : []
    return [...waiting, ...skipped].find(({ number }) => number === hold)
  }
  const isOutside = lookUp(sessions, session) === undefined
  return waiting.find((one) => one.session === session) ?? (isOutside ? waiting[0] : undefined)
}

/** What is at stake: of a hold, or of a finding that may become one. */
type Stake = Pick<Hold, 'override' | 'type' | 'catastrophic'>

/** Decisions for which a person's presence is not enough: the gravest, and those that the policy names. */
export function needsPassphrase({ edge }: Policy, verb: EdgeVerb, hold: Stake | undefined): boolean {
  const named = edge.passphraseFor
  if (verb === 'pause') return named.includes('pause')
  if (verb !== 'approve' && verb !== 'dismiss') return false
  if (verb === 'dismiss' && named.includes('dismiss')) return true
  if (hold === undefined) return false
  if (hold.catastrophic && named.includes('catastrophic-override')) return true
  return hold.override === 'passphrase' || (hold.type === 'irreversible' && named.includes('irreversible'))
}

/**
 * For the gravest decisions a proven person still needs the passphrase, and one that was set before the held session
 * began: an agent that can imitate a person could otherwise be the one who sets it (ADR 0014).
 */
export function demandPassphrase(state: State, event: EventOf<'edge'>, policy: Policy): Proof {
  const { proof, verb } = event
  const hold = whichHold(state, event)
  if (proof.kind === 'unproven' || !needsPassphrase(policy, verb, hold)) return proof
  const cli = `${event.around.cli} ${verb === 'pause' ? 'pause' : `edge ${verb}`}`
  const command = hold ? `${cli} ${hold.number}` : cli
  if (proof.door !== 'passphrase') {
    return { kind: 'unproven', why: PASSPHRASE.needed, instead: `run \`${command}\` in a terminal` }
  }
  const { passphraseKey, gone } = event.around
  // A pause is about every hold to come, of every agent here.
  const concerned = hold
    ? [lookUp(state.clients, hold.session)]
    : Object.entries<Registration>(state.clients).flatMap(([session, client]) =>
        gone.some((one) => one === session) ? [] : [client],
      )
  if (concerned.every((client) => client?.passphraseKey !== undefined && client.passphraseKey === passphraseKey))
    return proof
  return { kind: 'unproven', ...PASSPHRASE.newer }
}

/** Signed with the passphrase, and with one that was set before this session's client came. */
export function signedByPassphrase({ state, event }: CallToJudge, signature: string): boolean {
  const key = lookUp(state.clients, event.session)?.passphraseKey
  return key !== undefined && signature.startsWith(`ed25519:${key}:`)
}

/** A hold ends with its client or after half an hour; the first event afterwards puts that on record. */
export function lapsedHolds({ holds }: EdgeState, atMs: number, gone: readonly SessionId[] = []): readonly Fact[] {
  return holds.flatMap((hold): readonly Fact[] => {
    if (gone.includes(hold.session)) return [lapsed(hold, WHY_ENDED.clientGone)]
    return atMs - hold.createdAtMs < HOLD_MS ? [] : [lapsed(hold, WHY_ENDED.timeUp)]
  })
}

export function lapsed({ number }: Hold, why: string): Fact {
  return { kind: 'junction.lapsed', number, why }
}

/** What a person's approval grants: this one action, to the session and the kind of agent that was held. */
export function grantFor(hold: Hold, { id, atMs }: Stamp, door: Decider): Grant {
  return {
    id,
    number: hold.number,
    fingerprint: hold.fingerprint,
    session: hold.session,
    ...(hold.agentType !== undefined && { agentType: hold.agentType }),
    grantedAtMs: atMs,
    door,
    about: hold.reason,
  }
}

/** Names this exact action: another argument, folder or tool is another action (EDGE-57). */
export function exactPrint({ event, assessment }: CallToJudge, finding: Finding): Fingerprint {
  return allowancePrint({
    type: finding.type,
    rule: finding.rule,
    tool: event.tool.name,
    canonical: assessment.canonical,
    cwd: event.cwd,
  })
}

/** Names the class of actions that a dismissal covers (EDGE-58). */
export function classPrint({ type, family, targetClass }: Finding): Fingerprint {
  return dismissalPrint({ type, family, targetClass })
}

/** EDGE-52: the person, or a director, has said no to this very action in this session. */
export function skippedHold(question: CallToJudge, finding: Finding): SkippedHold | undefined {
  const { state, event } = question
  const skipped = lookUp(state.sessions, event.session)?.skipped ?? []
  if (skipped.length === 0) return undefined
  const print = exactPrint(question, finding)
  return skipped.find((hold) => hold.fingerprint === print)
}

/** The hold for this action: the one that already waits, or a new one with the next number. */
export function holdFor(question: CallToJudge, finding: Finding): { readonly hold: Hold; readonly fresh: boolean } {
  const { state, event } = question
  const fingerprint = exactPrint(question, finding)
  const waiting = liveHolds(state.edge, event.atMs).find(
    (one) =>
      one.fingerprint === fingerprint &&
      one.session === event.session &&
      // Shared only where this agent could also spend what is granted for it.
      (event.agent === undefined || event.agent.type === one.agentType),
  )
  if (waiting) return { hold: waiting, fresh: false }
  const hold: Hold = {
    id: event.id,
    number: state.edge.nextNumber,
    type: finding.type,
    reason: finding.reason,
    createdAtMs: event.atMs,
    fingerprint,
    kindPrint: classPrint(finding),
    override: finding.override,
    session: event.session,
    ...(event.agent && { agentType: event.agent.type }),
    ...(finding.tier === 'catastrophic' && { catastrophic: true as const }),
  }
  return { hold, fresh: true }
}
