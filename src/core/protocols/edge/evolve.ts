import type { Registration } from '../../model/door.ts'
import type { NoticeGiven } from '../../model/event.ts'
import type { Fact, Recorded } from '../../model/fact.ts'
import {
  type Allowance,
  type AllowanceUse,
  type Claims,
  type EdgeState,
  type Hold,
  INITIAL_STATE,
  isForLater,
  type KeptHold,
  type OperatorMode,
  type State,
} from '../../model/state.ts'
import { MAX_KEPT } from './kept.ts'
import { toldKey } from './notices.ts'
import { filesWorkedOn } from './observations.ts'

/** How many grants are kept, so that a long session doesn't make the state grow. */
const MAX_GRANTS = 256

/** The operator's slice after one fact. Kinds that do not concern it leave it as it is. */
export function evolveEdge(edge: EdgeState, recorded: Recorded): EdgeState {
  const { fact, atMs, session } = recorded
  switch (fact.kind) {
    case 'session.started':
      return freshened(edge, atMs)
    case 'session.ended':
      // EDGE-59: only the session's own allowances go.
      return { ...edge, allowances: edge.allowances.filter((one) => isLater(one) || one.session !== session) }
    case 'session.lost':
      return { ...edge, allowances: edge.allowances.filter((one) => isLater(one) || one.session !== fact.lost) }
    case 'mode.changed':
      return changedMode(edge, fact.to, fact.by)
    case 'objective.set':
      return {
        ...edge,
        claims: { ...edge.claims, objective: fact.objective },
        objectiveInferred: fact.by === 'inferred',
      }
    case 'state.edited':
      return withClaims(edge, fact.claims)
    case 'call.observed':
      return {
        ...edge,
        work: {
          ...edge.work,
          calls: edge.work.calls + 1,
          edits: edge.work.edits + (filesWorkedOn(fact).length > 0 ? 1 : 0),
        },
      }
    case 'notice.sent':
    case 'notice.failed':
      return { ...edge, told: withTold(edge.told, fact) }
    case 'audit.unvouched': {
      const { kind: _, ...unvouched } = fact
      return { ...edge, unvouched }
    }
    case 'policy.changed':
      return { ...edge, policyFile: fact.file }
    case 'work.archived':
      return { ...edge, work: { ...edge.work, archivedCalls: edge.work.calls } }
    default:
      return evolveGrants(evolveKept(evolveHolds(edge, fact), recorded), recorded, edge)
  }
}

/** Several channels, for as many holds as may be kept and some more. */
const MAX_TOLD = 400

function withTold(told: readonly string[], { of, channel, holds }: NoticeGiven): readonly string[] {
  return [...told, ...holds.map((number) => toldKey(number, of, channel))].slice(-MAX_TOLD)
}

const isLater = ({ scope }: Allowance): boolean => scope === 'later'

const MAX_MET_BY = 8

/** What outlives its session (EDGE-123, EDGE-125). */
function evolveKept(edge: EdgeState, { fact, atMs, session }: Pick<Recorded, 'fact' | 'atMs' | 'session'>): EdgeState {
  switch (fact.kind) {
    case 'junction.kept': {
      const hold = edge.holds.find(({ number }) => number === fact.number)
      const kept = hold && { ...keptAt(hold, atMs), ...(fact.client && { client: fact.client }) }
      return kept ? { ...edge, holds: edge.holds.filter((one) => one !== hold), kept: [...edge.kept, kept] } : edge
    }
    case 'junction.met':
      return withKept(edge, fact.number, (hold) => ({
        met: hold.met + 1,
        metBy: [...hold.metBy.filter((one) => one !== session), session].slice(-MAX_MET_BY),
      }))
    case 'junction.skipped': {
      const { junction, note } = fact
      if (!isForLater(junction)) return edge
      const skipped = { atMs, ...(note !== undefined && { note }) }
      const known = edge.kept.find(({ number }) => number === junction.number) ?? keptAt(junction, atMs)
      const others = edge.kept.filter((one) => one !== known)
      return { ...edge, kept: [...others, { ...known, skipped }].slice(-MAX_KEPT) }
    }
    case 'junction.approved':
    case 'junction.dismissed':
      return { ...edge, kept: edge.kept.filter(({ number }) => number !== fact.grant.number) }
    case 'junction.lapsed':
      return { ...edge, kept: edge.kept.filter(({ number }) => number !== fact.number) }
    default:
      return edge
  }
}

function keptAt(hold: Hold, atMs: number): KeptHold {
  return { ...hold, keepUntilMs: hold.keepUntilMs ?? atMs, keptAtMs: atMs, met: 0, metBy: [] }
}

function withKept(edge: EdgeState, number: number, change: (hold: KeptHold) => Partial<KeptHold>): EdgeState {
  return { ...edge, kept: edge.kept.map((hold) => (hold.number === number ? { ...hold, ...change(hold) } : hold)) }
}

function evolveHolds(edge: EdgeState, fact: Fact): EdgeState {
  switch (fact.kind) {
    case 'junction.opened':
      return { ...edge, holds: [...edge.holds, fact.junction], nextNumber: fact.junction.number + 1 }
    case 'junction.asked':
      return {
        ...edge,
        holds: edge.holds.map((hold) => (hold.number === fact.number ? { ...hold, asked: fact.call } : hold)),
      }
    case 'junction.approved':
    case 'junction.dismissed':
    case 'quality.overridden':
      return withoutHold(edge, fact.grant.number)
    case 'junction.skipped':
      return withoutHold(edge, fact.junction.number)
    // What a director released waits until its worker used it (PLANE-L15c).
    case 'waiver.spent':
    case 'junction.answered':
    case 'junction.lapsed':
      return withoutHold(edge, fact.number)
    default:
      return edge
  }
}

function evolveGrants(
  edge: EdgeState,
  { fact, session }: Pick<Recorded, 'fact' | 'session'>,
  before: EdgeState,
): EdgeState {
  switch (fact.kind) {
    case 'junction.approved': {
      const { door: _, ...exact } = fact.grant
      // EDGE-126: which passphrase there was is what the kept hold says, not what the grant says of itself.
      const seal = before.kept.find(({ number }) => number === exact.number)?.client?.passphraseKey
      const sealed = exact.scope === 'later' && seal !== undefined && { seal }
      const allowance = { ...exact, ...sealed, use: { kind: 'open' }, signature: fact.signature } as const
      return { ...edge, allowances: bounded([...edge.allowances, allowance]) }
    }
    case 'junction.dismissed': {
      const { id, fingerprint, grantedAtMs: dismissedAtMs, expiresAtMs, number, about } = fact.grant
      const exact = { id, fingerprint, dismissedAtMs, expiresAtMs, signature: fact.signature, number }
      const dismissal = { ...exact, ...(about !== undefined && { about }) }
      return { ...edge, dismissals: bounded([...edge.dismissals, dismissal]) }
    }
    case 'quality.overridden': {
      const { id, number, fingerprint, session, grantedAtMs } = fact.grant
      const override = { id, number, fingerprint, session, grantedAtMs, checks: fact.checks, signature: fact.signature }
      return { ...edge, overrides: bounded([...edge.overrides, override]) }
    }
    case 'allowance.reserved':
      return withUse(edge, fact.allowance, { kind: 'reserved', by: fact.call, in: session })
    case 'allowance.committed':
      return withUse(edge, fact.allowance, { kind: 'spent' })
    case 'allowance.released':
      return withUse(edge, fact.allowance, { kind: 'open' })
    case 'pause.started':
      return { ...edge, pause: { ...fact.pause, signature: fact.signature } }
    case 'pause.ended':
      return withoutPause(edge, fact.pause)
    case 'grant.rejected':
    case 'grant.revoked':
      return withoutGrant(edge, fact.grant)
    default:
      return edge
  }
}

/** EDGE-95: what has expired or was used up does not enter a new session. */
function freshened({ unvouched: _, ...edge }: EdgeState, atMs: number): EdgeState {
  return {
    ...edge,
    allowances: edge.allowances.filter(({ use }) => use.kind !== 'spent'),
    dismissals: edge.dismissals.filter((dismissal) => atMs < dismissal.expiresAtMs),
    kept: edge.kept.filter((hold) => hold.skipped === undefined || atMs < hold.keepUntilMs),
  }
}

/** Leaving `done` starts new work: archived claims and counts are cleared, lessons stay. */
function changedMode(edge: EdgeState, to: OperatorMode, by: string): EdgeState {
  const pinned = by !== 'inferred'
  if (edge.mode !== 'done' || to === 'done') return { ...edge, mode: to, pinned }
  const { claims, work, objectiveInferred } = INITIAL_STATE.edge
  return {
    ...edge,
    mode: to,
    pinned,
    claims: { ...claims, memory: edge.claims.memory },
    objectiveInferred,
    overrides: [],
    work,
  }
}

function withClaims(edge: EdgeState, claims: Claims): EdgeState {
  const isSame = claims.objective === edge.claims.objective
  return { ...edge, claims, objectiveInferred: isSame && edge.objectiveInferred }
}

function withoutHold(edge: EdgeState, number: number): EdgeState {
  return { ...edge, holds: edge.holds.filter((hold) => hold.number !== number) }
}

function bounded<Item>(items: readonly Item[]): readonly Item[] {
  return items.length > MAX_GRANTS ? items.slice(-MAX_GRANTS) : items
}

function withUse(edge: EdgeState, id: string, use: AllowanceUse): EdgeState {
  return {
    ...edge,
    allowances: edge.allowances.map((allowance) => (allowance.id === id ? { ...allowance, use } : allowance)),
  }
}

function withoutGrant(edge: EdgeState, id: string): EdgeState {
  return {
    ...withoutPause(edge, id),
    allowances: edge.allowances.filter((allowance) => allowance.id !== id),
    dismissals: edge.dismissals.filter((dismissal) => dismissal.id !== id),
    overrides: edge.overrides.filter((override) => override.id !== id),
  }
}

function withoutPause(edge: EdgeState, id: string): EdgeState {
  if (edge.pause?.id !== id) return edge
  const { pause: _, ...rest } = edge
  return rest
}

/** Which client each session belongs to, after one fact. */
export function evolveClients(clients: State['clients'], { fact, session, runtime, atMs }: Recorded): State['clients'] {
  if (fact.kind !== 'client.registered') return clients
  const { client, seal, forgets = [] } = fact
  const registration: Registration = {
    ...client,
    runtime,
    atMs,
    ...(seal !== undefined && { passphraseKey: seal }),
  }
  const kept = Object.entries<Registration>(clients).filter(([id]) => !forgets.some((forgotten) => forgotten === id))
  return { ...Object.fromEntries(kept), [session]: registration }
}
