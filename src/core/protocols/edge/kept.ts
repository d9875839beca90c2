import type { EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import type { SessionId } from '../../model/ids.ts'
import { lookUp } from '../../model/language.ts'
import type { Policy } from '../../model/policy.ts'
import type { Allowance, EdgeState, Hold, KeptHold, State } from '../../model/state.ts'
import { wholeText } from '../../rules/text/preview.ts'
import { WHY_ENDED } from '../../words/edge.ts'
import { NOT_WHOLE, WHY_KEPT_ENDED } from '../../words/kept.ts'
import type { CallToJudge } from '../contract.ts'

const HOUR_MS = 3_600_000
/** Of one project. */
export const MAX_KEPT = 50
/** The longest call that a person reads to its end. */
const MAX_SHOWN_CHARS = 8_000

/** EDGE-123: what waits although its session is over, oldest first. */
export function liveKept({ kept }: EdgeState, atMs: number): readonly KeptHold[] {
  return kept.filter((hold) => hold.skipped === undefined && atMs < hold.keepUntilMs)
}

/** What a person was asked about that is shown from afar: whether all of it can be, and until when it then waits. */
export function keepingOf(question: CallToJudge, hold: Hold): Partial<Hold> {
  const { state, event, policy } = question
  // A panel of an editor has a person and no terminal: they may be gone before they decide.
  const isUnattended = event.around.person.kind === 'absent' || lookUp(state.clients, event.session)?.panel === true
  const { text, why } = shownWhole(question)
  const isKept = why === undefined && isKeepable(question, hold) && keepsFor(policy, isUnattended)
  const untilMs = event.atMs + policy.edge.keepHours * HOUR_MS
  return {
    ...(text !== hold.command && { text }),
    ...(why !== undefined && { notWhole: why }),
    ...(isKept && { keepUntilMs: Math.min(untilMs, hold.expiresAtMs ?? untilMs) }),
    ...(isUnattended && { unattended: true as const }),
  }
}

function keepsFor({ edge: { keep } }: Policy, isUnattended: boolean): boolean {
  return keep === 'all' || (keep === 'unattended' && isUnattended)
}

/** What belongs to the moment or to the passphrase is decided there and then. */
function isKeepable({ assessment }: CallToJudge, { override, catastrophic }: Hold): boolean {
  return override === 'any-door' && !catastrophic && assessment.findings.every(({ harm }) => harm !== 'waste')
}

function shownWhole({ event, assessment }: CallToJudge): { readonly text: string; readonly why?: string } {
  const { text, isRedacted } = wholeText(event.tool)
  const unread = event.around.exhibit.find((part) => part.isUnseen || part.isUnread)
  const shown = text.slice(0, MAX_SHOWN_CHARS)
  if (text.length > MAX_SHOWN_CHARS) return { text: shown, why: NOT_WHOLE.tooLong(MAX_SHOWN_CHARS) }
  if (isRedacted) return { text, why: NOT_WHOLE.redacted }
  if (unread) return { text, why: NOT_WHOLE.unread(unread.name) }
  const isUnresolved = assessment.findings.some(({ harm }) => harm === 'execute-unresolved')
  return isUnresolved ? { text, why: NOT_WHOLE.unresolved } : { text }
}

export function lapsed({ number }: Hold, why: string): Fact {
  return { kind: 'junction.lapsed', number, why }
}

/** EDGE-123: these holds lose their session: what may outlive it is kept, the rest lapses. The oldest kept ones give way. */
export function endHolds(state: State, ended: readonly Hold[], why: string, atMs: number): readonly Fact[] {
  const facts = ended.map((hold): Fact => {
    if (hold.keepUntilMs === undefined || atMs >= hold.keepUntilMs) return lapsed(hold, notKept(hold, why))
    const client = lookUp(state.clients, hold.session)
    return { kind: 'junction.kept', number: hold.number, ...(client && { client }) }
  })
  const more = facts.filter(({ kind }) => kind === 'junction.kept').length
  const excess = Math.max(0, more === 0 ? 0 : state.edge.kept.length + more - MAX_KEPT)
  return [...state.edge.kept.slice(0, excess).map((hold) => lapsed(hold, WHY_KEPT_ENDED.crowdedOut)), ...facts]
}

/** A1: what nobody can be shown whole is not kept, and the record says so. */
function notKept({ unattended, notWhole }: Hold, why: string): string {
  return unattended && notWhole !== undefined ? WHY_KEPT_ENDED.notShown(why, notWhole) : why
}

/**
 * EDGE-50, EDGE-124: a hold ends with its client, or after the time that the policy sets; so does a kept one, and an approval of
 * one that nobody used. The first event afterwards puts that on record.
 */
export function lapsedHolds(state: State, atMs: number, gone: readonly SessionId[] = []): readonly Fact[] {
  const { holds, kept, allowances } = state.edge
  const isGone = (hold: Hold) => gone.includes(hold.session)
  return [
    ...endHolds(state, holds.filter(isGone), WHY_ENDED.clientGone, atMs),
    ...holds.filter((hold) => !isGone(hold) && isExpired(hold, atMs)).map((hold) => lapsed(hold, WHY_ENDED.timeUp)),
    ...kept
      .filter((hold) => hold.skipped === undefined && atMs >= hold.keepUntilMs)
      .map((hold) => lapsed(hold, WHY_KEPT_ENDED.unanswered(hold))),
    ...allowances
      .filter((one) => one.use.kind === 'open' && isExpired(one, atMs))
      .map(({ id }): Fact => ({ kind: 'grant.rejected', grant: id, why: WHY_KEPT_ENDED.unused })),
  ]
}

export const isExpired = ({ expiresAtMs }: Pick<Allowance, 'expiresAtMs'>, atMs: number): boolean =>
  expiresAtMs !== undefined && atMs >= expiresAtMs

/** EDGE-128: what these sessions took and never told the end of may have run, so it is used up. */
export function unseenUses({ edge }: State, sessions: readonly SessionId[]): readonly Fact[] {
  return edge.allowances.flatMap(({ id, scope, use }): readonly Fact[] =>
    scope === 'later' && use.kind === 'reserved' && sessions.includes(use.in)
      ? [{ kind: 'allowance.committed', allowance: id, call: use.by, unseen: true }]
      : [],
  )
}

/** EDGE-39, EDGE-126: an allowance belongs to one kind of agent, and to one session unless it was given for later. */
export function isOpenFor(allowance: Allowance, { session, agent, atMs }: EventOf<'tool.before'>): boolean {
  const isHere = allowance.scope === 'later' ? !isExpired(allowance, atMs) : allowance.session === session
  // One raised by a subagent may also be spent by the session's main agent, never the other way round.
  return allowance.use.kind === 'open' && isHere && mayShare(agent, allowance)
}

export function mayShare(agent: EventOf<'tool.before'>['agent'], { agentType }: Pick<Hold, 'agentType'>): boolean {
  return agent === undefined || agent.type === agentType
}

/** EDGE-126: where there was a passphrase when the hold was raised, an agent that nobody watched can have read the key file. */
export function isSealedWell({ seal, signature }: Allowance): boolean {
  return seal === undefined || signature.startsWith(`ed25519:${seal}:`)
}
