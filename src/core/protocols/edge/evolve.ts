import type { Fact, Grant, Recorded } from '../../model/fact.ts'
import type { Allowance, Claims, EdgeState, Junction, OperatorMode } from '../../model/state.ts'
import { INITIAL_STATE } from '../../model/state.ts'
import { holdsOf } from './holds.ts'
import { filesWorkedOn } from './observations.ts'

/** Grants that are kept; a session that never ends must not make the state grow. */
const MAX_GRANTS = 256

/** The operator's slice after one fact. Kinds that do not concern it leave it as it is. */
export function evolveEdge(edge: EdgeState, { fact, atMs, session }: Recorded): EdgeState {
  switch (fact.kind) {
    case 'session.started':
      return freshened(edge, atMs)
    case 'session.ended':
      // EDGE-59: a session takes its own allowances with it, nobody else's.
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
    case 'work.archived':
      return { ...edge, work: { ...edge.work, archivedCalls: edge.work.calls } }
    default:
      return evolveGrants(evolveHolds(edge, fact), fact)
  }
}

function evolveHolds(edge: EdgeState, fact: Fact): EdgeState {
  switch (fact.kind) {
    case 'junction.opened':
      return { ...withHolds(edge, [...holdsOf(edge), fact.junction]), nextNumber: fact.junction.number + 1 }
    case 'junction.asked':
      return withHolds(
        edge,
        holdsOf(edge).map((hold) => (hold.number === fact.number ? { ...hold, asked: fact.call } : hold)),
      )
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
    case 'junction.approved':
      return { ...edge, allowances: bounded([...edge.allowances, allowanceOf(fact.grant, fact.signature)]) }
    case 'junction.dismissed':
      return dismissed(edge, fact.grant, fact.signature)
    case 'quality.overridden': {
      const { id, number, fingerprint, session, grantedAtMs } = fact.grant
      const override = { id, number, fingerprint, session, grantedAtMs, checks: fact.checks, signature: fact.signature }
      return { ...edge, overrides: bounded([...edge.overrides, override]) }
    }
    case 'allowance.reserved':
      return withAllowance(edge, fact.allowance, (allowance) => ({
        ...allowance,
        consumed: true,
        reservedBy: fact.call,
      }))
    case 'allowance.committed':
      return withAllowance(edge, fact.allowance, ({ reservedBy: _, ...allowance }) => ({
        ...allowance,
        consumed: true,
      }))
    case 'allowance.released':
      return withAllowance(edge, fact.allowance, ({ reservedBy: _, ...allowance }) => ({
        ...allowance,
        consumed: false,
      }))
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
function freshened(edge: EdgeState, atMs: number): EdgeState {
  return {
    ...edge,
    allowances: edge.allowances.filter((allowance) => !allowance.consumed || allowance.reservedBy !== undefined),
    dismissals: edge.dismissals.filter((dismissal) => atMs < dismissal.expiresAtMs),
  }
}

/** Who leaves `done` begins new work: what was archived is put aside, lessons stay. */
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

/** EDGE-15: the oldest hold is the junction, the others queue behind it. */
function withHolds(edge: EdgeState, [junction, ...queue]: readonly Junction[]): EdgeState {
  return { ...edge, junction: junction ?? null, queue }
}

function withoutHold(edge: EdgeState, number: number): EdgeState {
  return withHolds(
    edge,
    holdsOf(edge).filter((hold) => hold.number !== number),
  )
}

function bounded<Item>(items: readonly Item[]): readonly Item[] {
  return items.length > MAX_GRANTS ? items.slice(-MAX_GRANTS) : items
}

function allowanceOf(grant: Grant, signature: string): Allowance {
  const { door: _door, expiresAtMs: _expires, ...exact } = grant
  return { ...exact, consumed: false, signature }
}

function dismissed(edge: EdgeState, grant: Grant, signature: string): EdgeState {
  const dismissal = {
    id: grant.id,
    fingerprint: grant.fingerprint,
    dismissedAtMs: grant.grantedAtMs,
    expiresAtMs: grant.expiresAtMs ?? grant.grantedAtMs,
    signature,
    number: grant.number,
    ...(grant.about !== undefined && { about: grant.about }),
  }
  return { ...edge, dismissals: bounded([...edge.dismissals, dismissal]) }
}

function withAllowance(edge: EdgeState, id: string, change: (allowance: Allowance) => Allowance): EdgeState {
  return {
    ...edge,
    allowances: edge.allowances.map((allowance) => (allowance.id === id ? change(allowance) : allowance)),
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
