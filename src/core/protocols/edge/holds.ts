import type { Finding } from '../../model/assessment.ts'
import type { Decider, Registration } from '../../model/door.ts'
import type { EdgeVerb, EventOf, Proof, Stamp } from '../../model/event.ts'
import { changesBetween, type Exhibit, type ExhibitChange } from '../../model/exhibit.ts'
import type { Grant } from '../../model/fact.ts'
import type { Fingerprint, SessionId } from '../../model/ids.ts'
import { lookUp } from '../../model/language.ts'
import type { Policy } from '../../model/policy.ts'
import {
  type EdgeState,
  type Hold,
  isForLater,
  type KeptHold,
  type SessionState,
  type SkippedHold,
  type State,
} from '../../model/state.ts'
import { partsBehind } from '../../rules/exhibit-needs.ts'
import { allowancePrint, dismissalPrint } from '../../rules/text/fingerprint.ts'
import { previewOf } from '../../rules/text/preview.ts'
import { HOLD_TEXTS, HOW } from '../../words/edge.ts'
import { aboutText } from '../../words/kept.ts'
import { PASSPHRASE } from '../../words/person.ts'
import type { CallToJudge } from '../contract.ts'
import { isExpired, keepingOf, liveKept, mayShare } from './kept.ts'

const MINUTE_MS = 60_000

/** The holds that still wait at this moment, oldest first. */
export function liveHolds({ holds }: EdgeState, atMs: number): readonly Hold[] {
  return holds.filter((hold) => !isExpired(hold, atMs))
}

/** With those that outlived their session. */
export function waitingHolds(edge: EdgeState, atMs: number): readonly Hold[] {
  return [...liveKept(edge, atMs), ...liveHolds(edge, atMs)]
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
 * The hold that a person means, the same for every door: the one with this number; without a number, the only one that
 * waits. Where several wait nothing is meant, and what is catastrophic takes its number. `approve` with its number also
 * reopens a skipped one (EDGE-52).
 */
export function whichHold(state: State, choice: HoldChoice): Hold | undefined {
  const [only, ...others] = holdsMeant(state, choice)
  const isNamed = choice.hold !== undefined
  return others.length === 0 && (isNamed || !only?.catastrophic) ? only : undefined
}

/** What these words may mean: without a number, all that wait in this session; from outside any session, in the project. */
export function holdsMeant({ edge, sessions }: State, choice: HoldChoice): readonly Hold[] {
  const { verb, hold, session, atMs } = choice
  if (!DECIDING.has(verb)) return []
  const waiting = waitingHolds(edge, atMs)
  if (hold !== undefined) {
    const skipped = verb === 'approve' ? Object.values<SessionState>(sessions).flatMap((one) => one.skipped) : []
    const kept = verb === 'approve' ? edge.kept.filter(({ keepUntilMs }) => atMs < keepUntilMs) : []
    return [...waiting, ...kept, ...skipped].filter(({ number }) => number === hold).slice(0, 1)
  }
  return lookUp(sessions, session) === undefined ? waiting : waiting.filter((one) => isOf(session, one))
}

/** EDGE-125: raised in this session, or met again by it. */
export function isOf(session: SessionId, hold: Hold | KeptHold): boolean {
  return hold.session === session || ('met' in hold && hold.metBy.includes(session))
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
  const isSealed = hold !== undefined && (verb === 'approve' || verb === 'dismiss') && sealOf(hold) !== undefined
  if (proof.kind === 'unproven' || !(isSealed || needsPassphrase(policy, verb, hold))) return proof
  const cli = `${event.around.cli} ${verb === 'pause' ? 'pause' : `edge ${verb}`}`
  const command = hold ? `${cli} ${hold.number}` : cli
  if (proof.door !== 'passphrase') {
    return { kind: 'unproven', why: PASSPHRASE.needed, instead: `run \`${command}\` in a terminal` }
  }
  const { passphraseKey, gone } = event.around
  // A pause is about every hold to come, of every agent here.
  const concerned = hold
    ? [clientOf(state, hold)]
    : Object.entries<Registration>(state.clients).flatMap(([session, client]) =>
        gone.some((one) => one === session) ? [] : [client],
      )
  if (concerned.every((client) => client?.passphraseKey !== undefined && client.passphraseKey === passphraseKey))
    return proof
  return { kind: 'unproven', ...PASSPHRASE.newer }
}

/** The client that raised a hold, as it was registered. */
export function clientOf({ clients }: State, hold: Hold | KeptHold): Registration | undefined {
  return 'met' in hold ? hold.client : lookUp(clients, hold.session)
}

/** EDGE-126: the passphrase key that there was when a kept hold was raised. */
export function sealOf(hold: Hold | KeptHold): string | undefined {
  return 'met' in hold ? hold.client?.passphraseKey : undefined
}

/** Signed with the passphrase, and with one that was set before this session's client came. */
export function signedByPassphrase({ state, event }: CallToJudge, signature: string): boolean {
  const key = lookUp(state.clients, event.session)?.passphraseKey
  return key !== undefined && signature.startsWith(`ed25519:${key}:`)
}

const HOUR_MS = 3_600_000

/**
 * What a person's approval grants: this one action, to the session and the kind of agent that was held. For a kept hold, to
 * whichever session tries it next (EDGE-126).
 */
export function grantFor(
  hold: Hold | KeptHold,
  { id, atMs }: Stamp,
  { door, policy }: { readonly door: Decider; readonly policy: Policy },
): Grant {
  const isLater = isForLater(hold)
  return {
    id,
    number: hold.number,
    fingerprint: hold.fingerprint,
    ...(hold.exhibit !== undefined && { exhibit: hold.exhibit }),
    session: hold.session,
    ...(hold.agentType !== undefined && { agentType: hold.agentType }),
    grantedAtMs: atMs,
    door,
    about: isLater ? aboutText(hold) : hold.reason,
    ...(isLater && { scope: 'later' as const, expiresAtMs: atMs + policy.edge.spendHours * HOUR_MS }),
  }
}

/** Names this exact action: another argument, folder or tool is another action, and so are other files behind it (EDGE-57). */
export function exactPrint({ event, assessment }: CallToJudge, exhibit: Exhibit = exhibitOf(event)): Fingerprint {
  const { canonical, findings } = assessment
  return allowancePrint({ tool: event.tool.name, canonical, cwd: event.cwd, findings, exhibit })
}

/** EDGE-57: with how the runtime would run it: an approval of one way does not cover another. */
function exhibitOf({ tool, around }: CallToJudge['event']): Exhibit {
  if (tool.kind !== 'shell' || !(tool.background || tool.unsandboxed)) return around.exhibit
  const named = [...(tool.background ? [HOW.background] : []), ...(tool.unsandboxed ? [HOW.unsandboxed] : [])]
  return [...around.exhibit, ...named.map((name) => ({ kind: 'how', name, print: name }) as const)]
}

/** What became of the files behind a hold or a grant of this very call; empty when it is of another call. */
export function changesSince(
  question: CallToJudge,
  { fingerprint, exhibit = [] }: Pick<Hold, 'fingerprint' | 'exhibit'>,
): readonly ExhibitChange[] {
  const now = exhibitOf(question.event)
  const changes = now.some(({ isUnseen }) => isUnseen) ? [] : changesBetween(exhibit, now)
  return changes.length > 0 && exactPrint(question, exhibit) === fingerprint ? changes : []
}

/** Names the class of actions that a dismissal covers (EDGE-58): through a changed script it is another class. */
export function classPrint({ event: { tool, around } }: CallToJudge, finding: Finding): Fingerprint {
  const { type, family, targetClass } = finding
  return dismissalPrint({ type, family, targetClass, through: partsBehind(finding, tool, around) })
}

/** EDGE-52: the person, or a director, has said no to this very action in this session; of a kept hold, to every session. */
export function skippedHold(question: CallToJudge): SkippedHold | undefined {
  const { state, event } = question
  const skipped = [
    ...(lookUp(state.sessions, event.session)?.skipped ?? []),
    ...state.edge.kept.flatMap((hold): readonly SkippedHold[] =>
      hold.skipped && event.atMs < hold.keepUntilMs ? [{ ...hold, ...hold.skipped }] : [],
    ),
  ]
  if (skipped.length === 0) return undefined
  const print = exactPrint(question)
  return skipped.find((hold) => hold.fingerprint === print)
}

/** Holds of this session, and kept ones, that an agent like this one could share: it could also spend what is granted for them. */
export function sharedHolds({ state, event }: CallToJudge): readonly Hold[] {
  return [
    ...liveHolds(state.edge, event.atMs).filter((one) => one.session === event.session),
    ...liveKept(state.edge, event.atMs),
  ].filter((one) => mayShare(event.agent, one))
}

/** A person reads the whole of nearly every command before they decide. */
const COMMAND_CHARS = 500
const MAX_TARGETS = 20

/**
 * The hold for this call: the one that already waits, or a new one with the next number. It is about all findings of the call;
 * those it is held for are named, the first of them gives the class.
 */
export function holdFor(
  question: CallToJudge,
  named: readonly [Finding, ...Finding[]],
): { readonly hold: Hold; readonly fresh: boolean } {
  const { state, event, assessment, policy } = question
  const fingerprint = exactPrint(question)
  const waiting = sharedHolds(question).find((one) => one.fingerprint === fingerprint)
  if (waiting) return { hold: waiting, fresh: false }
  const exhibit = exhibitOf(event)
  const { holdMinutes } = policy.edge
  const { safer } = named[0]
  const hold: Hold = {
    id: event.id,
    number: state.edge.nextNumber,
    ...gravest(assessment.findings, named[0]),
    reason: HOLD_TEXTS.reasons(named.map((one) => ({ ...one, reason: countedReason(one, event.around) }))),
    command: previewOf(event.tool, COMMAND_CHARS),
    targets: [...new Set(assessment.findings.flatMap((one) => one.targets))].slice(0, MAX_TARGETS),
    createdAtMs: event.atMs,
    ...(holdMinutes > 0 && { expiresAtMs: event.atMs + holdMinutes * MINUTE_MS }),
    fingerprint,
    ...(exhibit.length > 0 && { exhibit }),
    kindPrint: classPrint(question, named[0]),
    session: event.session,
    ...(event.agent && { agentType: event.agent.type }),
    ...(safer !== undefined && { safer }),
  }
  return { hold: { ...hold, ...keepingOf(question, hold) }, fresh: true }
}

/** How much a push would publish, where git could tell. */
export function countedReason({ rule, reason }: Finding, { outgoing }: CallToJudge['event']['around']): string {
  return rule === 'git.push' && outgoing !== null ? HOLD_TEXTS.publishes(outgoing) : reason
}

/** What an approval of all of it takes. */
function gravest(findings: readonly Finding[], first: Finding): Pick<Hold, 'type' | 'override' | 'catastrophic'> {
  const isSealed = findings.some(({ override }) => override === 'passphrase')
  const isLasting = findings.some(({ type }) => type === 'irreversible')
  return {
    type: isLasting ? 'irreversible' : first.type,
    override: isSealed ? 'passphrase' : first.override,
    ...(findings.some(({ tier }) => tier === 'catastrophic') && { catastrophic: true as const }),
  }
}
