import type { Registration } from '../../model/door.ts'
import type { Fact, Recorded } from '../../model/fact.ts'
import {
  type AllowanceUse,
  type Claims,
  type EdgeState,
  INITIAL_STATE,
  type OperatorMode,
  type State,
} from '../../model/state.ts'
import { filesWorkedOn } from './observations.ts'

/** How many grants are kept, so that a long session doesn't make the state grow. */
const MAX_GRANTS = 256

/** The operator's slice after one fact. Kinds that do not concern it leave it as it is. */
export function evolveEdge(edge: EdgeState, { fact, atMs, session }: Recorded): EdgeState {
  switch (fact.kind) {
    case 'session.started':
      return freshened(edge, atMs)
    case 'session.ended':
      // EDGE-59: only the session's own allowances go.
      return { ...edge, allowances: edge.allowances.filter((allowance) => allowance.session !== session) }
    case 'session.lost':
      return { ...edge, allowances: edge.allowances.filter((allowance) => allowance.session !== fact.lost) }
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
    case 'audit.unvouched': {
      const { kind: _, ...unvouched } = fact
      return { ...edge, unvouched }
    }
    case 'policy.changed':
      return { ...edge, policyFile: fact.file }
    case 'work.archived':
      return { ...edge, work: { ...edge.work, archivedCalls: edge.work.calls } }
    default:
      return evolveGrants(evolveHolds(edge, fact), fact)
  }
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

function evolveGrants(edge: EdgeState, fact: Fact): EdgeState {
  switch (fact.kind) {
    case 'junction.approved': {
      const { door: _, ...exact } = fact.grant
      const allowance = { ...exact, use: { kind: 'open' }, signature: fact.signature } as const
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
      return withUse(edge, fact.allowance, { kind: 'reserved', by: fact.call })
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
